package import Encodings
package import JourneyModel

extension RelyingParty {
  /// Does something with the tokens of a finished journey.
  package mutating func perform(_ action: TokenAction) async throws(DriverError) -> Turn.Now {
    guard let tokens = session.tokens else { throw failure(.impossible, "there are no tokens: the journey was not finished") }
    switch action {
    case .refresh: return try await refresh(tokens)
    case .userinfo: return try await userinfo(tokens)
    case .revoke: return try await revoke(tokens.response)
    case .logout:
      let (request, answer) = try await requestLogout()
      return try loggedOut(by: request, with: answer)
    }
  }

  private mutating func refresh(_ tokens: TokenSet) async throws(DriverError) -> Turn.Now {
    guard let refreshToken = tokens.response.refreshToken else { throw failure(.impossible, "the server issued no refresh token") }
    switch try await exchange(refreshToken: refreshToken, purpose: "refresh tokens") {
    case .refused(let error): return .ended(.refused(error))
    case .unreadable(let what): throw failure(.protocol, "the refresh was answered with \(what)")
    case .tokens(let refreshed):
      session.tokens?.renew(refreshed)
      let request = session.authorization
      let nonce = request?["nonce"] == nil ? nil : request?.nonce
      let verified = try await verify(refreshed, nonce: nonce, subject: tokens.subject, isAwaited: false, isFirst: false)
      let isSound = verified.checks.allSatisfy { $0.problem == nil }
      let others = [
        tokens.scopeCheck(of: refreshed), tokens.loginCheck(ofRefreshed: verified.claims), tokens.partyCheck(ofRefreshed: verified.claims),
        tokens.issueCheck(ofRefreshed: verified.claims),
      ]
      let checks = verified.checks + (isSound ? others.compactMap(\.self) : [])
      let facts = tokens.facts(of: refreshed, claims: verified.claims, doubt: await doubt(aboutAccessTokenOf: refreshed))
      return .ended(.finished(Finish(facts: facts, checks: checks)))
    }
  }

  private mutating func userinfo(_ tokens: TokenSet) async throws(DriverError) -> Turn.Now {
    var call = call("userinfo", "GET", try await endpoint(.userinfo), accept: "application/json")
    call.isFromApp = true
    call.headers.append(bearer(tokens.response.accessToken))
    let response = try await load(call)
    if response.status == 401 || response.status == 403 { return .ended(.refused(try challengeError(of: response))) }
    guard response.status == 200 else { throw failure(.status, "userinfo answered with status \(response.status)") }
    let json: JSONValue
    do { json = try JSONReader.readUnambiguous(response.body) } catch {
      throw failure(.notJSON, "userinfo answered with something that is \(error.finding)")
    }
    let isSame = tokens.subject.map { json["sub"]?.stringValue == $0 } ?? true
    let check = TokenCheck("sub", problem: isSame ? nil : "userinfo is about another person than the ID token")
    var checks = [check]
    if let name = json.memberOfError {
      let said = json["error"]?.stringValue.map { "the error '\($0)'" } ?? (name == "error" ? "an error" : "'\(name)'")
      checks.append(TokenCheck("error", problem: "userinfo answered with status 200 and \(said)"))
    }
    return .ended(.finished(Finish(facts: [Value.Member("claims", Value(answered: json))], checks: checks)))
  }

  /// The OAuth error of a body, else of the challenge's header (RFC 6750 section 3).
  private mutating func challengeError(of response: HTTPResponseMessage) throws(DriverError) -> OAuthErrorResponse {
    if let error = try oauthError(in: response) { return error }
    let challenge = response.headers["www-authenticate"] ?? ""
    let named = challenge.contains("error=\"") ? challenge.split(separator: "\"").dropFirst().first : nil
    return OAuthErrorResponse(error: named.map(String.init) ?? "invalid_token")
  }

