import Encodings
package import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Verifies the callback, exchanges its code and verifies the tokens; then tries what the server must refuse.
  package mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    guard let callback = session.callback, let authorization = party.session.authorization else {
      throw party.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    session.useCallback()
    let begun = Finish(facts: [redirect(of: callback)], checks: try await checks(on: callback))
    guard begun.checks.allSatisfy({ $0.problem == nil }), let code = callback["code"] else { return .ended(.finished(begun)) }
    let grant = CodeGrant(code: party.learn(code, name: "code"), verifier: authorization.verifier, of: client)
    switch try await party.redeem(grant, for: authorization, begun: begun) {
    case .refused(let error): return .ended(.refused(error))
    case .finished(var finish):
      if finish.checks.last?.problem == nil {
        readTrace(hasCode: false)
        defer { _ = party.takeSeen() }
        finish.probes = try await run(probes, after: grant) { (driver: inout Self) async throws(DriverError) in
          try await driver.secondGrant()
        }
      }
      return .ended(.finished(finish))
    }
  }

  /// A new code from the same browser, requested silently: the walk's own is used up, and a refusal might use up another.
  private mutating func secondGrant() async throws(DriverError) -> CodeGrant? {
    let kept = party.session
    defer { party.session = kept }
    let request = try authorizationRequest((session.launch ?? Launch(StartParameters())).silent)
    guard case .app(let url, .callback) = try await navigate(try await pageRequest(of: request)), let code = Callback(url)["code"] else {
      return nil
    }
    return CodeGrant(code: party.learn(code, name: "code"), verifier: request.verifier, of: client)
  }
}
