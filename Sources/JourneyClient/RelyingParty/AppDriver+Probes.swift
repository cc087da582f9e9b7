package import JourneyModel

extension AppDriver {
  /// The probes' results, in the order listed.
  ///
  /// - Parameter means: what a probe is made with.
  package mutating func run(
    _ probes: [ProbeKind], with means: (inout Self, ProbeKind) async throws(DriverError) -> ProbeKind.Means
  ) async throws(DriverError) -> [ProbeResult] {
    var results: [ProbeResult] = []
    for probe in probes {
      if probe.material == .dialect {
        results.append(try await attempt(probe))
      } else {
        var result = try await party.attempt(probe, with: try await means(&self, probe))
        if result.problem == nil, probe.needsControl {
          result = ProbeResult(
            probe.rawValue, problem: try await party.problemOfControl(of: probe, with: try await means(&self, probe)))
        }
        results.append(result)
      }
    }
    return results
  }

  /// The probes' results of a code grant that is used up, in the order listed.
  ///
  /// - Parameter secondGrant: requests a new code silently; `nil` if the server issues none. A refusal might use up another code,
  ///   so each probe of one has its own.
  package mutating func run(
    _ probes: [ProbeKind], after grant: CodeGrant, secondGrant: (inout Self) async throws(DriverError) -> CodeGrant?
  ) async throws(DriverError) -> [ProbeResult] {
    try await run(probes) { (driver: inout Self, probe: ProbeKind) async throws(DriverError) -> ProbeKind.Means in
      switch probe.material {
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
