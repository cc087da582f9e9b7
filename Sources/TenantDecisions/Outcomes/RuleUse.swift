/// Where rules read a word: a group, zone, authenticator, type or fact.
package struct RuleUse: Sendable, Hashable {
  package var kind: RuleKind
  package var list: String
  /// `nil` for the list's own condition.
  package var rule: String?
  package var part: Part

  /// Where in a rule it is read.
  package enum Part: String, Sendable, Hashable {
    case condition = "who and when"
    case asked = "asked for"
    /// It is an authenticator that is not named, and is one with which people give what is asked for.
    case counting = "not named, but it counts for what is asked"
  }
}

extension TenantRules {
  /// Every word that rules can read: facts with and without their scope, their words and names, and authenticators.
  package var readableWords: Set<String> {
    var words = Set(authenticators.flatMap { [$0.name, $0.type, $0.method] }).union(facts.keys)
    for fact in facts.values {
      words.insert(fact.shortName)
      words.formUnion(listedNames[fact.name] ?? [])
      if case .word(let known) = fact.kind { words.formUnion(known) }
    }
    for list in lists.values.joined() {
      for rule in list.rules { if case .set(let set) = rule.outcome { words.formUnion(Array(set.keys) + Array(set.values)) } }
      for condition in [list.condition] + list.rules.map(\.condition) {
        for case .member(_, let name) in condition.atoms { words.insert(name) }
      }
    }
    return words
  }

  /// Every place where rules read the word, in the order of the rules.
  ///
  /// - Parameter word: a fact also without its scope.
  package func uses(of word: String) -> [RuleUse] {
    let names: Set<String> = [word, "account.\(word)", "session.\(word)", "open.\(word)"]
    let proofs = ProofConditions(self)
    return RuleKind.allCases.flatMap { kind in
      (lists[kind] ?? []).flatMap { list -> [RuleUse] in
        var uses: [RuleUse] = []
        if list.condition.reads(names, word) { uses.append(RuleUse(kind: kind, list: list.name, rule: nil, part: .condition)) }
        for rule in list.rules {
          if rule.condition.reads(names, word) { uses.append(RuleUse(kind: kind, list: list.name, rule: rule.name, part: .condition)) }
          if rule.outcome.names(word) {
            uses.append(RuleUse(kind: kind, list: list.name, rule: rule.name, part: .asked))
          } else if case .ask(let ask) = rule.outcome, proofs.isOfUse(word, for: ask) {
            uses.append(RuleUse(kind: kind, list: list.name, rule: rule.name, part: .counting))
          }
        }
        return uses
      }
    }
  }
}

extension Condition<DecisionAtom> {
  fileprivate func reads(_ facts: Set<String>, _ word: String) -> Bool {
    atoms.contains { atom in
      switch atom {
      case .word(let fact, let name), .member(let fact, let name): facts.contains(fact) || name == word
      case .flag(let fact), .open(let fact): facts.contains(fact)
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
