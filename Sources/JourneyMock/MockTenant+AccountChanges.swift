/// What a form changes of an account for good, on one of its ways.
package struct AccountFormChange: Sendable, Hashable {
  package var screen: String
  package var form: String
  /// The screens that may come next; an end is `nil`.
  package var next: Set<String?>
  /// The facts and texts of the account, without their scope; `password` among them.
  package var details: Set<String>
}

extension MockTenant {
  /// What forms change of the account of a journey; what they create is a new person.
  package var accountChanges: [AccountFormChange] {
    var changes: [AccountFormChange] = []
    for state in graph.states {
      guard let screen = state.screen else { continue }
      for form in state.forms {
        for edge in form.edges {
          let (next, details) = graph.outcome(of: edge, rules: compiled.rules)
          guard !details.isEmpty, edge.target != .stay else { continue }
          changes.append(AccountFormChange(screen: compiled.rules[screen].id, form: form.id, next: next, details: details))
        }
      }
    }
    return changes
  }
}

extension TenantGraph {
  /// What comes after an edge, through the states that decide at once, and what it changes itself.
  fileprivate func outcome(of edge: GraphEdge, rules: [ScreenRule]) -> (next: Set<String?>, details: Set<String>) {
    guard !edge.effects.contains(where: \.isCreation) else { return ([], []) }
    var next: Set<String?> = []
    var seen: Set<Int> = []
    var open = [edge.target]
    while let target = open.popLast() {
      guard case .state(let place) = target else {
        next.insert(nil)
        continue
      }
      guard seen.insert(place).inserted else { continue }
      if let screen = states[place].screen { next.insert(rules[screen].id) }
      open += states[place].decision?.edges.map(\.target) ?? []
    }
    return (next, Set(edge.effects.flatMap(changedDetails)))
  }

  /// The facts, texts and claims of the account that an effect changes.
  private func changedDetails(_ effect: Effect) -> [String] {
    if case .setAttribute(.claim(let name), _) = effect { return [name] }
    return EffectParts(effect, in: tables).changes.compactMap { variable in
      switch variable {
      case .fact(let slot): slot.scope == .account ? factName(slot) : nil
      case .text(let slot): slot.scope == .account ? tables.attributes[.account]?[slot.index] : nil
      case .counter, .timer, .code: nil
      }
    }
  }

  private func factName(_ slot: Slot) -> String? {
    tables.facts.first { $0.slot == slot }.map { rule in String(rule.name.split(separator: ".").last ?? "") }
  }
}
