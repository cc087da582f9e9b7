import Diagnostics
import LocatedYAML
import TenantDecisions

/// A tenant's rules with every name looked up, and every mistake reported.
struct RulesCompiler {
  private let definition: TenantDefinition
  private let facts: RuleFacts
  private var rules = TenantRules()
  private(set) var diagnostics: [Diagnostic] = []

  init(_ definition: TenantDefinition) {
    self.definition = definition
    facts = RuleFacts(definition)
    rules.facts = facts.facts
    rules.authenticators = definition.rules.authenticators.map(\.value)
    for (fact, names) in definition.rules.names {
      for (name, meaning) in names { rules.meanings[fact.value, default: [:]][name.value] = meaning }
    }
    rules.assumed = definition.rules.assumed.map { entries in
      Dictionary(entries.map { ($0.name.value, $0.digest) }) { first, _ in first }
    }
    rules.lacking = definition.rules.lacking ?? rules.lacking
    for fact in facts.facts.keys {
      guard let names = RuleFacts.listed(fact, in: definition) else { continue }
      rules.listedNames[fact] = Set(names + (fact == "account.groups" ? ["Everyone"] : []))
    }
  }

  /// The rules; `nil` for a tenant without any.
  mutating func compiled() -> TenantRules? {
    guard !definition.rules.isEmpty else {
      reportWithoutRules()
      return nil
    }
    for kind in RuleKind.allCases { rules.lists[kind] = (definition.rules.lists[kind] ?? []).map { list($0) } }
    checkFacts()
    compileApps()
    compileSituations()
    compilePeople()
    compileImpossible()
    return rules
  }

  private mutating func list(_ list: RuleListDefinition) -> DecisionList {
    reportUnclear(list)
    let compiled = DecisionList(
      name: list.name.value, condition: condition(list.condition), text: list.condition?.text ?? "",
      rules: list.rules.map { rule in
        for name in rule.authenticators { checkAuthenticator(name) }
        return DecisionRule(
          name: rule.name.value, id: rule.id?.value, condition: condition(rule.condition), text: rule.condition?.text ?? "",
          outcome: rule.outcome)
      })
    return compiled
  }

  /// Two rules of one name can only be distinguished by their ids.
  private mutating func reportUnclear(_ list: RuleListDefinition) {
    var seen: Set<[String]> = []
    for rule in list.rules where !seen.insert([rule.name.value, rule.id?.value ?? ""]).inserted {
      report(
        .duplicateName, "list '\(list.name.value)' has two rules '\(rule.name.value)'", rule.name.range,
        suggestion: "give each of them an 'id'")
    }
  }

  private mutating func condition(_ scalar: YAMLScalar?) -> Condition<DecisionAtom> {
    guard let scalar else { return .always }
    do throws(GuardFault) {
      if let condition = try facts.condition(scalar) { return condition }
      report(.badCondition, "a rule reads facts only, such as account.groups, session.zones and session.risk", scalar.range)
    } catch {
      report(.badCondition, error.message, scalar.range(ofBytes: error.bytes), suggestion: error.suggestion)
    }
    return .constant(false)
  }

  private mutating func checkAuthenticator(_ name: Located<String>) {
    let known = rules.authenticators.map(\.name)
    guard !known.isEmpty, !known.contains(name.value) else { return }
    diagnostics.append(.unknown(.unknownName, "no authenticator '\(name.value)'", name, among: known))
  }

  private mutating func checkFacts() {
    for (fact, names) in definition.rules.names {
      switch rules.facts[fact.value]?.kind {
      case .names?: continue
      case .word(let words)? where fact.value.hasPrefix("account."):
        for (name, _) in names where !words.contains(name.value) {
          diagnostics.append(.unknown(.unknownName, "'\(name.value)' is not a word of '\(fact.value)'", name, among: words))
        }
        continue
      default: break
      }
      let known = rules.facts.values.filter { $0.kind == .names }.map(\.name).sorted()
      diagnostics.append(.unknown(.unknownName, "'\(fact.value)' holds no names", fact, among: known))
    }
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(id, message, at: range, suggestion: suggestion))
  }
}

/// Apps, situations and people.
extension RulesCompiler {
  /// What speaks about rules where there are none.
  private mutating func reportWithoutRules() {
    for client in definition.clients {
      if let list = client.rules { report(.unknownName, "unknown list '\(list.value)': the tenant has no 'rules'", list.range) }
    }
    let parts: [(String, SourceRange?)] = [
      ("situations", definition.rules.situations.first?.name.range), ("impossible", definition.rules.impossible.first?.range),
      ("apps", definition.rules.apps.first?.name.range), ("open", definition.rules.open.first?.name.range),
      ("assumed", definition.rules.assumed?.first?.name.range),
    ]
    for case (let part, let range?) in parts {
      report(.missingKey, "'\(part)' has no effect without 'rules'", range)
    }
  }

  private mutating func compileApps() {
    for client in definition.clients {
      rules.apps.append(
        RuledApp(
          name: client.id, list: known(client.rules), isForAdministrators: client.isForAdministrators,
          standsForOthers: client.standsForOthers))
    }
    for app in definition.rules.apps {
      if definition.clients.contains(where: { $0.id == app.name.value }) {
        report(.duplicateName, "'\(app.name.value)' is a client; write its 'rules' there", app.name.range)
      }
      rules.apps.append(
        RuledApp(
          name: app.name.value, list: known(app.list), isForAdministrators: app.isForAdministrators,
          standsForOthers: app.standsForOthers, isClient: false))
    }
    let used = Set(rules.apps.compactMap(\.list))
    for list in definition.rules.lists[.app] ?? [] where !used.contains(list.name.value) {
      diagnostics.append(
        Diagnostic(.unusedName, "no app uses the list '\(list.name.value)'", at: list.name.range, severity: .warning))
    }
  }

