/// An org's own evaluator of its rules, as far as questions depend on it: which facts it takes, and which rules it knows.
package protocol RuleEvaluator: Sendable {
  /// The kinds of rules that it decides by.
  var kinds: [RuleKind] { get }
  /// Facts that no question says, and that are taken for what they are of most people: an evaluator may take them for not known.
  var presumed: Set<String> { get }

  /// Whether a question can be about signing in to an app.
  func knows(app: String) -> Bool
  /// Whether a question can say that something is so.
  func canSay(_ atom: DecisionAtom) -> Bool
  /// The org's own id of a rule; `nil` for one that only the mock has.
  func id(of entry: RuleSequence.Entry, _ kind: RuleKind) -> String?
}

/// One person in one situation: what an evaluator is asked, and the rules that may decide in the mock.
package struct RuleQuestion: Sendable, Hashable {
  package var kind: RuleKind
  /// Of rules for apps, the name of the list.
  package var list: String?
  /// What the person signs in to.
  package var app: String
  /// What is so of the person and the request, as far as the rules ask for it and an evaluator takes it.
  package var values: FactValues
  /// The place of the rule that it is about among the rules that are tried; `nil` if it is about none of them holding.
  package var place: Int?
}

extension RuleQuestion {
  /// The rules that decide for it in one version of a tenant.
  package func sequence(in rules: TenantRules) -> RuleSequence {
    guard kind == .app else { return rules.sequence(of: kind) }
    return rules.sequence(ofAppList: rules.apps.first { $0.name == app }?.list ?? "")
  }

  /// The places of the rules of which one decides for it, and `nil` if none may hold: several where that depends on what it does not say.
  ///
  /// - Parameter presuming: whether facts that are presumed count.
  package func deciding(
    in sequence: RuleSequence, of rules: TenantRules, _ evaluator: some RuleEvaluator, presuming: Bool = true
  ) -> [Int?] {
    let unsaid = Set(rules.facts.values.filter { !evaluator.canSay(anyOf: $0) }.map(\.name))
    return deciding(in: sequence, facts: rules.facts, unsaid: presuming ? unsaid : unsaid.union(evaluator.presumed))
  }

  /// With what further rules ask for: nothing of it is so of the person.
  package func completed(for sequence: RuleSequence, of rules: TenantRules, _ evaluator: some RuleEvaluator) -> RuleQuestion {
    let read = Set(sequence.entries.flatMap(\.condition.atoms).map(\.fact)).compactMap { rules.facts[$0] }
    var complete = FactValues()
    for fact in read where fact.name != DecisionFact.client && evaluator.canSay(anyOf: fact) {
      switch fact.kind {
      case .names: complete.names[fact.name] = []
      case .word(let words): complete.words[fact.name] = words.first
      case .flag: complete.flags[fact.name] = false
      case .open: continue
      }
    }
    var question = self
    question.values = complete.updated(with: values)
    return question
  }

  func deciding(in sequence: RuleSequence, facts: [String: DecisionFact], unsaid: Set<String>) -> [Int?] {
    var found: [Int?] = []
    for (place, entry) in sequence.entries.enumerated() {
      switch entry.condition.decided({ unsaid.contains($0.fact) ? nil : values.truth(of: $0, in: facts) }) {
      case true?: return found + [place]
      case false?: continue
      case nil: found.append(place)
      }
    }
    return found + [nil]
  }
}

extension RuleEvaluator {
  /// Whether a question can say anything about a fact.
  func canSay(anyOf fact: DecisionFact) -> Bool {
    switch fact.kind {
    case .word(let words): words.contains { canSay(.word(fact: fact.name, $0)) }
    // Whether it takes names of a kind, whatever they are.
    case .names: canSay(.member(fact: fact.name, ""))
    case .flag: canSay(.flag(fact: fact.name))
    case .open: false
    }
  }
}
