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

  /// How far an imported tenant was found to be like its org, in one line; `nil` where that was not checked.
  public private(set) var verified: String?

  private(set) var rules = TenantRules()
  private var glossary: RuleGlossary?
  private var tables: [OutcomeTable] = []
  private var ways: [WeakestWay] = []

  /// Reads the tenant, and works its tables out.
  public init(_ settings: OutcomesSettings) {
    guard isThere(settings.run) else { return }
    let project = Project(settings.run, only: settings.tenant)
    diagnostics = project.diagnostics.filter { $0.severity == .error }
    guard !isRefused, let rules = rules(of: project, settings.tenant) else { return }
    self.rules = rules
    verified = VerifiedTenant.note(of: settings.tenant ?? project.defaultTenant ?? "", in: project)
    let who = facts(settings.who, isOfPerson: true)
    let given = facts(settings.given, isOfPerson: false)
    for client in settings.clients where !rules.apps.contains(where: { $0.name == client }) {
      refuse("--client: no app '\(client)'", NameAdvice(for: client, among: rules.apps.map(\.name)))
    }
    if let after = settings.after, !rules.apps.contains(where: { $0.name == after }) {
      refuse("--after: no app '\(after)'", NameAdvice(for: after, among: rules.apps.map(\.name)))
    }
    checkPossible(who)
    if given.words[DecisionFact.client] != nil, !settings.clients.isEmpty {
      refuse("--given: the app is '--client' already", nil)
    }
    if let word = settings.uses, !rules.readableWords.contains(word) {
      refuse("--uses: no fact, name or authenticator '\(word)'", NameAdvice(for: word, among: rules.readableWords.sorted()))
    }
    guard !isRefused, settings.uses == nil else { return }
    let people = settings.people.map { PeopleFile($0, for: [rules]) }
    diagnostics += people?.diagnostics ?? []
    guard !isRefused else { return }
    let maker = OutcomeTables(rules, given: who.updated(with: given), explains: settings.explains, counting: people?.population)
    if settings.isWeakest {
      let apps = settings.clients.isEmpty ? rules.apps : rules.apps.filter { settings.clients.contains($0.name) }
      ways = maker.weakest(apps, of: rules)
      isNotKnown = ways.contains { $0.doubt != nil }
      return
    }
    glossary = settings.clients.isEmpty ? RuleGlossary(rules) : nil
    tables =
      settings.clients.isEmpty
      ? maker.byList()
      : settings.clients.compactMap { client in
        settings.after.map { maker.byClient(client, after: $0) } ?? maker.byClient(client)
      }
    isNotKnown = tables.contains(where: \.isNotKnown)
  }

  /// The tables.
  ///
  /// - Parameter withFewPeople: whether text has numbers of fewer than five people, which other formats never have.
  public func text(_ format: OutcomesSettings.Format, withFewPeople: Bool = true) -> String {
    let page = OutcomePage(tables, glossary: glossary, withFewPeople ? .exact : .withoutFew)
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
        let answer = way.doubt == nil ? "no one gets in" : "not known: there are too many combinations"
        return HarmlessText.line("\(app): \(answer)", limit: 2000) + "\n"
      }
      let rules = way.rules.map { "'\($0)'" }.joined(separator: " and ")
      let ifAllowed = way.limitsSettingUp ? ", if the enrolment rules allow it" : ""
      let notes = [
        way.setsUp && !way.isPassedOver ? "people who have no suitable authenticator set one up on the way\(ifAllowed)" : nil,
        way.isPassedOver ? "people who have no suitable authenticator are not asked for more" : nil,
        way.example == FactValues() ? nil : "for example \(RuleWording.text(way.example))", way.doubt == nil ? nil : doubt(way),
      ]
      let line = (["\(app): \(RuleWording.text(proofs)), by \(rules)"] + notes.compactMap(\.self)).joined(separator: "; ")
      return HarmlessText.line(line, limit: 2000) + "\n"
    }.joined()
  }

  private func doubt(_ way: WeakestWay) -> String {
    let flags = way.openFlags.map { RuleWording.text(.atom(.open(fact: $0)), facts: rules.facts) }
    return "whether these rules decide depends on \(flags.joined(separator: ", "))"
  }

  /// The open flags on which it depends what is not known, in words; empty where there is too much to work out.
  public var openFlags: String {
    let flags = Set(tables.flatMap(\.rows).filter(\.isNotKnown).flatMap(\.openFlags) + ways.flatMap(\.openFlags))
    return flags.sorted().map { rules.facts[$0]?.shortName ?? $0 }.joined(separator: ", ")
  }

  /// Every place where rules read a word.
  public func uses(of word: String) -> String {
    let uses = rules.uses(of: word)
    guard !uses.isEmpty else { return "no rule reads '\(HarmlessText.line(word))'\n" }
    return uses.map { use in
      let rule = use.rule.map { ", rule '\($0)'" } ?? ""
      return HarmlessText.line(
        "\(use.kind.rawValue) list '\(use.list)'\(rule): \(use.part.rawValue)", limit: 2000) + "\n"
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
      let isMissing = project.tenants == nil ? ": tenants.yaml is missing" : ""
      refuse("--tenant: no tenant '\(name)'\(isMissing)", NameAdvice(for: name, among: project.sites.keys.sorted()))
      return nil
    }
    guard let rules = site.mock?.ruleSet else {
      let others = project.sites.keys.filter { project.sites[$0]?.mock?.ruleSet != nil }.sorted()
      refuse("tenant '\(name)' has no rules" + (others.isEmpty ? "" : "; give '--tenant' one that has: \(NameAdvice.list(others))"), nil)
      return nil
    }
    return rules
  }

  /// A folder that is not there has another tenants.yaml above it, whose tenants are not meant.
  private mutating func isThere(_ run: RunSettings) -> Bool {
    guard let path = run.usedPaths.first, !Repository.holds(path) else { return true }
    refuse("no file or folder '\(path)'", nil)
    return false
  }

  mutating func refuse(_ message: String, _ advice: NameAdvice?) {
    refuse(message + (advice?.expected ?? ""), suggestion: advice?.suggestion)
  }

  mutating func refuse(_ message: String, suggestion: String?) {
    diagnostics.append(Diagnostic(.badSelection, message, at: nil, suggestion: suggestion))
  }
}