  mutating func revoke(_ tokens: TokenResponse) async throws(DriverError) -> Turn.Now {
    let url = try await endpoint(.revocation)
    let access = (token: tokens.accessToken, hint: "access_token")
    let refresh = tokens.refreshToken.map { (token: $0, hint: "refresh_token") }
    switch profile.revocation {
    case .strongest: return try await revoke([refresh ?? access], at: url) { _ in "revoke" }
    case .each: return try await revoke([access] + (refresh.map { [$0] } ?? []), at: url) { "revoke \($0)" }
    }
  }

  private mutating func revoke(
    _ tokens: [(token: Secret, hint: String)], at url: WebURL, purpose: (String) -> String
  ) async throws(DriverError) -> Turn.Now {
    var checks: [TokenCheck] = []
    for (token, hint) in tokens {
      var call = call(
        purpose(hint), "POST", url, accept: "application/json",
        body: .form([
          Value.Member("client_id", .text(client.id)), Value.Member("token_type_hint", .text(hint)), Value.Member("token", .secret(token)),
        ]))
      call.isFromApp = true
      try await authenticate(&call)
      let response = try await load(call)
      let error = try oauthError(in: response)
      guard response.status == 200 else {
        if response.status >= 400, let error { return .ended(.refused(error)) }
        throw failure(.status, "revoke answered with status \(response.status)")
      }
      if let said = error.map({ "the error '\($0.error)'" }) ?? Self.error(in: response.body).map({ "'\($0)'" }) {
        checks.append(TokenCheck("error", problem: "revoke answered with status 200 and \(said)"))
      }
    }
    return .ended(.finished(Finish(facts: [], checks: checks)))
  }

  /// What of a body says that something failed, whatever its form is; `nil` for nothing.
  private static func error(in body: [UInt8]) -> String? {
    do throws(JSONError) { return try JSONReader.read(body).memberOfError } catch {
      let text = String(decoding: body.prefix(1_000), as: UTF8.self)
      return text.hasPrefix("error=") || text.contains("\"error") ? "error" : nil
    }
  }

  /// Sends the logout of the finished journey's person, and says what came of it.
  package mutating func requestLogout() async throws(DriverError) -> (request: LogoutRequest, answer: LogoutAnswer) {
    let request = try await logoutRequest()
    let call = call("logout", "GET", request.url, accept: "text/html, */*")
    let client = client
    switch try await follow(call, until: { client.isHome($0) || !client.allowed.allows($0) }) {
    case .address(let target): return (request, .address(target))
    case .response(let response, let call): return (request, .response(response, call.url))
    }
  }

  /// What of a logout is known without reading the page that it may have ended at.
  package mutating func loggedOut(by request: LogoutRequest, with answer: LogoutAnswer) throws(DriverError) -> Turn.Now {
    switch answer {
    case .address(let target): return loggedOut(at: target, by: request)
    case .response(let response, let url):
      guard response.status >= 400 else {
        return loggedOut(at: url, showing: "status \(response.status) and \(response.excerpt)")
      }
      if let error = try oauthError(in: response) { return .ended(.refused(error)) }
      throw failure(.status, "logout answered with status \(response.status)")
    }
  }

  /// What a logout leads to.
  package enum LogoutAnswer: Sendable {
    /// An address of the app, or one of another site, which was not loaded.
    case address(WebURL)
    /// What is at the last address.
    case response(HTTPResponseMessage, WebURL)
  }

  /// Where a browser logs out (OpenID Connect RP-Initiated Logout, section 2), with the state that has to come back, if one is sent.
  package struct LogoutRequest: Sendable {
    package let url: WebURL
    fileprivate let state: Secret?
  }

  /// The logout of the finished journey's person; throws without an ID token.
  package mutating func logoutRequest() async throws(DriverError) -> LogoutRequest {
    guard let idToken = session.tokens?.response.idToken else {
      throw failure(.impossible, "no app requests a logout without an ID token")
    }
    var items = [QueryItem("id_token_hint", idToken.unsafeText)]
    if let home = client.postLogoutURI { items.append(QueryItem("post_logout_redirect_uri", home.description)) }
    let state = profile.sendsStateWithLogout ? learn(AuthorizationRequest.randomText(using: &generator), name: "state") : nil
    if let state { items.append(QueryItem("state", state.unsafeText)) }
    return LogoutRequest(url: try await endpoint(.endSession).appending(query: items), state: state)
  }

