/// The people who have nothing but a password, where rules ask for something.
struct PasswordHolders: Sendable {
  let proofs: ProofConditions
  private let passwords: Set<String>

  init(_ rules: TenantRules) {
    proofs = ProofConditions(rules)
    passwords = Set(rules.authenticators.filter(\.isPassword).map(\.name))
  }

  /// Whether they get in by one rule.
  ///
  /// - Parameter enrolment: what the rules of enrolment let them set up; `nil` for everything.
  func getIn(by outcome: RuleOutcome, enrolment: RuleOutcome? = nil) -> Bool {
    holds(proofs.condition(of: outcome, settable: proofs.settable(by: enrolment)))
  }

  /// What happens to those who get in by some rules, in words: what they have is enough, they set something up, or they are not asked.
  func way(by outcomes: [RuleOutcome]) -> String {
    let lacking = outcomes.compactMap { outcome -> LackingProof? in
      guard case .ask(let ask) = outcome, !holds(proofs.condition(of: ask, settable: [])) else { return nil }
      return ask.whenLacking
    }
    return lacking.isEmpty ? "needs none" : RuleWording.text(lacking.contains(.setUp) ? .setUp : .passOver)
  }

  /// Whether a condition on what people have is so of them.
  private func holds(_ condition: Condition<DecisionAtom>) -> Bool {
    condition.decided { atom in
      if case .member(_, let name) = atom { passwords.contains(name) } else { false }
    } == true
  }
}
