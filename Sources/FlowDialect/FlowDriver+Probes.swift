import Encodings
import JourneyClient
import JourneyModel

/// An extra attempt after a journey that a server must refuse.
enum FlowProbe: String, CaseIterable {
  case codeReplay = "code_replay"
  case wrongVerifier = "wrong_verifier"
  case redirectURI = "redirect_uri"
  case refreshReuse = "refresh_reuse"
}

extension FlowDriver {
  /// Refuses names of probes that there are none of, before anything is asked.
  mutating func refuseUnknownProbes(_ names: [String]) throws(DriverError) {
    guard let unknown = names.first(where: { FlowProbe(rawValue: $0) == nil }) else { return }
    let known = FlowProbe.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw browser.failure(.impossible, "there is no probe '\(unknown)'; there are \(known)")
  }

  /// The probes' results, in the order asked for.
  mutating func run(_ names: [String], after grant: CodeGrant) async throws(DriverError) -> [ProbeResult] {
    var results: [ProbeResult] = []
    for name in names {
      guard let probe = FlowProbe(rawValue: name) else { continue }
      let problem =
        switch probe {
        case .codeReplay:
          try await exchange(grant, purpose: "probe \(name)").problem(ofProbe: "the server gave tokens for a code that was used already")
        case .wrongVerifier: try await probeVerifier()
        case .redirectURI: try await probeRedirectURI()
        case .refreshReuse: try await probeRefreshReuse()
        }
      results.append(ProbeResult(name, problem: problem))
    }
    return results
  }

  private mutating func probeVerifier() async throws(DriverError) -> String? {
    guard var grant = try await secondGrant() else { return Self.noSecondCode }
    grant.verifier = browser.learn(AuthorizationRequest.randomText(using: &generator), name: "code verifier")
    return try await exchange(grant, purpose: "probe wrong_verifier").problem(ofProbe: "the server gave tokens for a wrong code verifier")
  }

  private mutating func probeRedirectURI() async throws(DriverError) -> String? {
    guard var grant = try await secondGrant() else { return Self.noSecondCode }
    grant.redirectURI = grant.redirectURI.appending(path: ["elsewhere"])
    return try await exchange(grant, purpose: "probe redirect_uri")
      .problem(ofProbe: "the server gave tokens for another redirect URI than the code's")
  }

  private static let noSecondCode = "it could not be tried: the server gave no second code without asking the person again"

  /// A fresh code out of the same browser, asked for silently: the walk's own is used up, and a refusal might use up another.
  private mutating func secondGrant() async throws(DriverError) -> CodeGrant? {
    let kept = session
    defer { session = kept }
    let request = try authorizationRequest(StartParameters(keys: [Value.Member("prompt", "none")]))
    guard case .callback(let callback, _) = try await land(authorizationCall(request)), let code = callback["code"] else { return nil }
    return CodeGrant(code: Secret(code, name: "code"), verifier: request.verifier, redirectURI: configuration.redirectURI)
  }

  /// Uses the refresh token, then the same one again; the walk goes on with the new one.
  private mutating func probeRefreshReuse() async throws(DriverError) -> String? {
    guard let old = session.tokens?.response.refreshToken else { return "it could not be tried: there is no refresh token" }
    switch try await exchange(refreshToken: old, purpose: "probe refresh_reuse") {
    case .refused(let refusal): return "it could not be tried: the refresh token was refused with '\(refusal.error)'"
    case .unreadable(let what): return "it could not be tried: the refresh was answered with \(what)"
    case .tokens(let tokens): keep(tokens)
    }
    let again = try await exchange(refreshToken: old, purpose: "probe refresh_reuse")
    if case .tokens(let tokens) = again { keep(tokens) }
    return again.problem(ofProbe: "the server gave tokens for a refresh token that was used already")
  }

  /// Makes these the walk's tokens; what they leave out stays (RFC 6749 section 6).
  mutating func keep(_ tokens: TokenResponse) {
    var kept = tokens
    kept.refreshToken = tokens.refreshToken ?? session.tokens?.response.refreshToken
    kept.idToken = tokens.idToken ?? session.tokens?.response.idToken
    session.tokens?.response = kept
  }
}
