/// An org's own evaluator of its rules, as far as questions depend on it: which facts it takes, and which rules it knows.
package protocol RuleEvaluator: Sendable {
  /// The kinds of rules that it decides by.
  var kinds: [RuleKind] { get }

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
  package func deciding(in sequence: RuleSequence, of rules: TenantRules, _ evaluator: some RuleEvaluator) -> [Int?] {
    deciding(in: sequence, facts: rules.facts, unsaid: Set(rules.facts.values.filter { !evaluator.canSay(anyOf: $0) }.map(\.name)))
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
