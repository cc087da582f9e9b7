import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

extension FlowDriver {
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

  private mutating func refreshTokens(_ tokens: FlowSession.Tokens) async throws(DriverError) -> Turn.Now {
    guard let refreshToken = tokens.response.refreshToken else { throw browser.failure(.impossible, "the server gave no refresh token") }
    switch try await exchange(refreshToken: refreshToken) {
    case .refused(let refusal): return .ended(.refused(refusal))
    case .unreadable(let what): throw browser.failure(.protocol, "the refresh was answered with \(what)")
    case .tokens(let refreshed):
      keep(refreshed)
      let verified = try await verify(refreshed, nonce: nil, subject: tokens.subject, isAwaited: false, isFirst: false)
      return .ended(.finished(Finish(facts: facts(of: refreshed, claims: verified.claims), checks: verified.checks)))
    }
  }

  private mutating func userinfo(_ tokens: FlowSession.Tokens) async throws(DriverError) -> Turn.Now {
    let provider = try await browser.provider(of: configuration.issuer, cache: providers)
    guard let url = provider.metadata.userinfo else { throw browser.failure(.protocol, "the issuer names no userinfo endpoint of its own") }
    var call = call("userinfo", "GET", url, accept: "application/json")
    call.headers.append(bearer(tokens.response.accessToken))
    let answer = try await browser.send(call)
    try refuseBrokenStatus(answer, to: call)
    if answer.status == 401 || answer.status == 403 { return .ended(.refused(refusal(in: answer))) }
    guard answer.status == 200 else { throw browser.failure(.status, "userinfo answered with status \(answer.status)") }
    let json: JSONValue
    do { json = try JSONReader.read(answer.body) } catch {
      throw browser.failure(.notJSON, "userinfo answered with something that is not JSON: \(error)")
    }
    let isSame = tokens.subject.map { json["sub"]?.stringValue == $0 } ?? true
    let check = TokenCheck("sub", problem: isSame ? nil : "userinfo is about another person than the ID token")
    return .ended(.finished(Finish(facts: [Value.Member("claims", Value(json))], checks: [check])))
  }

  /// The OAuth error of a body, else of the challenge's header (RFC 6750 section 3).
  private func refusal(in answer: HTTPResponseMessage) -> OAuthRefusal {
    if let refusal = OAuthRefusal(body: answer.body) { return refusal }
    let challenge = answer.headers["www-authenticate"] ?? ""
    let named = challenge.split(separator: "\"").dropFirst().first.map(String.init)
    return OAuthRefusal(error: challenge.contains("error=\"") ? named ?? "invalid_token" : "invalid_token")
  }

  /// One call: for the refresh token if there is one, else for the access token (sheet section 1.7).
  private mutating func revoke(_ tokens: TokenResponse) async throws(DriverError) -> Turn.Now {
    let token = tokens.refreshToken ?? tokens.accessToken
    let hint = tokens.refreshToken == nil ? "access_token" : "refresh_token"
    let call = call(
      "revoke", "POST", configuration.url("oauth2/revoke"), accept: "application/json",
      body: .form([
        Value.Member("client_id", .text(configuration.clientID)), Value.Member("token_type_hint", .text(hint)),
        Value.Member("token", .secret(token)),
      ]))
    let answer = try await browser.send(call)
    try refuseBrokenStatus(answer, to: call)
    if answer.status == 200 { return .ended(.finished(Finish(facts: [], checks: []))) }
    if let refusal = OAuthRefusal(body: answer.body) { return .ended(.refused(refusal)) }
    throw browser.failure(.status, "revoke answered with status \(answer.status)")
  }

  private mutating func logout(_ tokens: TokenResponse) async throws(DriverError) -> Turn.Now {
    guard let idToken = tokens.idToken else { throw browser.failure(.impossible, "without an ID token no app asks for a logout") }
    var items = [QueryItem("id_token_hint", idToken.concealed)]
    if let home = configuration.postLogoutURI { items.append(QueryItem("post_logout_redirect_uri", home.description)) }
    var call = call("logout", "GET", configuration.url("oauth2/sessions/logout").appending(query: items), accept: "text/html, */*")
    for _ in 0...Browser.redirectLimit {
      let answer = try await browser.send(call)
      try refuseBrokenStatus(answer, to: call)
      guard 300...399 ~= answer.status, let location = answer.headers["location"] else { return try loggedOut(answer, at: nil) }
      let target = try address(location, at: call.url, of: "the redirect of logout")
      if isHome(target) || !configuration.allowed.allows(target) { return try loggedOut(answer, at: target) }
      call = self.call("logout", "GET", target, accept: "text/html, */*")
    }
    throw browser.failure(.redirectLoop, "logout was redirected more than \(Browser.redirectLimit) times")
  }

  private func isHome(_ url: WebURL) -> Bool { configuration.postLogoutURI.map(url.hasSameEndpoint) ?? false }

  private mutating func loggedOut(_ answer: HTTPResponseMessage, at target: WebURL?) throws(DriverError) -> Turn.Now {
    if let target {
      if let refusal = Callback(target).refusal { return .ended(.refused(refusal)) }
      let isElsewhere = configuration.postLogoutURI != nil && !isHome(target)
      let problem = isElsewhere ? "logout led to '\(target.concealed())' instead of the client's own address" : nil
      let facts = [Value.Member("redirect", .text(target.withoutFragment.concealed()))]
      return .ended(.finished(Finish(facts: facts, checks: [TokenCheck("redirect", problem: problem)])))
    }
    if answer.status >= 400 {
      if let refusal = OAuthRefusal(body: answer.body) { return .ended(.refused(refusal)) }
      throw browser.failure(.status, "logout answered with status \(answer.status)")
    }
    return .ended(.finished(Finish(facts: [], checks: [])))
  }
}
