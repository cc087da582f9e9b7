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
  /// What forms change of the account of a journey; what they create is somebody new.
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
    return (next, Set(edge.effects.compactMap(changedDetail)))
  }

  private func changedDetail(_ effect: Effect) -> String? {
    switch effect {
    case .setFact(let slot, _), .addMember(let slot, _), .removeMember(let slot, _):
      return slot.scope == .account ? factName(slot) : nil
    case .takeMembers(let answered): return answered.slot.scope == .account ? factName(answered.slot) : nil
    case .setAttribute(.attribute(let slot), _): return slot.scope == .account ? tables.attributes[.account]?[slot.index] : nil
    case .setAttribute(.claim(let name), _): return name
    case .startTimer, .clearTimer, .clearCounter, .count, .send, .create, .forgetAccount, .forgetSession, .say, .evaluateRules: return nil
    }
  }

  private func factName(_ slot: Slot) -> String? {
    tables.facts.first { $0.slot == slot }.map { rule in String(rule.name.split(separator: ".").last ?? "") }
  }
}

extension Effect {
  fileprivate var isCreation: Bool { if case .create = self { true } else { false } }
}
