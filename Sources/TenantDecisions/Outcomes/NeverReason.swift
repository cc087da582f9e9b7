/// Why a rule never decides.
package enum NeverReason: Sendable, Hashable {
  /// Its condition holds for no person in any situation.
  case nobody
  /// A rule above it is for everybody.
  case everybodyAbove(String)
  /// A rule above it takes all the people and situations that it is for.
  case takenAbove(String)
  /// Several rules above it do that together.
  case takenTogether

  package var wording: String {
    switch self {
    case .nobody: "its condition never holds"
    case .everybodyAbove(let rule): "rule '\(rule)' above it is for everybody"
    case .takenAbove(let rule): "rule '\(rule)' above it takes the same people"
    case .takenTogether: "the rules above it take the same people"
    }
  }
}

extension RuleSequence {
  /// Why the rule at a place, which never decides, does not.
  ///
  /// - Parameter given: what is known to hold of people and situations.
  package func reason(forNever place: Int, of rules: TenantRules, given: [Condition<DecisionAtom>] = []) -> NeverReason {
    if let above = entries[..<place].last(where: { $0.condition == .always }) { return .everybodyAbove(above.rule.name) }
    if isNever(last: [entries[place]], of: rules, given) { return .nobody }
    let above = entries[..<place].first { isNever(last: [$0, entries[place]], of: rules, given) }
    return above.map { .takenAbove($0.rule.name) } ?? .takenTogether
  }

  /// Whether the last of some rules never decides if there are these alone; not where that is too much to work out.
  private func isNever(last entries: [Entry], of rules: TenantRules, _ given: [Condition<DecisionAtom>]) -> Bool {
    let alone = entries.map { entry in
      var rule = entry.rule
      rule.condition = entry.condition
      return rule
    }
    do throws(DiagramLimit) {
      let sequence = RuleSequence(kind: kind, lists: [DecisionList(name: "", rules: alone)])
      return try RuleRegions([sequence], of: rules, given: given).reach(ofRule: entries.count - 1) == .never
    } catch {
      return false
    }
  }
}
