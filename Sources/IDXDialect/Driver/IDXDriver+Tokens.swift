import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

extension IDXDriver {
  /// Does something with the tokens of a finished journey.
  mutating func token(_ action: TokenAction) async throws(DriverError) -> Turn.Now {
    guard let tokens = session.tokens else {
      throw browser.failure(.impossible, "there are no tokens: the journey was not finished")
    }
    switch action {
    case .refresh: return try await refreshTokens(tokens)
    case .userinfo: return try await userinfo(tokens)
    case .revoke: return try await revoke(tokens.response)
    case .logout: return try await logout(tokens.response)
    }
  }

  private mutating func refreshTokens(_ tokens: IDXSession.Tokens) async throws(DriverError) -> Turn.Now {
    guard let refreshToken = tokens.response.refreshToken else { throw browser.failure(.impossible, "the server gave no refresh token") }
    switch try await exchange(refreshToken: refreshToken) {
    case .refused(let refusal): return .ended(.refused(refusal))
    case .unreadable(let what): throw browser.failure(.protocol, "the refresh was answered with \(what)")
    case .tokens(let refreshed):
      keep(refreshed)
      let verified = try await verify(refreshed, nonce: nil, subject: tokens.subject, isAwaited: false)
      return .ended(.finished(Finish(facts: facts(of: refreshed, claims: verified.claims), checks: verified.checks)))
    }
  }

  private mutating func userinfo(_ tokens: IDXSession.Tokens) async throws(DriverError) -> Turn.Now {
    var call = call("userinfo", "GET", try await endpoint(\.userinfo, else: "userinfo"), accept: "application/json")
    let bearer = Secret("Bearer " + tokens.response.accessToken.concealed, name: "access token", origins: call.url.trustOrigin.map { [$0] })
    call.headers.append(Exchange.Header("Authorization", .secret(bearer)))
    let answer = try await browser.send(call)
    try refuseBrokenStatus(answer, to: call)
    if answer.status == 401 || answer.status == 403 { return .ended(.refused(Self.refusal(in: answer))) }
    let json = try json(in: answer, to: call)
    guard answer.status == 200 else { throw browser.failure(.status, "userinfo answered with status \(answer.status)") }
    let isSame = tokens.subject.map { json["sub"]?.stringValue == $0 } ?? true
    let check = TokenCheck("sub", problem: isSame ? nil : "userinfo is about another person than the ID token")
    return .ended(.finished(Finish(facts: [Value.Member("claims", Value(json))], checks: [check])))
  }

  /// The OAuth error that the challenge's header names (RFC 6750 section 3), else the usual one.
  private static func refusal(in answer: HTTPResponseMessage) -> OAuthRefusal {
    if let refusal = refusal(inBody: answer) { return refusal }
    let challenge = answer.headers["www-authenticate"] ?? ""
    let named = challenge.contains("error=\"") ? challenge.split(separator: "\"").dropFirst().first : nil
    return OAuthRefusal(error: named.map(String.init) ?? "invalid_token")
  }

  private static func refusal(inBody answer: HTTPResponseMessage) -> OAuthRefusal? {
    do { return OAuthRefusal(idx: try JSONReader.read(answer.body)) } catch { return nil }
  }

  /// As the vendor's guide has sign-out: the access token, then the refresh token if there is one.
  private mutating func revoke(_ tokens: TokenResponse) async throws(DriverError) -> Turn.Now {
    let url = try await endpoint(\.revocation, else: "revoke")
    var all = [(token: tokens.accessToken, hint: "access_token")]
    if let refreshToken = tokens.refreshToken { all.append((refreshToken, "refresh_token")) }
    for (token, hint) in all {
      let fields = withClientSecret([
        Value.Member("client_id", .text(configuration.clientID)), Value.Member("token_type_hint", .text(hint)),
        Value.Member("token", .secret(token)),
      ])
      let call = call("revoke \(hint)", "POST", url, accept: "application/json", body: .form(fields))
      let answer = try await browser.send(call)
      try refuseBrokenStatus(answer, to: call)
      guard answer.status != 200 else { continue }
      if let refusal = Self.refusal(inBody: answer) { return .ended(.refused(refusal)) }
      throw browser.failure(.status, "revoke answered with status \(answer.status)")
    }
    return .ended(.finished(Finish(facts: [], checks: [])))
  }

  private mutating func logout(_ tokens: TokenResponse) async throws(DriverError) -> Turn.Now {
    guard let idToken = tokens.idToken else { throw browser.failure(.impossible, "without an ID token no app asks for a logout") }
    var items = [QueryItem("id_token_hint", idToken.concealed)]
    if let home = configuration.postLogoutURI { items.append(QueryItem("post_logout_redirect_uri", home.description)) }
    var call = call("logout", "GET", try await endpoint(\.endSession, else: "logout").appending(query: items), accept: "text/html, */*")
    for _ in 0...Browser.redirectLimit {
      let answer = try await browser.send(call)
      try refuseBrokenStatus(answer, to: call)
      guard 300...399 ~= answer.status, let location = answer.headers["location"] else { return try loggedOut(answer) }
      let target: WebURL
      do { target = try call.url.resolve(location) } catch {
        throw browser.failure(.protocol, "the redirect of logout is no address: \(error)")
      }
      if isHome(target) || !configuration.allowed.allows(target) { return loggedOut(at: target) }
      call = self.call("logout", "GET", target, accept: "text/html, */*")
    }
    throw browser.failure(.redirectLoop, "logout was redirected more than \(Browser.redirectLimit) times")
  }

  private func isHome(_ url: WebURL) -> Bool { configuration.postLogoutURI.map(url.hasSameEndpoint) ?? false }

  private mutating func loggedOut(at target: WebURL) -> Turn.Now {
    if let refusal = Callback(target).refusal { return .ended(.refused(refusal)) }
    let isElsewhere = configuration.postLogoutURI != nil && !isHome(target)
    let problem = isElsewhere ? "logout led to '\(target.concealed())' instead of the client's own address" : nil
    let facts = [Value.Member("redirect", .text(target.withoutFragment.concealed()))]
    return .ended(.finished(Finish(facts: facts, checks: [TokenCheck("redirect", problem: problem)])))
  }

  private mutating func loggedOut(_ answer: HTTPResponseMessage) throws(DriverError) -> Turn.Now {
    guard answer.status >= 400 else { return .ended(.finished(Finish(facts: [], checks: []))) }
    if let refusal = Self.refusal(inBody: answer) { return .ended(.refused(refusal)) }
    throw browser.failure(.status, "logout answered with status \(answer.status)")
  }
}
