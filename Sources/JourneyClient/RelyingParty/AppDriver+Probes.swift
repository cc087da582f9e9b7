package import JourneyModel

extension AppDriver {
  /// The probes' results, in the order listed.
  ///
  /// - Parameter means: what a probe, or its control, is made with, of this material.
  package mutating func run(
    _ probes: [ProbeKind], with means: (inout Self, ProbeKind, ProbeKind.Material) async throws(DriverError) -> ProbeKind.Means
  ) async throws(DriverError) -> [ProbeResult] {
    var results: [ProbeResult] = []
    for probe in probes {
      if probe.material == .dialect {
        results.append(try await attempt(probe))
      } else if probe.control == .before {
        results.append(try await attemptAfterControl(probe, with: means))
      } else {
        var result = try await party.attempt(probe, with: try await means(&self, probe, probe.material))
        if result.problem == nil, probe.control == .after {
          result = ProbeResult(
            probe.rawValue, problem: try await party.problemOfControl(of: probe, with: try await means(&self, probe, .secondGrant)))
        }
        results.append(result)
      }
    }
    return results
  }

  /// Where there is no second code, the refusal has to say by itself what it refuses.
  private mutating func attemptAfterControl(
    _ probe: ProbeKind, with means: (inout Self, ProbeKind, ProbeKind.Material) async throws(DriverError) -> ProbeKind.Means
  ) async throws(DriverError) -> ProbeResult {
    let control = try await means(&self, probe, .secondGrant)
    let own = try await means(&self, probe, probe.material)
    guard case .grant = control else {
      guard case .grant(let grant) = own else { return try await party.attempt(probe, with: own) }
      return try await party.replay(grant)
    }
    if let problem = try await party.problemOfControl(of: probe, with: control) { return ProbeResult(probe.rawValue, problem: problem) }
    return try await party.attempt(probe, with: own)
  }

  /// The probes' results of a code grant that is used up, in the order listed.
  ///
  /// - Parameter secondGrant: requests a new code silently; `nil` if the server issues none. A refusal might use up another code,
  ///   so each probe of one has its own.
  package mutating func run(
    _ probes: [ProbeKind], after grant: CodeGrant, secondGrant: (inout Self) async throws(DriverError) -> CodeGrant?
  ) async throws(DriverError) -> [ProbeResult] {
    try await run(probes) { (driver: inout Self, _, material: ProbeKind.Material) async throws(DriverError) -> ProbeKind.Means in
      switch material {
      case .ownGrant, .dialect: return .grant(grant)
      case .secondGrant:
        guard let second = try await secondGrant(&driver) else {
          return .none(because: "the server issued no second code without asking the person again")
        }
        return .grant(second)
      }
    }
  }
}