  /// What a logout that led there is: done, or refused, with the checks of where it led.
  ///
  /// An error, a code or a token counts only where the server sends the app back to. A client without a `logout_uri` may be led back to
  /// itself; a step that names another address expects it.
  package func loggedOut(at target: WebURL, by request: LogoutRequest) -> Turn.Now {
    let callback = Callback(target)
    let facts = [Value.Member("redirect", .text(target.withoutFragment.concealed()))]
    guard client.postLogoutURI != nil else {
      let place = target.withoutQuery.concealed()
      guard client.isOfApp(target) else {
        let problem = "logout led to '\(place)', which is neither the tenant's nor the client's; name it with 'redirect'"
        return .ended(.finished(Finish(facts: facts, checks: [TokenCheck(TokenCheck.logoutElsewhere, problem: problem)])))
      }
      let grant = callback.grantCheck
      if grant == nil, let error = callback.oauthError { return .ended(.refused(error)) }
      return .ended(.finished(Finish(facts: facts, checks: [TokenCheck(TokenCheck.logoutElsewhere)] + [grant].compactMap(\.self))))
    }
    let problem = client.isHome(target) ? nil : "logout led to '\(target.concealed())' instead of the client's own address"
    var checks = [TokenCheck("redirect", problem: problem)]
    if problem == nil, let grant = callback.grantCheck { checks.append(grant) }
    if let state = request.state, problem == nil {
      let place = callback.problem(readIn: .query, code: "code")
      checks.append(place.map { TokenCheck("state", problem: $0) } ?? callback.stateCheck(state))
    }
    if let error = callback.oauthError, checks.allSatisfy({ $0.problem == nil }) { return .ended(.refused(error)) }
    return .ended(.finished(Finish(facts: facts, checks: checks)))
  }

  /// What a logout is that led nowhere: failed for a client with a `logout_uri`, as the server may only have asked whether to log out.
  ///
  /// A client without one cannot know more than that no error came.
  /// - Parameters:
  ///   - answer: what came instead of a redirect, as a sentence's end.
  ///   - buttons: what a person can press there.
  package func loggedOut(at place: WebURL, showing answer: String, buttons: [String] = []) -> Turn.Now {
    guard let home = client.postLogoutURI else { return .ended(.finished(Finish(facts: [], checks: []))) }
    let names = buttons.map { "'\($0)'" }.joined(separator: ", ")
    let problem =
      "logout ended at '\(place.withoutQuery.concealed())' with \(answer), instead of leading back to '\(home)'"
      + (buttons.isEmpty ? "" : "; if the page asks first, name the button to press with 'press': it has \(names)")
    return .ended(.finished(Finish(facts: [], checks: [TokenCheck("redirect", problem: problem)])))
  }
}

extension Callback {
  /// The check that fails as a logout led back with a code or a token; `nil` if it did not.
  fileprivate var grantCheck: TokenCheck? {
    grantItem.map { TokenCheck("redirect", problem: "logout led back with '\($0)', which no logout gives") }
  }
}

extension HTTPResponseMessage {
  /// The first words of a body without its tags, for a message.
  fileprivate var excerpt: String {
    var text = ""
    var isTag = false
    for character in String(decoding: body.prefix(4_096), as: UTF8.self) {
      if character == "<" { isTag = true } else if !isTag { text.append(character) }
      if character == ">" { (isTag, text) = (false, text + " ") }
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? "no text" : "the text '\(words.prefix(80))'"
  }
}

extension OAuthClient {
  /// Whether it is where logout leads.
  fileprivate func isHome(_ url: WebURL) -> Bool { postLogoutURI.map(url.hasSameEndpoint) ?? false }

  /// Whether it is at the app that codes are sent to.
  fileprivate func isOfApp(_ url: WebURL) -> Bool { url.scheme == redirectURI.scheme && url.origin == redirectURI.origin }
}
