import Diagnostics
import JourneyLanguage
import LocatedYAML
import TenantDecisions

extension MockTenant {
  /// Whether the rules let in all people that a promise is about; `nil` if the promise is invalid, which is reported.
  ///
  /// A tenant without rules that the promise does not name is none of its business.
  func canSignIn(
    _ promise: Promise, _ apps: [Located<String>], _ exceptions: [Located<String>], _ diagnostics: inout [Diagnostic]
  ) -> PromiseVerdict? {
    guard let rules = ruleSet else {
      if !promise.tenants.isEmpty {
        let message = "'\(name)' has no rules, so who can sign in is not known"
        diagnostics.append(Diagnostic(.unknownName, message, at: promise.id.range))
      }
      return nil
    }
    var names = RuleNames(definition, rules, tenant: name)
    let who = names.people(promise.who)
    let meant = names.apps(apps)
    let situations = names.situations(promise.situations)
    names.check(exceptions)
    diagnostics += names.diagnostics
    guard names.diagnostics.isEmpty else { return nil }
    let means: SignInCheck.Means = promise.means == .have ? .have : .maySetUp
    let check = SignInCheck(rules, means: means, except: Set(exceptions.map(\.value)))
    var looked = 0
    var doubt: String?
    var refusal: (failure: SignInFailure, situation: String)?
    var lists: Set<String?> = []
    // Apps of which the same rules decide are looked at once.
    for app in meant where rules.readsApp(for: app) || lists.insert(app.list).inserted {
      for (situation, subject) in situations.flatMap({ situation in who.map { (situation, $0) } }) {
        switch check.answer(for: subject.people, named: subject.name, in: app, situation.values) {
        case .everybody(let count): looked += count
        case .not(let failure):
          if refusal.map({ failure.rank.lexicographicallyPrecedes($0.failure.rank) }) ?? true { refusal = (failure, situation.name) }
        case .notKnown(let reason): doubt = doubt ?? "in situation '\(situation.name)': \(reason)"
        }
      }
    }
    if let (failure, situation) = refusal {
      return .refused(failure, situation: situation, place: failure.places.lazy.compactMap(place).first)
    }
    if let doubt { return .unknown(doubt) }
    return .kept(SearchExtent(situations: looked, acts: 0, isMet: looked > 0, things: "outcomes of rules"))
  }

  /// Where a rule is written.
  private func place(of place: SignInFailure.Place) -> SourceRange? {
    let lists = (definition.rules.lists[place.kind] ?? []).filter { $0.name.value == place.list }
    return lists.flatMap(\.rules).first { $0.name.value == place.rule.name && $0.id?.value == place.rule.id }?.name.range
  }
}

/// Looks up what a promise names of a tenant's rules, and reports what they do not have.
private struct RuleNames {
  private let definition: TenantDefinition
  private let rules: TenantRules
  private let tenant: String
  private(set) var diagnostics: [Diagnostic] = []

  init(_ definition: TenantDefinition, _ rules: TenantRules, tenant: String) {
    (self.definition, self.rules, self.tenant) = (definition, rules, tenant)
  }

  /// Single people by their names, or all people for which a condition holds.
  mutating func people(_ subject: Promise.Subject) -> [(name: String?, people: Condition<DecisionAtom>)] {
    switch subject {
    case .everybody: return [(nil, .always)]
    case .accounts(let names):
      return names.compactMap { name in
        guard let person = rules.people.first(where: { $0.name == name.value }) else {
          report(.unknownAccount, "account", name, among: rules.people.map(\.name))
          return nil
        }
        return (name.value, rules.condition(of: person.values))
      }
    case .condition(let scalar): return [(nil, condition(scalar))]
    }
  }

  private mutating func condition(_ scalar: YAMLScalar) -> Condition<DecisionAtom> {
    do throws(GuardFault) {
      if let condition = try RuleFacts(definition).condition(scalar) { return condition }
      let message = "'always: can sign in' asks for facts that rules read, such as account.groups"
      diagnostics.append(Diagnostic(.badCondition, message, at: scalar.range))
    } catch {
      diagnostics.append(
        Diagnostic(.badCondition, error.message, at: scalar.range(ofBytes: error.bytes), suggestion: error.suggestion))
    }
    return .always
  }

  /// Those that are named; else all that are not for administrators.
  mutating func apps(_ names: [Located<String>]) -> [RuledApp] {
    guard !names.isEmpty else { return rules.apps.filter { !$0.isForAdministrators } }
    return names.compactMap { name in
      let app = rules.apps.first { $0.name == name.value }
      if app == nil { report(.unknownName, "app", name, among: rules.apps.map(\.name)) }
      return app
    }
  }

  mutating func situations(_ names: [Located<String>]) -> [(name: String, values: FactValues)] {
    guard !names.isEmpty else { return [("ordinary", rules.situation("ordinary") ?? FactValues())] }
    return names.compactMap { name in
      guard let values = rules.situation(name.value) else {
        report(.unknownName, "situation", name, among: rules.situations.map(\.name))
        return nil
      }
      return (name.value, values)
    }
  }

  mutating func check(_ exceptions: [Located<String>]) {
    let paths = rules.paths
    for exception in exceptions where !paths.contains(exception.value) { report(.unknownName, "rule", exception, among: paths) }
  }

  private mutating func report(_ id: DiagnosticID, _ what: String, _ name: Located<String>, among known: [String]) {
    let message = "'\(tenant)' has no \(what) '\(name.value)'"
    diagnostics.append(.unknown(id, message, name, among: known))
  }
}
