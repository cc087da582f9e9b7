internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Branches of `either` that are never taken, because those before them are taken wherever they fit.
struct BranchChecks {
  /// The names of all tenants; `nil` if they are not known.
  let tenants: Set<String>?

  func diagnostics(of branches: [[Step]]) -> [Diagnostic] {
    let heads = branches.compactMap(\.first)
    return heads.indices.dropFirst().compactMap { place in
      let head = heads[place]
      guard let earlier = heads[..<place].first(where: { covers($0, head) }) ?? cover(heads[..<place], head) else { return nil }
      return Diagnostic(
        .badBranch, "this branch is never taken: a branch before it fits wherever its head does", at: head.range, severity: .warning,
        suggestion: "only the head decides, not the keys next to it; write the rarer branch first, or another 'screen' or 'when'",
        notes: [.init("the branch that is taken", at: earlier.range)])
    }
  }

  /// Whether one head fits wherever another one does.
  private func covers(_ earlier: Step, _ later: Step) -> Bool {
    guard isOpen(earlier, wherever: later) else { return false }
    switch (earlier.kind, later.kind) {
    case (.screen(let screen), .screen(let other)): return covers(screen.id, other.id)
    case (.finish, .finish), (.expired, .expired): return true
    case (.error(let refusal), .error(let other)): return covers(refusal.error, other.error)
    case (.handOver(let handover), .handOver(let other)): return covers(handover.url, other.url)
    default: return false
    }
  }

  /// The last of several branches before, each of which fits at some ids of a screen, and together at all.
  private func cover(_ earlier: ArraySlice<Step>, _ later: Step) -> Step? {
    guard case .screen(let screen) = later.kind, case .ids(let ids) = screen.id, ids.count > 1 else { return nil }
    let open = earlier.filter { isOpen($0, wherever: later) }
    let covering = ids.map { id in
      open.first { step in
        if case .screen(let other) = step.kind { covers(other.id, .ids([id])) } else { false }
      }
    }
    return covering.allSatisfy { $0 != nil } ? covering.last ?? nil : nil
  }

  /// Whether the conditions of one hold wherever those of another do.
  private func isOpen(_ earlier: Step, wherever later: Step) -> Bool {
    earlier.when.allSatisfy { condition in
      later.when.contains { $0.name.value == condition.name.value && $0.matcher.wording == condition.matcher.wording }
        || isAlways(condition)
    }
  }

  private func isAlways(_ condition: NamedMatcher) -> Bool {
    guard condition.name.value == BoundByItself.tenant.rawValue, let tenants, !tenants.isEmpty else { return false }
    return tenants.allSatisfy { condition.matcher.judgement(of: .text($0)) == .holds }
  }

  private func covers(_ earlier: ExpectedScreen.ScreenMatch, _ later: ExpectedScreen.ScreenMatch) -> Bool {
    switch (earlier, later) {
    case (.ids(let ids), .ids(let others)): others.allSatisfy { other in ids.contains { $0.value == other.value } }
    case (.matcher(let matcher), .ids(let ids)): ids.allSatisfy { matcher.judgement(of: .text($0.value)) == .holds }
    case (.matcher(let matcher), .matcher(let other)): covers(matcher, other)
    case (.ids, .matcher): false
    }
  }

  private func covers(_ earlier: Matcher, _ later: Matcher) -> Bool {
    if earlier.rule == .present || earlier.references.isEmpty && earlier.wording == later.wording { return true }
    guard case .equals(let value) = later.rule, let text = value.constant else { return false }
    return earlier.judgement(of: text) == .holds
  }
}
