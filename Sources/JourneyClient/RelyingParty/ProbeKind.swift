import Encodings
package import JourneyModel

/// An extra attempt after a journey that a server must refuse, by the same names in every dialect.
package enum ProbeKind: String, Sendable, CaseIterable {
  case codeReplay = "code_replay"
  case wrongVerifier = "wrong_verifier"
  case noVerifier = "no_verifier"
  case noChallenge = "no_challenge"
  case redirectURI = "redirect_uri"
  case otherClient = "other_client"
  case redirectExact = "redirect_exact"
  case refreshReuse = "refresh_reuse"
  case revokedToken = "revoked_token"
  case openRedirect = "open_redirect"
  case csrf
  case userEnumeration = "user_enumeration"
  case linkReuse = "link_reuse"
  case rateLimit = "rate_limit"
  case loggedOut = "logged_out"

  /// What a probe is made of, which decides who can make it.
  package enum Material: Sendable, Hashable {
    /// The tokens or the code of the journey itself.
    case ownGrant
    /// A new code, as a refusal might use up another one.
    case secondGrant
    /// A request of the dialect's own: an authorization request, a page, a form, a link.
    case dialect
  }

  package var material: Material {
    switch self {
    case .codeReplay, .refreshReuse: .ownGrant
    case .wrongVerifier, .noVerifier, .redirectURI, .otherClient, .revokedToken: .secondGrant
    case .noChallenge, .redirectExact, .openRedirect, .csrf, .userEnumeration, .linkReuse, .rateLimit, .loggedOut: .dialect
    }
  }

  /// Whether the server has to issue tokens for another new code after it, so that a refusal proves something; not for a probe that is its
  /// own control, or that needs none.
  var needsControl: Bool {
    switch self {
    case .codeReplay, .wrongVerifier, .noVerifier, .redirectURI, .otherClient: true
    case .noChallenge, .redirectExact, .refreshReuse, .revokedToken, .openRedirect, .csrf, .userEnumeration, .linkReuse, .rateLimit,
      .loggedOut:
      false
    }
  }

  /// What a probe is made with.
  package enum Means: Sendable {
    /// A code: the journey's own, which is used up, for `codeReplay`; a fresh one for the others, as a refusal might use it up.
    case grant(CodeGrant)
    /// No code is available to try it with; why, in a sentence's end.
    case none(because: String)
  }
}

extension RelyingParty {
  /// The probes with these names.
  ///
  /// Throws where a name is unknown, before anything is sent.
  package mutating func probes(named names: [String]) throws(DriverError) -> [ProbeKind] {
    if let unknown = names.first(where: { ProbeKind(rawValue: $0) == nil }) {
      let known = ProbeKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw failure(.impossible, "there is no probe '\(unknown)'; there are \(known)")
    }
    return names.compactMap(ProbeKind.init)
  }

  /// Tries what the server must refuse.
  package mutating func attempt(_ probe: ProbeKind, with means: ProbeKind.Means) async throws(DriverError) -> ProbeResult {
    if probe == .refreshReuse { return ProbeResult(probe.rawValue, problem: try await reuseRefreshToken()) }
    switch means {
    case .none(let reason): return ProbeResult(probe.rawValue, problem: "it could not be tried: \(reason)")
    case .grant(let grant): return ProbeResult(probe.rawValue, problem: try await problem(of: probe, with: grant))
    }
  }

  /// Why a refusal proves nothing: a new code was not exchanged with the right values either; `nil` if it was.
  mutating func problemOfControl(of probe: ProbeKind, with means: ProbeKind.Means) async throws(DriverError) -> String? {
    let grant: CodeGrant
    switch means {
    case .none(let reason): return "it could not be tried: \(reason)"
    case .grant(let second): grant = second
    }
    let sentence = "it could not be tried: \(probe == .codeReplay ? "" : "with the right values, too, ")a new code got"
    switch try await exchange(grant, purpose: "probe \(probe.rawValue)") {
    case .tokens: return nil
    case .refused(let error): return "\(sentence) the error '\(error.error)' instead of tokens"
    case .unreadable(let what): return "\(sentence) \(what) instead of tokens"
    }
  }

