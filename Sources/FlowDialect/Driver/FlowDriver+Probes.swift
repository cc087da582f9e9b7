import JourneyClient
import JourneyModel

extension FlowDriver {
  /// The probes' results, in the order listed.
  mutating func run(_ probes: [ProbeKind], after grant: CodeGrant) async throws(DriverError) -> [ProbeResult] {
    var results: [ProbeResult] = []
    for probe in probes {
      let means: ProbeKind.Means =
        switch probe {
        case .codeReplay, .refreshReuse: .grant(grant)
        case .wrongVerifier, .redirectURI:
          try await secondGrant().map { .grant($0) }
            ?? .none(because: "the server issued no second code without asking the person again")
        }
      results.append(try await party.attempt(probe, with: means))
    }
    return results
  }

  /// A new code from the same browser, requested silently: the walk's own is used up, and a refusal might use up another.
  private mutating func secondGrant() async throws(DriverError) -> CodeGrant? {
    let kept = party.session
    defer { party.session = kept }
    let request = try authorizationRequest(StartParameters(keys: [Value.Member("prompt", "none")]))
    guard case .callback(let callback, _) = try await land(authorizationCall(request)), let code = callback["code"] else { return nil }
    return CodeGrant(code: party.learn(code, name: "code"), verifier: request.verifier, of: client)
  }
}
