import Encodings
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

@testable import JourneyMock

/// Orgs made at random: what people see on the served mock is what `outcomes` says that they are asked for.
struct ServedScreensTests {
  @Test func `every class of people sees the screens that its outcome asks for, whatever they have`() throws {
    let rounds = MutationRounds(usual: 6, of: "orgs")
    var seen: [String: Int] = [:]
    for seed in (0..<UInt64(rounds.count)).map({ rounds.seed &+ $0 }) {
      let people = try ServedPeople(seed: seed)
      for line in try people.differences(&seen) { Issue.record("JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(line)") }
    }
    if rounds.count > 20 { print("ServedScreensTests: \(seen.sorted { $0.key < $1.key })") }
    for kind in ["signedIn", "denied", "choice", "password", "setUp"] { #expect(seen[kind, default: 0] > 0, "\(kind): \(seen)") }
    #expect(seen["other"] == nil, "\(seen)")
  }
}

/// People who can go on with nothing that the flow of a mock has.
struct UnshownAuthenticatorTests {
  private static let fastPass = MadeOrg(
    catchAll: MadeOrg.assurance("1FA", #"{"possession": {"phishingResistant": "REQUIRED"}}"#),
    enrolment: #"{"type": "AUTHENTICATORS", "authenticators": [{"key": "okta_verify", "enroll": {"self": "OPTIONAL"}}]}"#)

  private static func first(_ org: MadeOrg) throws -> ServedWalk.Screen? {
    var imported = try org.imported().tenant
    imported.accounts = []
    let people = "\naccounts:\n  p0: {email: p0@made.test, password: Mock-made-0}\n"
    let tenant = try MadeOrg.mock(imported.yaml + people)
    let client = try #require(tenant.clients.firstIndex { $0.id == "portal" })
    return try ServedWalk(tenant, client: client, identifier: "p0@made.test").screens[[]]
  }

  @Test func `who can set up nothing but what the flow has no screen for is not shown a page without a choice`() throws {
    #expect(try Self.first(Self.fastPass) == .notKnown)
    var both = Self.fastPass
    both.enrolment = both.enrolment.replacing("]}", with: ", {\"key\": \"webauthn\", \"enroll\": {\"self\": \"OPTIONAL\"}}]}")
    #expect(try Self.first(both) == .setUp(["passkey"]))
  }

  @Test func `the answer says why`() {
    let refusal = ControlRefusal.notKnown(UndecidedRules(unshown: ["okta_verify_fastpass"]))
    #expect(
      refusal.message
        == "what people see is not known: they can go on with okta_verify_fastpass alone, and the flow of this mock has no screen for it")
  }
}

/// One person of each class of an org, with several sets of authenticators.
private struct ServedPeople {
  private struct Person {
    var values: FactValues
    var has: Set<String>
  }

  private let tenant: MockTenant
  private let rules: TenantRules
  private let app: RuledApp
  private var people: [Person] = []

  init(seed: UInt64) throws {
    var imported = try MadeOrg(seed: seed).imported().tenant
    imported.accounts = []
    let rules = try #require(try MadeOrg.mock(imported).ruleSet)
    app = try #require(rules.apps.first { $0.isClient })
    var random = SeededGenerator(seed: seed)
    for values in try Self.classes(rules, app) {
      for has in Self.holdings(&random) { people.append(Person(values: values, has: has)) }
    }
    let lines = people.enumerated().map { place, person in "  p\(place): {\(Self.keys(person, place))}" }
    tenant = try MadeOrg.mock(imported.yaml + "\naccounts:\n" + lines.joined(separator: "\n") + "\n")
    self.rules = try #require(tenant.ruleSet)
  }

  private static func sequences(_ rules: TenantRules, _ app: RuledApp) -> [RuleSequence] {
    [rules.sequence(of: .session), rules.sequence(ofAppList: app.list ?? "")]
  }

