import Testing

@testable import TenantDecisions

/// How far somebody has come with what rules demand, and what brings them further.
struct DemandProgressTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ask: RuleAsk
    var has: Set<String> = ["password"]
    var proven: Set<String> = []
    var settable: Set<String> = ["password", "question", "email", "totp", "passkey"]
    var progress: DemandProgress
  }

  private static func ask(_ kinds: Int? = nil, lacking: LackingProof? = nil, chains: [[Set<String>]] = []) -> RuleAsk {
    var ask = RuleAsk(kinds: kinds)
    ask.lacking = lacking
    ask.chains = chains
    return ask
  }

  private static func open(_ usable: Set<String>, settable: Set<String> = []) -> DemandProgress {
    DemandProgress(state: .open, usable: usable, settable: settable)
  }

  private static let met = DemandProgress(state: .met)
  private static let denied = DemandProgress(state: .denied)
  private static let chain: [[Set<String>]] = [[["password"], ["totp", "passkey"]]]

  @Test(arguments: [
    Row(testDescription: "any proof that they have", ask: ask(1), has: ["password", "email"], progress: open(["password", "email"])),
    Row(testDescription: "it was given", ask: ask(1), proven: ["password"], progress: met),
    Row(testDescription: "nothing is asked", ask: ask(0), progress: met),
    Row(
      testDescription: "two kinds, of which both are there", ask: ask(2), has: ["password", "email", "question"],
      progress: open(["password", "email", "question"])),
    Row(
      testDescription: "the second kind, and no second of one kind", ask: ask(2), has: ["password", "email", "question"],
      proven: ["password"], progress: open(["email"])),
    Row(
      testDescription: "what is there is enough, so nothing is set up", ask: ask(2), has: ["passkey"], progress: open(["passkey"])),
    Row(
      testDescription: "what is missing can be set up", ask: ask(2), proven: ["password"],
      progress: open([], settable: ["email", "totp", "passkey"])),
    Row(
      testDescription: "what enrolment rules out is not", ask: ask(2), proven: ["password"], settable: ["totp"],
      progress: open([], settable: ["totp"])),
    Row(testDescription: "nothing may be set up", ask: ask(2), proven: ["password"], settable: [], progress: denied),
    Row(testDescription: "who lacks it is denied", ask: ask(2, lacking: .deny), proven: ["password"], progress: denied),
    Row(
      testDescription: "who has it is not", ask: ask(2, lacking: .deny), has: ["password", "totp"], proven: ["password"],
      progress: open(["totp"])),
    Row(testDescription: "who lacks it is passed over", ask: ask(2, lacking: .passOver), progress: met),
    Row(
      testDescription: "who has it is not passed over", ask: ask(2, lacking: .passOver), has: ["password", "email"],
      progress: open(["password", "email"])),
    Row(
      testDescription: "of two chains the one goes on that was begun, and not one of which the second step was given first",
      ask: ask(chains: [[["email"], ["totp"]], [["password"], ["email"]]]), has: ["password", "email", "totp"], proven: ["email"],
      progress: open(["totp"])),
    Row(
      testDescription: "of two chains the one that people can go through begins",
      ask: ask(chains: [[["email"], ["totp"]], [["password"], ["email"]]]), has: ["password", "email"], progress: open(["password"])),
    Row(
      testDescription: "a chain begins with its first step", ask: ask(chains: chain), has: ["password", "totp"],
      progress: open(["password"])),
    Row(
      testDescription: "and goes on with its next", ask: ask(chains: chain), has: ["password", "totp", "passkey"], proven: ["password"],
      progress: open(["totp", "passkey"])),
    Row(
      testDescription: "each of two chains is a way, whatever the other one is", ask: ask(chains: [[["passkey"]]] + chain),
      has: ["password", "passkey"], progress: open(["password", "passkey"])),
    Row(
      testDescription: "what a chain does not name is of no use", ask: ask(chains: chain), has: ["password", "email"],
      proven: ["password"], progress: open([], settable: ["totp", "passkey"])),
  ])
  func `a person comes so far`(_ row: Row) {
    var rules = TenantRules()
    rules.authenticators = RandomRules.authenticators
    let personal = PersonalDemand(.ask([row.ask]), settable: row.settable)
    #expect(rules.progress(personal, proven: row.proven, has: row.has) == row.progress)
  }

  @Test func `a refusal is one whatever was given`() {
    var rules = TenantRules()
    rules.authenticators = RandomRules.authenticators
    #expect(rules.progress(PersonalDemand(.deny, settable: []), proven: ["passkey"], has: ["passkey"]) == Self.denied)
  }

  @Test func `one rule passes over and another does not`() {
    var rules = TenantRules()
    rules.authenticators = RandomRules.authenticators
    let both = PersonalDemand(.ask([Self.ask(2, lacking: .passOver), Self.ask(1)]), settable: [])
    #expect(rules.progress(both, proven: [], has: ["password"]) == Self.open(["password"]))
    #expect(rules.progress(both, proven: ["password"], has: ["password"]) == Self.met)
  }

  /// What is worked out for one person is among what can be demanded of anybody.
  @Test func `everything that is demanded of somebody can be demanded`() throws {
    for seed in UInt64(1)...60 {
      var random = RandomRules(seed: seed)
      let rules = random.rules()
      let possible = Set(rules.possibleDemands().demands)
      let oracle = DecisionOracle(rules: rules, groups: RandomRules.groups, zones: RandomRules.zones)
      for world in oracle.people {
        let situation = FactValues(
          words: ["session.risk": world.risk], names: ["session.zones": world.zones], flags: ["open.x": seed % 2 == 0])
        let demand = try rules.demand(of: FactValues(names: ["account.groups": world.groups]), in: situation, at: rules.apps[0])
        #expect(possible.contains(demand), "seed \(seed)")
      }
    }
  }

  @Test func `what depends on an open flag is not known, with its name`() throws {
    var rules = TenantRules()
    rules.facts = RandomRules.facts
    let flagged = DecisionRule(name: "A", condition: .atom(.open(fact: "open.x")), text: "", outcome: .deny)
    rules.lists[.session] = [DecisionList(name: "First", rules: [flagged])]
    rules.apps = [RuledApp(name: "portal", list: nil)]
    #expect(throws: UndecidedRules(flags: ["open.x"])) {
      try rules.demand(of: FactValues(), in: FactValues(), at: rules.apps[0])
    }
    let known = try rules.demand(of: FactValues(), in: FactValues(flags: ["open.x": true]), at: rules.apps[0])
    #expect(known.demand == .deny)
  }

  @Test(arguments: [("sms", ["voice", "email"]), ("email", ["sms", "voice"]), ("voice", ["email", "sms"])])
  func `an enrolment rule rules out one of several authenticators that no demand distinguishes`(_ out: String, _ left: [String]) throws {
    var rules = TenantRules()
    rules.authenticators = ["email", "sms", "voice"].map {
      KnownAuthenticator(name: $0, type: $0 == "email" ? "email" : "phone", method: $0, proves: [.possession])
    }
    let rule = DecisionRule(name: "R", condition: .always, text: "", outcome: .set([out: "not_allowed"]))
    rules.lists[.enrolment] = [DecisionList(name: "Default", rules: [rule])]
    let personal = try rules.demand(of: FactValues(), in: FactValues(), at: RuledApp(name: "app", list: nil))
    #expect(personal.settable == Set(left))
  }
}
