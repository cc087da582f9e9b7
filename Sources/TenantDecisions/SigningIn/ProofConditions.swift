/// Which authenticators a person needs to have for what rules ask for, as conditions on people.
package struct ProofConditions: Sendable {
  /// What a person has.
  package static let fact = "account.factors"

  /// Of authenticators that no rule distinguishes, the first, with the names of all of them.
  private let groups: [(authenticator: KnownAuthenticator, names: [String])]
  private let authenticators: [KnownAuthenticator]

  init(_ rules: TenantRules) {
    authenticators = rules.authenticators
    let words = rules.askedWords
    var groups: [(authenticator: KnownAuthenticator, names: [String])] = []
    var seen: [KnownAuthenticator: Int] = [:]
    for authenticator in rules.authenticators {
      let kind = authenticator.told(by: words)
      if let place = seen[kind] {
        groups[place].names.append(authenticator.name)
      } else {
        seen[kind] = groups.count
        groups.append((authenticator, [authenticator.name]))
      }
    }
    self.groups = groups
  }

  /// What an enrolment rule lets people set up: everything that it does not rule out by its name or type, which it may distinguish where
  /// demands do not.
  func settable(by outcome: RuleOutcome?) -> Set<String> {
    switch outcome {
    case .deny?: return []
    case .set(let words)?:
      return Set(
        authenticators.filter { words[$0.name] != Self.ruledOut && words[$0.type] != Self.ruledOut }.map(\.name))
    case .ask?, nil: return Set(authenticators.map(\.name))
    }
  }

  /// Whether some rule of enrolment keeps people from setting something up.
  static func limitsSettingUp(_ rules: TenantRules) -> Bool {
    (rules.lists[.enrolment] ?? []).flatMap(\.rules).contains { rule in
      switch rule.outcome {
      case .deny: true
      case .set(let words): words.values.contains(ruledOut)
      case .ask: false
      }
    }
  }

  /// The word by which an enrolment rule rules an authenticator out.
  static let ruledOut = "not_allowed"

  /// Who can give what is asked for, with what they have and what they can set up.
  func condition(of ask: RuleAsk, settable: Set<String>) -> Condition<DecisionAtom> {
    .any(
      least(for: ask).map { set in
        .all(
          set.map { place in
            let names = groups[place].names
            return names.contains(where: settable.contains) ? .always : .any(names.map { .atom(.member(fact: Self.fact, $0)) })
          })
      })
  }

  /// Who can give what one rule asks for, with what they have and what they can set up where the rule lets them.
  func condition(of outcome: RuleOutcome, settable: Set<String>) -> Condition<DecisionAtom> {
    switch outcome {
    case .deny: return .constant(false)
    case .set: return .always
    case .ask(let ask):
      switch ask.whenLacking {
      case .passOver: return .always
      case .deny: return condition(of: ask, settable: [])
      case .setUp: return condition(of: ask, settable: settable)
      }
    }
  }

  /// Whether there are more authenticators than can be looked at.
  var isTooMuch: Bool { groups.count > ProofSet.mostAuthenticators }

  /// Whether an authenticator is one of the fewest that are enough.
  func isOfUse(_ name: String, for ask: RuleAsk) -> Bool { least(for: ask).joined().contains { groups[$0].names.contains(name) } }

  /// The fewest authenticators that are enough, as places of groups; none if there are too many to look at.
  private func least(for ask: RuleAsk) -> [[Int]] {
    guard let sets = ProofSet.groups(of: Array(groups.indices), upTo: ProofSet.mostTogether(of: groups.count)) else { return [] }
    let enough = sets.filter { set in ask.isMet(by: set.map { groups[$0].authenticator }) }
    return enough.filter { set in
      !enough.contains { other in other.count < set.count && Set(other).isSubset(of: set) }
    }
  }
}

/// What people lack.
extension ProofConditions {
  /// So many sets of authenticators are looked at for an example.
  private static let mostSets = 100

  /// One name for authenticators that no rule distinguishes.
  var names: [String] { groups.compactMap(\.names.first) }

  /// The fewest authenticators that are enough for everything that some rules ask for, the smallest sets first, without those
  /// that can be set up; empty if no set is enough.
  func needed(for asks: [(ask: RuleAsk, settable: Set<String>)]) -> [Set<String>] {
    var needed: [Set<String>] = [[]]
    for (ask, settable) in asks {
      let sets = least(for: ask).prefix(Self.mostSets).map { set in
        Set(set.filter { !groups[$0].names.contains(where: settable.contains) }.compactMap { groups[$0].names.first })
      }
      var seen: Set<Set<String>> = []
      let unions = needed.flatMap { own in sets.map(own.union) }.filter { seen.insert($0).inserted }
      let smallest = unions.enumerated().sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
      needed = smallest.prefix(Self.mostSets).map(\.element)
    }
    return needed
  }

  /// That people have these authenticators and none beyond.
  func exactly(_ held: Set<String>) -> Condition<DecisionAtom> {
    .all(
      groups.flatMap(\.names).map { name in
        let atom = Condition.atom(DecisionAtom.member(fact: Self.fact, name))
        return held.contains(name) ? atom : .not(atom)
      })
  }
}

extension TenantRules {
  /// What a fact says of a person, as a condition on everything that the rules read of people.
  package func condition(of person: FactValues) -> Condition<DecisionAtom> {
    let read = lists.values.joined().flatMap { [$0.condition] + $0.rules.map(\.condition) }
    let factors = authenticators.map { Condition.atom(DecisionAtom.member(fact: ProofConditions.fact, $0.name)) }
    return .all(conditions(complete(person, isOfPerson: true), read: read + factors))
  }
}

extension TenantRules {
  /// On devices on which authenticators have nothing of what they have only sometimes.
  var withoutUncertain: TenantRules {
    var least = self
    // That the person has to do something does not depend on the device that they have.
    least.authenticators = authenticators.map { $0.withoutUncertain(but: [.presence]) }
    return least
  }
}
