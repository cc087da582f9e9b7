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
      } else if probe == .codeReplay {
        results.append(ProbeResult(probe.rawValue, problem: try await problemOfReplay(with: means)))
      } else {
        var result = try await party.attempt(probe, with: try await means(&self, probe, probe.material))
        if result.problem == nil, probe.needsControl {
          result = ProbeResult(
            probe.rawValue, problem: try await party.problemOfControl(of: probe, with: try await means(&self, probe, .secondGrant)))
        }
        results.append(result)
      }
    }
    return results
  }

  /// The journey's own code first, as any new code may hide that a server takes the last one again; then a new code, which has to bring
  /// tokens, and that one once more, as other probes may have had codes before.
  ///
  /// If a second code cannot be had, the refusal itself has to say what it refuses.
  private mutating func problemOfReplay(
    with means: (inout Self, ProbeKind, ProbeKind.Material) async throws(DriverError) -> ProbeKind.Means
  ) async throws(DriverError) -> String? {
    let probe = ProbeKind.codeReplay
    let own: CodeGrant
    switch try await means(&self, probe, probe.material) {
    case .none(let reason): return "it could not be tried: \(reason)"
    case .grant(let grant): own = grant
    }
    let first = try await party.replay(own)
    if let problem = first.problem { return problem }
    let control = try await means(&self, probe, .secondGrant)
    guard case .grant(let second) = control else { return first.withoutControl }
    if let problem = try await party.problemOfControl(of: probe, with: control) { return problem }
    return try await party.replay(second).problem
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
