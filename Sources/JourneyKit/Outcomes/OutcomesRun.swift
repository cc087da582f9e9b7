public import Diagnostics
import JourneyInsight
import JourneyMock
import TenantDecisions

/// Works out who is asked for what by the rules of a mock tenant.
public struct OutcomesRun: Sendable {
  /// What is wrong with the project or with what is asked for.
  public private(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// Whether something in the tables is not known.
  public private(set) var isNotKnown = false

  private var rules = TenantRules()
  private var tables: [OutcomeTable] = []
  private var ways: [WeakestWay] = []

  /// Reads the tenant, and works its tables out.
  public init(_ settings: OutcomesSettings) {
    let project = Project(settings.run, only: settings.tenant)
    diagnostics = project.diagnostics.filter { $0.severity == .error }
    guard !isRefused, let rules = rules(of: project, settings.tenant) else { return }
    self.rules = rules
    let who = facts(settings.who, isOfPerson: true)
    let given = facts(settings.given, isOfPerson: false)
    for client in settings.clients where !rules.apps.contains(where: { $0.name == client }) {
      refuse("--client: no app '\(client)'", NameAdvice(for: client, among: rules.apps.map(\.name)))
    }
    if let after = settings.after, !rules.apps.contains(where: { $0.name == after }) {
      refuse("--after: no app '\(after)'", NameAdvice(for: after, among: rules.apps.map(\.name)))
    }
    checkPossible(who)
    if given.words["session.client"] != nil, !settings.clients.isEmpty {
      refuse("--given: the app is '--client' already", nil)
    }
    if let word = settings.uses, !rules.readableWords.contains(word) {
      refuse("--uses: no fact, name or authenticator '\(word)'", NameAdvice(for: word, among: rules.readableWords.sorted()))
    }
    guard !isRefused, settings.uses == nil else { return }
    let maker = OutcomeTables(rules, given: who.updated(with: given), explains: settings.explains)
    if settings.isWeakest {
      let apps = settings.clients.isEmpty ? rules.apps : rules.apps.filter { settings.clients.contains($0.name) }
      ways = maker.weakest(apps, of: rules)
      isNotKnown = ways.contains { $0.doubt != nil }
      return
    }
    tables =
      settings.clients.isEmpty
      ? maker.byList()
      : settings.clients.compactMap { client in
        settings.after.map { maker.byClient(client, after: $0) } ?? maker.byClient(client)
      }
    isNotKnown = tables.contains(where: \.isNotKnown)
  }

  /// The tables.
  public func text(_ format: OutcomesSettings.Format) -> String {
    let page = OutcomePage(tables)
    return switch format {
    case .text: page.text(.text)
    case .markdown: page.text(.markdown)
    case .csv: page.text(.csv)
    case .json: page.text(.json)
    }
  }

  /// The weakest way into each app.
  public func weakest() -> String {
    ways.map { way in
      let app = way.isForAdministrators ? "\(way.app) (for administrators)" : way.app
      guard let proofs = way.proofs else {
        let answer = way.doubt == nil ? "nobody gets in" : "not known: there are too many combinations"
        return HarmlessText.line("\(app): \(answer)", limit: 2000) + "\n"
      }
      let what = proofs.isEmpty ? "nothing" : proofs.joined(separator: " and ")
      let passed = way.isPassedOver ? "; people who have nothing that fits are not asked for more" : ""
      let notKnown = way.doubt == nil ? "" : "; not known whether these rules decide"
      let rules = way.rules.map { "'\($0)'" }.joined(separator: " and ")
      return HarmlessText.line("\(app): \(what), by \(rules)\(passed)\(notKnown)", limit: 2000) + "\n"
    }.joined()
  }

  /// Every place where rules read a word.
  public func uses(of word: String) -> String {
    let uses = rules.uses(of: word)
    guard !uses.isEmpty else { return "no rule reads '\(HarmlessText.line(word))'\n" }
    return uses.map { use in
      let rule = use.rule.map { ", rule '\($0)'" } ?? ""
      return HarmlessText.line(
        "\(use.kind.rawValue) list '\(use.list)'\(rule): \(use.isCondition ? "who and when" : "asked for")", limit: 2000) + "\n"
    }.joined()
  }
}

extension OutcomesRun {
  private mutating func rules(of project: Project, _ name: String?) -> TenantRules? {
    guard let name = name ?? project.defaultTenant else {
      refuse("--tenant: name the tenant", NameAdvice(for: "", among: project.sites.keys.sorted()))
      return nil
    }
    guard let site = project.sites[name] else {
      refuse("--tenant: no tenant '\(name)'", NameAdvice(for: name, among: project.sites.keys.sorted()))
      return nil
    }
    guard let rules = site.mock?.ruleSet else {
      refuse("tenant '\(name)' has no rules", nil)
      return nil
    }
    return rules
  }

