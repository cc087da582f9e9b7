import JourneyClient
import JourneyModel

extension FlowDriver {
  /// A new code from the same browser, requested silently: the walk's own is used up, and a refusal might use up another.
  mutating func secondGrant() async throws(DriverError) -> CodeGrant? {
    let kept = party.session
    defer { party.session = kept }
    let request = try authorizationRequest(StartParameters(keys: [Value.Member("prompt", "none")]))
    guard case .callback(let callback, _) = try await land(authorizationCall(request)), let code = callback["code"] else { return nil }
    return CodeGrant(code: party.learn(code, name: "code"), verifier: request.verifier, of: client)
  }
}
