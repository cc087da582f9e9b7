import Encodings
import JourneyClient
import JourneyModel

/// An extra attempt after a journey that a server must refuse, by the names that every dialect has.
enum IDXProbe: String, CaseIterable {
  case codeReplay = "code_replay"
  case wrongVerifier = "wrong_verifier"
  case redirectURI = "redirect_uri"
  case refreshReuse = "refresh_reuse"
}

extension IDXDriver {
  /// Refuses names of probes that there are none of, before anything is asked.
  mutating func refuseUnknownProbes(_ names: [String]) throws(DriverError) {
    guard let unknown = names.first(where: { IDXProbe(rawValue: $0) == nil }) else { return }
    let known = IDXProbe.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw browser.failure(.impossible, "there is no probe '\(unknown)'; there are \(known)")
  }

  /// The probes' results, in the order asked for.
  mutating func run(_ names: [String], after grant: InteractionGrant) async throws(DriverError) -> [ProbeResult] {
    var results: [ProbeResult] = []
    for probe in names.compactMap(IDXProbe.init) {
      let problem: String? =
        switch probe {
        case .codeReplay: try await probeReplay(of: grant)
        case .wrongVerifier: "it could not be tried: a second interaction code takes a second walk"
        case .redirectURI: "it could not be tried: an interaction code is exchanged without a redirect URI"
        case .refreshReuse: try await probeRefreshReuse()
        }
      results.append(ProbeResult(probe.rawValue, problem: problem))
    }
    return results
  }

  private mutating func probeReplay(of grant: InteractionGrant) async throws(DriverError) -> String? {
    try await exchange(grant, purpose: "probe code_replay").problem(ofProbe: "the server gave tokens for a code that was used already")
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