  private mutating func problem(of probe: ProbeKind, with grant: CodeGrant) async throws(DriverError) -> String? {
    let purpose = "probe \(probe.rawValue)"
    switch probe {
    case .noVerifier:
      return try await exchange(grant.removing("code_verifier"), purpose: purpose)
        .problem(ofProbe: "the server issued tokens without a code verifier")
    case .otherClient:
      let other = grant.replacing("client_id", with: .text("\(client.id)-other"))
      switch try await exchange(other, purpose: purpose) {
      case .tokens: return "the server issued tokens to another client than the code's"
      case .refused(let error) where ["server_error", "temporarily_unavailable"].contains(error.error):
        return "the server answered with '\(error.error)', which is not a refusal of the client"
      case .refused: return nil
      case .unreadable(let what): return "the server answered with \(what), which is not an OAuth error"
      }
    case .revokedToken: return try await useRevokedToken(of: grant, purpose: purpose)
    case .noChallenge, .redirectExact, .openRedirect, .csrf, .userEnumeration, .linkReuse, .rateLimit, .loggedOut:
      return "it could not be tried: it is made of no code"
    case .codeReplay:
      return try await exchange(grant, purpose: purpose).problem(ofProbe: Self.replayed)
    case .wrongVerifier:
      let other = learn(AuthorizationRequest.randomText(using: &generator), name: "code verifier")
      return try await exchange(grant.replacing("code_verifier", with: .secret(other)), purpose: purpose)
        .problem(ofProbe: "the server issued tokens for a wrong code verifier")
    case .redirectURI:
      let other = client.redirectURI.appending(path: ["elsewhere"]).description
      return try await exchange(grant.replacing("redirect_uri", with: .text(other)), purpose: purpose)
        .problem(ofProbe: "the server issued tokens for another redirect URI than the code's")
    case .refreshReuse: return try await reuseRefreshToken()
    }
  }

  /// Exchanges a used code, before any other: a server may take it until there is another.
  ///
  /// - Returns: what is wrong with the answer, and what is wrong with it where the server issues no other code that could show that it
  ///   exchanges any.
  mutating func replay(_ grant: CodeGrant) async throws(DriverError) -> (problem: String?, withoutControl: String?) {
    let answer = try await exchange(grant, purpose: "probe \(ProbeKind.codeReplay.rawValue)")
    if let problem = answer.problem(ofProbe: Self.replayed) { return (problem, problem) }
    guard case .refused(let error) = answer, error.error != "invalid_grant" else { return (nil, nil) }
    return (nil, "the server answered with '\(error.error)' instead of 'invalid_grant', and issues no other code that shows what it takes")
  }

  private static let replayed = "the server issued tokens for a code that was used already"

  /// Fetches tokens of their own, uses the strongest of them, revokes them, and uses it again.
  private mutating func useRevokedToken(of grant: CodeGrant, purpose: String) async throws(DriverError) -> String? {
    guard case .tokens(var tokens) = try await exchange(grant, purpose: purpose) else {
      return "it could not be tried: the server issued no tokens for a second code"
    }
    if let problem = try await useBeforeRevoking(&tokens, purpose: purpose) { return "it could not be tried: \(problem)" }
    guard case .ended(.finished) = try await revoke(tokens) else { return "it could not be tried: the server refused to revoke its tokens" }
    if let refreshToken = tokens.refreshToken {
      let again = try await exchange(refreshToken: refreshToken, purpose: purpose)
      return again.problem(ofProbe: "the server issued tokens for a refresh token that was revoked")
    }
    let status = try await statusOfUserinfo(tokens, purpose: purpose)
    if status == 200 { return "the server answered userinfo for an access token that was revoked" }
    return 400..<500 ~= status ? nil : "the server answered userinfo with status \(status), which is not a refusal of a revoked token"
  }

  /// Why tokens that were not revoked are refused, so that a later refusal proves nothing; `nil` if they are accepted.
  private mutating func useBeforeRevoking(_ tokens: inout TokenResponse, purpose: String) async throws(DriverError) -> String? {
    guard let refreshToken = tokens.refreshToken else {
      let status = try await statusOfUserinfo(tokens, purpose: purpose)
      return status == 200 ? nil : "before the access token was revoked, userinfo answered with status \(status)"
    }
    let sentence = "before the refresh token was revoked, it got"
    switch try await exchange(refreshToken: refreshToken, purpose: purpose) {
    case .tokens(let renewed):
      tokens.accessToken = renewed.accessToken
      tokens.refreshToken = renewed.refreshToken ?? refreshToken
      return nil
    case .refused(let error): return "\(sentence) the error '\(error.error)' instead of tokens"
    case .unreadable(let what): return "\(sentence) \(what) instead of tokens"
    }
  }

  private mutating func statusOfUserinfo(_ tokens: TokenResponse, purpose: String) async throws(DriverError) -> Int {
    var call = call(purpose, "GET", try await endpoint(.userinfo), accept: "application/json")
    call.headers.append(bearer(tokens.accessToken))
    return try await load(call).status
  }

  /// Uses the refresh token, then the same one again; the walk goes on with the new one.
  private mutating func reuseRefreshToken() async throws(DriverError) -> String? {
    let purpose = "probe \(ProbeKind.refreshReuse.rawValue)"
    guard let old = session.tokens?.response.refreshToken else { return "it could not be tried without a refresh token" }
    switch try await exchange(refreshToken: old, purpose: purpose) {
    case .refused(let error): return "it could not be tried: the refresh token was refused with '\(error.error)'"
    case .unreadable(let what): return "it could not be tried: the refresh was answered with \(what)"
    case .tokens(let tokens): session.tokens?.renew(tokens)
    }
    let again = try await exchange(refreshToken: old, purpose: purpose)
    if case .tokens(let tokens) = again { session.tokens?.renew(tokens) }
    return again.problem(ofProbe: "the server issued tokens for a refresh token that was used already")
  }
}