  private mutating func known(_ list: Located<String>?) -> String? {
    guard let list else { return nil }
    let names = (definition.rules.lists[.app] ?? []).map(\.name.value)
    if !names.contains(list.value) {
      diagnostics.append(.unknown(.unknownName, "no list of app rules '\(list.value)'", list, among: names, none: "there is none"))
    }
    return list.value
  }

  private mutating func compileSituations() {
    for (name, facts) in definition.rules.situations {
      var values = FactValues()
      for entry in facts {
        let fact = entry.name.hasPrefix("open.") ? entry.name : "session.\(entry.name)"
        set(fact, entry, "a situation", in: &values)
      }
      rules.setSituation(name.value, values)
    }
    if rules.situation("ordinary") == nil { rules.setSituation("ordinary", FactValues()) }
  }

  /// The text of accounts, and the authenticator that has it as its name or type.
  private static let password = "password"

  private mutating func compilePeople() {
    for account in definition.accounts {
      var values = FactValues()
      for entry in account.members where rules.facts["account.\(entry.name)"] != nil {
        let known = diagnostics
        set("account.\(entry.name)", entry, "an account", in: &values)
        // What is wrong with a declared fact is reported with the account itself.
        let isFlows = "account.\(entry.name)" == ProofConditions.fact && !definition.everyEvaluation.isEmpty
        if isFlows || definition.facts.contains(where: { $0.name.value == "account.\(entry.name)" }) { diagnostics = known }
      }
      if account.members.contains(where: { $0.name == Self.password && !$0.value.isNothing }) {
        let passwords = rules.authenticators.filter { $0.name == Self.password || $0.type == Self.password }.map(\.name)
        if !passwords.isEmpty { values.names[RuleFacts.factors, default: []].formUnion(passwords) }
      }
      rules.people.append(RuledPerson(name: account.name.value, values: values))
    }
  }

  private mutating func set(_ name: String, _ entry: YAMLMapping.Entry, _ what: String, in values: inout FactValues) {
    guard let fact = rules.facts[name] else {
      let scope = name.hasPrefix("open.") ? "open." : "session."
      let known = rules.facts.keys.filter { $0.hasPrefix("session.") || $0.hasPrefix("open.") }.sorted()
      let words = known.map { $0.hasPrefix("session.") ? String($0.dropFirst("session.".count)) : $0 }
      diagnostics.append(
        .unknown(.unknownKey, "no fact '\(scope == "open." ? name : entry.name)' in \(what)", entry.key, among: words))
      return
    }
    let texts = self.texts(entry.value)
    for unfit in rules.set(fact, to: texts.map(\.text), in: &values) {
      let place = texts.indices.contains(unfit.place) ? texts[unfit.place].range : entry.value.range
      let found = Located(texts.indices.contains(unfit.place) ? texts[unfit.place].text : "", at: place)
      diagnostics.append(
        unfit.known.isEmpty
          ? Diagnostic(.wrongType, unfit.message, at: place) : .unknown(.badValue, unfit.message, found, among: unfit.known))
    }
  }

  private mutating func texts(_ node: YAMLNode) -> [YAMLScalar] {
    let items: [YAMLNode] = if case .sequence(let sequence) = node { sequence.items } else { [node] }
    var texts: [YAMLScalar] = []
    for item in items {
      if case .scalar(let scalar) = item {
        if scalar.kind != .nothing { texts.append(scalar) }
      } else {
        report(.wrongType, "expected a word, found \(TenantDefinitionDecoder.kind(of: item))", item.range)
      }
    }
    return texts
  }

  /// An account that cannot be would be walked, and no table or promise would speak of it.
  private mutating func reportImpossiblePeople(_ condition: Condition<DecisionAtom>, _ scalar: YAMLScalar) {
    for (account, person) in zip(definition.accounts, rules.people) {
      let values = rules.complete(person.values, isOfPerson: true)
      guard condition.decided({ values.truth(of: $0, in: rules.facts) }) == true else { continue }
      let message = "account '\(account.name.value)' contradicts 'impossible': \(scalar.text)"
      report(.badCondition, message, account.name.range)
    }
  }

  private mutating func compileImpossible() {
    for scalar in definition.rules.impossible {
      let condition = condition(scalar)
      if let other = condition.atoms.first(where: { rules.facts[$0.fact]?.isOfPerson == false }) {
        report(.badCondition, "'impossible' is about people, and '\(other.fact)' is not a fact of theirs", scalar.range)
      }
      rules.impossible.append(condition)
    }
    guard let first = definition.rules.impossible.first else { return }
    let everybody = DecisionList(name: "", rules: [DecisionRule(name: "", condition: .always, text: "", outcome: .deny)])
    do throws(DiagramLimit) {
      let sequence = RuleSequence(kind: .session, lists: [everybody])
      if try RuleRegions([sequence], of: rules, given: rules.impossible.map { .not($0) }).outcomes.isEmpty {
        report(.badCondition, "'impossible' rules out everybody", first.range)
      } else {
        for (condition, scalar) in zip(rules.impossible, definition.rules.impossible) { reportImpossiblePeople(condition, scalar) }
      }
    } catch {
      report(.badCondition, "'impossible' combines too many facts to be worked out", first.range)
    }
  }
}
