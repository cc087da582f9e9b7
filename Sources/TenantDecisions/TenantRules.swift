/// The kinds of decisions, each with its own lists of rules.
package enum RuleKind: String, Sendable, Hashable, CaseIterable {
  /// What a session of the tenant needs, whatever the app.
  case session
  /// What an app needs: each app has its list by name.
  case app
  /// Which authenticators a person has to set up, or may.
  case enrolment
  case password, recovery, registration, routing
  /// How long a sign-in lasts.
  case lifetime

  /// Whether its lists are tried in order, and one none of whose rules holds is passed over.
  package var isTriedInOrder: Bool { self != .app }
}

/// What a rule decides.
package enum RuleOutcome: Sendable, Hashable {
  case deny
  case ask(RuleAsk)
  /// Words of the kinds that ask for no proof, e.g. `phone: required`.
  case set([String: String])

  /// Without how long proofs are good.
  package var once: RuleOutcome {
    if case .ask(let ask) = self { .ask(ask.once) } else { self }
  }

  /// Saying what happens to people who have no suitable authenticator, also where that is what the tenant says.
  func saying(_ lacking: LackingProof) -> RuleOutcome {
    guard case .ask(var ask) = self else { return self }
    ask.lacking = ask.lacking ?? lacking
    return .ask(ask)
  }
}

/// A rule: when it holds, it decides, and none below it does.
package struct DecisionRule: Sendable, Hashable {
  /// Any text, which several rules may have.
  package var name: String
  /// Distinguishes rules of the same name; `nil` where the name is enough.
  package var id: String?
  package var condition: Condition<DecisionAtom>
  /// The condition as it is written; empty for none.
  package var text: String
  package var outcome: RuleOutcome

  package init(name: String, id: String? = nil, condition: Condition<DecisionAtom>, text: String, outcome: RuleOutcome) {
    self.name = name
    self.id = id
    self.condition = condition
    self.text = text
    self.outcome = outcome
  }
}

/// Rules that are tried from the top, for the people that the list is for.
package struct DecisionList: Sendable, Hashable {
  package var name: String
  /// The people and apps that it is for.
  package var condition: Condition<DecisionAtom>
  /// The condition as it is written; empty for none.
  package var text: String
  package var rules: [DecisionRule]

  package init(name: String, condition: Condition<DecisionAtom> = .always, text: String = "", rules: [DecisionRule]) {
    self.name = name
    self.condition = condition
    self.text = text
    self.rules = rules
  }
}

/// An app as rules know it.
package struct RuledApp: Sendable, Hashable {
  package var name: String
  /// The name of its list; `nil` if it has none.
  package var list: String?
  /// Whether it is one with which administrators change the tenant.
  package var isForAdministrators: Bool
  /// Whether it represents apps that are not known: another version may have them by their names.
  package var standsForOthers: Bool
  /// Whether journeys can begin at it here.
  package var isClient: Bool

  package init(name: String, list: String?, isForAdministrators: Bool = false, standsForOthers: Bool = false, isClient: Bool = true) {
    self.name = name
    self.list = list
    self.isForAdministrators = isForAdministrators
    self.standsForOthers = standsForOthers
    self.isClient = isClient
  }
}

/// A person as rules know one.
package struct RuledPerson: Sendable, Hashable {
  package var name: String
  package var values: FactValues

  package init(name: String, values: FactValues) {
    self.name = name
    self.values = values
  }
}

/// All rules of a tenant, with what they speak about.
package struct TenantRules: Sendable, Hashable {
  /// By name.
  package var facts: [String: DecisionFact] = [:]
  /// The names that a fact can hold, by the fact's name, where the tenant lists them; any name for other facts.
  package var listedNames: [String: Set<String>] = [:]
  /// What a name means, by the fact's name and the name, where the tenant says it.
  package var meanings: [String: [String: String]] = [:]
  /// What an import assumes, by object and member such as `app rule 'Portal/Staff': actions.appSignOn.keepMeSignedIn`, each with a digest
  /// of its values; `nil` where that is not said.
  package var assumed: [String: String]?
  /// By kind, in order.
  package var lists: [RuleKind: [DecisionList]] = [:]
  /// People who cannot be; read only facts of accounts.
  package var impossible: [Condition<DecisionAtom>] = []
  /// In the order written.
  package var apps: [RuledApp] = []
  /// By name, in the order written; `ordinary` is the default.
  package var situations: [(name: String, values: FactValues)] { names.map { ($0, values[$0] ?? FactValues()) } }
  package var authenticators: [KnownAuthenticator] = []
  /// What happens to people who have no suitable authenticator, where a rule does not say.
  package var lacking = LackingProof.setUp
  /// Single people as examples, in the order written.
  package var people: [RuledPerson] = []

  /// The default situation.
  package static let ordinary = "ordinary"

  private var names: [String] = []
  private var values: [String: FactValues] = [:]

  package init() {}

  /// Adds a situation, or changes it.
  package mutating func setSituation(_ name: String, _ new: FactValues) {
    if values.updateValue(new, forKey: name) == nil { names.append(name) }
  }

  /// Changes what is so of the people and in the situations.
  mutating func renameValues(_ change: (FactValues) -> FactValues) {
    for place in people.indices { people[place].values = change(people[place].values) }
    values = values.mapValues(change)
  }

  /// What is given, as conditions on everything that some conditions and the impossible people read.
  func conditions(_ given: FactValues, read conditions: [Condition<DecisionAtom>]) -> [Condition<DecisionAtom>] {
    var atoms: [DecisionAtom] = []
    var seen: Set<DecisionAtom> = []
    for atom in (conditions + impossible).flatMap(\.atoms) where seen.insert(atom).inserted && given.says(atom.fact) {
      atoms.append(atom)
    }
    return atoms.compactMap { atom in
      given.truth(of: atom, in: facts).map { $0 ? .atom(atom) : .not(.atom(atom)) }
    }
  }

  /// A person or situation has nothing of what its entry does not say; open flags stay open, and the app stays as it is.
  package func complete(_ values: FactValues, isOfPerson: Bool) -> FactValues {
    var complete = FactValues()
    for fact in facts.values where fact.isOfPerson == isOfPerson && fact.name != DecisionFact.client {
      switch fact.kind {
      case .names: complete.names[fact.name] = []
      case .word(let words): complete.words[fact.name] = words.first
      case .flag: complete.flags[fact.name] = false
      case .open: continue
      }
    }
    return complete.updated(with: values)
  }

  /// Everything that conditions ask for.
  var readAtoms: Set<DecisionAtom> {
    let conditions = lists.values.joined().flatMap { [$0.condition] + $0.rules.map(\.condition) } + impossible
    return Set(conditions.flatMap(\.atoms))
  }

  /// A situation by its name.
  package func situation(_ name: String) -> FactValues? { values[name] }
}
