package import Diagnostics
package import TenantDecisions

extension MockTenant {
  /// What is decided above the flow; `nil` for a tenant without rules.
  package var ruleSet: TenantRules? { compiled.ruleSet }

  /// What is odd about the rules as a whole: rules that are never reached, apps that no person can sign in to, people without a deciding rule.
  package func ruleWarnings() -> [Diagnostic] {
    guard let rules = ruleSet else { return [] }
    let lists = definition.rules.lists
    let apps = (lists[.app] ?? []).flatMap { warnings(rules.sequence(ofAppList: $0.name.value), [$0], rules) }
    return apps + RuleKind.allCases.filter { $0 != .app }.flatMap { warnings(rules.sequence(of: $0), lists[$0] ?? [], rules) }
  }

  private func warnings(_ sequence: RuleSequence, _ lists: [RuleListDefinition], _ rules: TenantRules) -> [Diagnostic] {
    let places = lists.flatMap(\.rules).map(\.name)
    guard let first = lists.first else { return [] }
    let regions: RuleRegions
    do throws(DiagramLimit) { regions = try RuleRegions([sequence], of: rules) } catch {
      let message = "the rules combine so many facts that it is not known which of them decide"
      return [Diagnostic(.neverTrue, message, at: first.name.range, severity: .warning)]
    }
    var found: [Diagnostic] = []
    for (place, name) in places.enumerated() where regions.reach(ofRule: place) == .never && !inherited.contains(name.range.file) {
      let reason = sequence.reason(forNever: place, of: rules).wording
      found.append(
        Diagnostic(
          .neverTrue, "rule '\(name.value)' never decides: no person and no situation reaches it; \(reason)", at: name.range,
          severity: .warning))
    }
    guard sequence.kind == .app, !inherited.contains(first.name.range.file) else { return found }
    if regions.outcomes.allSatisfy({ $0.demand == .deny }) {
      found.append(
        Diagnostic(
          .neverTrue, "list '\(first.name.value)' lets no person in: every rule that decides denies", at: first.name.range,
          severity: .warning)
      )
    }
    if regions.outcomes.contains(where: { $0.rules == [nil] }) {
      let message = "some people reach the end of list '\(first.name.value)': no rule decides, and nothing is asked of them"
      found.append(
        Diagnostic(.neverTrue, message, at: first.name.range, severity: .warning, suggestion: "end it with a rule without 'when'"))
    }
    return found
  }
}