  private mutating func refuse(_ message: String, _ advice: NameAdvice?) {
    diagnostics.append(Diagnostic(.badSelection, message + (advice?.expected ?? ""), at: nil, suggestion: advice?.suggestion))
  }

  /// The facts that some settings fix: of a person or situation by its name, or written out.
  private mutating func facts(_ settings: [String], isOfPerson: Bool) -> FactValues {
    var values = FactValues()
    let flag = isOfPerson ? "--who" : "--given"
    checkRepeats(settings, flag)
    for setting in settings {
      if let known = isOfPerson ? rules.people.first(where: { $0.name == setting })?.values : rules.situation(setting) {
        values = values.updated(with: rules.complete(known, isOfPerson: isOfPerson))
      } else if let equals = setting.firstIndex(of: "=") {
        set(String(setting[..<equals]), String(setting[setting.index(after: equals)...]), flag, isOfPerson, &values)
      } else {
        let known = isOfPerson ? rules.people.map(\.name) : rules.situations.map(\.name)
        refuse("\(flag): no \(isOfPerson ? "person" : "situation") '\(setting)'", NameAdvice(for: setting, among: known))
      }
    }
    return values
  }

  /// One call is about one person in one situation: a fact that is given twice would be lost.
  private mutating func checkRepeats(_ settings: [String], _ flag: String) {
    let names = settings.filter { !$0.contains("=") }
    if names.count > 1 { refuse("\(flag): '\(names[0])' and '\(names[1])' are two: give one of them in a call", nil) }
    var seen: Set<Substring> = []
    for name in settings.filter({ $0.contains("=") }).map({ $0.prefix { $0 != "=" } })
    where !seen.insert(name.split(separator: ".").last ?? name).inserted {
      refuse("\(flag): '\(name)' is given twice; several names of one fact are joined with '+'", nil)
    }
  }

  /// A person whom the tenant rules out has no outcomes.
  private mutating func checkPossible(_ who: FactValues) {
    for condition in rules.impossible where condition.decided({ who.truth(of: $0, in: rules.facts) }) == true {
      refuse("--who: there is no such person, by 'impossible': \(RuleWording.text(condition, facts: rules.facts))", nil)
    }
  }

  private mutating func set(_ name: String, _ text: String, _ flag: String, _ isOfPerson: Bool, _ values: inout FactValues) {
    let scoped = [name, "\(isOfPerson ? "account" : "session").\(name)"]
    guard let fact = scoped.compactMap({ rules.facts[$0] }).first else {
      let scope = isOfPerson ? "account." : "session."
      let known = rules.facts.keys.filter { $0.hasPrefix(scope) || !isOfPerson && $0.hasPrefix("open.") }.sorted()
      refuse(
        "\(flag): no fact '\(name)'",
        NameAdvice(for: name, among: known.map { $0.hasPrefix(scope) ? String($0.dropFirst(scope.count)) : $0 }))
      return
    }
    switch fact.kind {
    case .names:
      let names = text == "none" ? [] : Set(text.split(separator: "+").map(String.init))
      if let known = rules.listedNames[fact.name] {
        for name in names.sorted() where !known.contains(name) {
          refuse("\(flag): '\(fact.name)' has no '\(name)'", NameAdvice(for: name, among: known.sorted()))
        }
      }
      values.names[fact.name] = names
    case .word(let words):
      if !words.contains(text) { refuse("\(flag): '\(text)' is not a word of '\(fact.name)'", NameAdvice(for: text, among: words)) }
      values.words[fact.name] = text
    case .flag, .open:
      if !["true", "false"].contains(text) { refuse("\(flag): '\(fact.name)' is true or false, found '\(text)'", nil) }
      values.flags[fact.name] = text == "true"
    }
  }
}
