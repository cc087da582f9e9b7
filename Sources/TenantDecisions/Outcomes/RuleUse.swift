/// Where rules read a word: a group, zone, authenticator, type or fact.
package struct RuleUse: Sendable, Hashable {
  package var kind: RuleKind
  package var list: String
  /// `nil` for the list's own condition.
  package var rule: String?
  /// Whether it is read by who and when; else by what is asked for.
  package var isCondition: Bool
}

extension TenantRules {
  /// Every place where rules read the word, in the order of the rules.
  package func uses(of word: String) -> [RuleUse] {
    RuleKind.allCases.flatMap { kind in
      (lists[kind] ?? []).flatMap { list -> [RuleUse] in
        var uses: [RuleUse] = []
        if list.condition.reads(word) { uses.append(RuleUse(kind: kind, list: list.name, rule: nil, isCondition: true)) }
        for rule in list.rules {
          if rule.condition.reads(word) { uses.append(RuleUse(kind: kind, list: list.name, rule: rule.name, isCondition: true)) }
          if rule.outcome.names(word) { uses.append(RuleUse(kind: kind, list: list.name, rule: rule.name, isCondition: false)) }
        }
        return uses
      }
    }
  }
}

extension Condition<DecisionAtom> {
  fileprivate func reads(_ word: String) -> Bool {
    atoms.contains { atom in
      switch atom {
      case .word(let fact, let name), .member(let fact, let name): fact == word || name == word
      case .flag(let fact), .open(let fact): fact == word
      }
    }
  }
}

extension RuleOutcome {
  fileprivate func names(_ word: String) -> Bool {
    switch self {
    case .deny: return false
    case .set(let words): return words.contains { $0.key == word || $0.value == word }
    case .ask(let ask):
      let needs = ask.anyOf.flatMap { Array($0.values) }
      return ask.chains.contains { $0.contains { $0.contains(word) } }
        || needs.contains { $0.types.contains(word) || $0.methods.contains(word) || $0.only.contains(word) || $0.not.contains(word) }
    }
  }
}
