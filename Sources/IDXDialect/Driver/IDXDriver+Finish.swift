package import JourneyClient
package import JourneyModel

extension IDXDriver {
  /// Exchanges the code, verifies the tokens; then tries what the server must refuse.
  package mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now {
    guard let ending = session.ending, let authorization = party.session.authorization else {
      throw party.failure(.impossible, "the journey is not complete, so there is nothing to finish")
    }
    session.useEnding()
    let redirect = ending.redirect.map { [Value.Member("redirect", .text($0))] } ?? []
    let begun = Finish(facts: redirect, checks: ending.checks)
    guard ending.checks.last?.problem == nil else { return .ended(.finished(begun)) }
    let grant = self.grant(of: ending, verifier: authorization.verifier)
    switch try await party.redeem(grant, for: authorization, begun: begun) {
    case .refused(let error): return end(.refused(error))
    case .finished(var finish):
      if finish.checks.last?.problem == nil { finish.probes = try await run(probes, after: grant) }
      return .ended(.finished(finish))
    }
  }

  /// An interaction code is exchanged without a redirect URI, where the body that brought it says.
  private func grant(of ending: IDXSession.Ending, verifier: Secret) -> CodeGrant {
    CodeGrant(
      fields: [
        Value.Member("grant_type", "interaction_code"), Value.Member("interaction_code", .secret(ending.code)),
        Value.Member("client_id", .text(client.id)), Value.Member("code_verifier", .secret(verifier)),
      ], endpoint: ending.tokenURL)
  }

  /// The probes' results, in the order listed.
  private mutating func run(_ probes: [ProbeKind], after grant: CodeGrant) async throws(DriverError) -> [ProbeResult] {
    try await run(probes) { (_, probe: ProbeKind, material: ProbeKind.Material) async throws(DriverError) -> ProbeKind.Means in
      switch material {
      case .ownGrant, .dialect: .grant(grant)
      case .secondGrant where probe == .redirectURI: .none(because: "an interaction code is exchanged without a redirect URI")
      case .secondGrant: .none(because: "a second interaction code takes a second walk")
      }
    }
  }
}