  /// Facts of one person and situation of each class, with every open flag.
  private static func classes(_ rules: TenantRules, _ app: RuledApp) throws -> [FactValues] {
    let client = Condition<DecisionAtom>.atom(.word(fact: "session.client", app.name))
    let regions = try RuleRegions(sequences(rules, app) + [rules.sequence(of: .enrolment)], of: rules, given: [client])
    return regions.outcomes.map { outcome in
      var values = rules.complete(outcome.example, isOfPerson: true).updated(with: rules.complete(outcome.example, isOfPerson: false))
      values = values.updated(with: outcome.example)
      for fact in rules.facts.values where fact.kind == .open && values.flags[fact.name] == nil { values.flags[fact.name] = false }
      values.words["session.client"] = app.name
      return values
    }
  }

  /// A password alone, everything, and some sets between.
  private static func holdings(_ random: inout SeededGenerator) -> [Set<String>] {
    let others = ServedWalk.choices.map(\.name).filter { $0 != "password" }
    let some = (0..<3).map { _ in Set(others.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))) }
    return ([[], Set(others)] + some).map { $0.union(["password"]) }
  }

  private static func keys(_ person: Person, _ place: Int) -> String {
    func quoted(_ text: String) -> String { JSONWriter.text(of: .string(text)) }
    func list(_ names: Set<String>) -> String { "[\(names.sorted().map(quoted).joined(separator: ", "))]" }
    let words = person.values.words.filter { $0.key.hasPrefix("account.") && $0.key != "account.status" }
      .sorted { $0.key < $1.key }.map { "\($0.key.dropFirst("account.".count)): \(quoted($0.value))" }
    let keys = [
      "email: p\(place)@made.test", "password: Mock-made-\(place)", "phone: \"+441632960022\"", "totp: JBSWY3DPEHPK3PXP",
      "question: What was your first pet?", "question_key: first_pet", "answer: Rex",
      "groups: \(list((person.values.names["account.groups"] ?? []).subtracting(["Everyone"])))",
      "factors: \(list(person.has.subtracting(["password"])))",
    ]
    return (keys + words).joined(separator: ", ")
  }

  // MARK: Comparing

  func differences(_ seen: inout [String: Int]) throws -> [String] {
    var lines: [String] = []
    let client = try #require(tenant.clients.firstIndex { $0.id == app.name })
    for (place, person) in people.enumerated() {
      var placed = tenant
      placed.compiled.situation = person.values
      let walk = try ServedWalk(placed, client: client, identifier: "p\(place)@made.test")
      let expected = try self.expected(person)
      for (proven, screen) in walk.screens {
        let right = expected.screen(after: proven)
        seen["\("\(screen)".prefix { $0 != "(" })", default: 0] += 1
        if screen == right || Self.isSameSetUp(screen, right) { continue }
        lines.append("\(person.values.wording) with \(person.has.sorted()) after \(proven.sorted()): \(screen), expected \(right)")
      }
    }
    return lines
  }

  private static func isSameSetUp(_ one: ServedWalk.Screen, _ other: ServedWalk.Screen) -> Bool {
    guard case .setUp(let names) = one, case .setUp(let others) = other else { return false }
    return ExpectedScreens.shown(names) == others
  }

  private func expected(_ person: Person) throws -> ExpectedScreens {
    let outcomes = try RuleRegions(Self.sequences(rules, app), of: rules).outcomes(person.values)
    try #require(outcomes.count == 1)
    let rows = try #require(OutcomeTables(rules, given: person.values).byClient(app.name)).rows
    #expect(rows.map(\.asked) == [RuleWording.text(outcomes[0].demand)], "\(person.values.wording)")
    return ExpectedScreens(
      demand: outcomes[0].demand, authenticators: rules.authenticators, has: person.has, settable: try settable(person))
  }

  /// What the enrolment rules do not rule out, as their rows say it.
  private func settable(_ person: Person) throws -> Set<String> {
    let outcomes = try RuleRegions([rules.sequence(of: .enrolment)], of: rules).outcomes(person.values)
    try #require(outcomes.count == 1)
    let names = Set(rules.authenticators.map(\.name))
    switch outcomes[0].demand {
    case .deny: return []
    case .set(let words): return names.filter { words[$0] != "not_allowed" }
    case .ask: return names
    }
  }
}
