import Testing

@testable import TenantDecisions

/// What random rule sets showed to be other than the page says, one case each.
struct RuleCornerTests {
  private static let inA = Condition.atom(DecisionAtom.member(fact: "account.groups", "A"))
  private static let inB = Condition.atom(DecisionAtom.member(fact: "account.groups", "B"))
  private static let isOpen = Condition.atom(DecisionAtom.open(fact: "open.x"))

  private static func rules(session: [DecisionRule] = [], app: [DecisionRule]) -> TenantRules {
    var rules = TenantRules()
    rules.facts = RandomRules.facts
    rules.facts["account.factors"] = DecisionFact(name: "account.factors", kind: .names)
    rules.authenticators = RandomRules.authenticators
    rules.lists = [.session: [DecisionList(name: "Default", rules: session)], .app: [DecisionList(name: "Portal", rules: app)]]
    rules.apps = [RuledApp(name: "portal", list: "Portal")]
    return rules
  }

  private static func rule(_ name: String, when condition: Condition<DecisionAtom> = .always, _ outcome: RuleOutcome) -> DecisionRule {
    DecisionRule(name: name, condition: condition, text: "", outcome: outcome)
  }

  /// Asks for all of these, one after the other.
  private static func chain(_ names: [String], lacking: LackingProof? = nil) -> RuleOutcome {
    var ask = RuleAsk()
    ask.chains = [names.map { [$0] }]
    ask.lacking = lacking
    return .ask(ask)
  }

  private static func weakest(_ rules: TenantRules) -> WeakestWay? { OutcomeTables(rules).weakest(rules.apps, of: rules).first }

  @Test func `a rule that different people reach by different values of a flag may never decide`() throws {
    var rules = Self.rules(app: [
      Self.rule("Either", when: .any([.all([Self.inA, Self.isOpen]), .all([Self.inB, .not(Self.isOpen)])]), .deny)
    ])
    let sequence = rules.sequence(ofAppList: "Portal")
    #expect(try RuleRegions([sequence], of: rules).reach(ofRule: 0) == .decides, "who is in both groups reaches it")
    rules.impossible = [.all([Self.inA, Self.inB])]
    #expect(try RuleRegions([sequence], of: rules).reach(ofRule: 0) == .mayNever)
  }

  @Test func `an example is a person who can be, also by facts that no rule reads`() throws {
    var rules = Self.rules(app: [Self.rule("Abroad", when: .atom(.member(fact: "session.zones", "abroad")), .deny)])
    rules.impossible = [.not(Self.inA)]
    let examples = try RuleRegions([rules.sequence(ofAppList: "Portal")], of: rules).outcomes.map(\.example)
    #expect(examples.map { $0.names["account.groups"] } == [["A"], ["A"]])
    #expect(examples.map { $0.names["session.zones"] } == [["abroad"], nil])
  }

  @Test func `the weakest way is known if its rules decide for somebody whatever a flag is`() {
    let known = Self.rules(app: [
      Self.rule("Strong", when: .all([Self.inA, Self.isOpen]), .ask(RuleAsk(kinds: 2))), Self.rule("Weak", .ask(RuleAsk(kinds: 1))),
    ])
    #expect(Self.weakest(known)?.rules == ["(no rule)", "Weak"] && Self.weakest(known)?.doubt == nil)
    let alsoKnown = Self.rules(app: [
      Self.rule("Perhaps", when: Self.isOpen, .ask(RuleAsk(kinds: 1))), Self.rule("Members", when: Self.inA, .ask(RuleAsk(kinds: 1))),
      Self.rule("Rest", when: .always, .deny),
    ])
    #expect(Self.weakest(alsoKnown)?.doubt == .openFlag, "whoever is in the group may be taken by the rule above")
    let asWeak = Self.rules(app: [
      Self.rule("Perhaps", when: .all([Self.isOpen, Self.inB]), .ask(RuleAsk(kinds: 1))),
      Self.rule("Members", when: Self.inA, .ask(RuleAsk(kinds: 1))), Self.rule("Rest", .deny),
    ])
    #expect(Self.weakest(asWeak)?.rules == ["(no rule)", "Members"] && Self.weakest(asWeak)?.doubt == nil)
  }

  @Test func `what a rule says as the tenant does is not something else than what it does not say`() throws {
    for own in LackingProof.allCases {
      for (written, isOther) in LackingProof.allCases.map({ ($0, $0 != own) }) {
        var rules = Self.rules(app: [
          Self.rule("Perhaps", when: Self.isOpen, Self.chain(["email"], lacking: written)), Self.rule("Rest", Self.chain(["email"])),
        ])
        rules.lacking = own
        let sequence = rules.sequence(ofAppList: "Portal")
        #expect(
          try RuleRegions([sequence], of: rules).outcomes.map(\.isNotKnown) == [isOther, isOther], "\(own), and \(written) is written")
        if case .known = RuleDecider([sequence], facts: rules.facts).decision(FactValues()) {
          #expect(!isOther, "\(own), and \(written) is written")
        } else {
          #expect(isOther, "\(own), and \(written) is written")
        }
      }
    }
  }

  /// - Parameters:
  ///   - own: what the tenant says before and now.
  ///   - written: what the rule says before and now.
  @Test(arguments: [
    (
      own: (LackingProof.setUp, LackingProof.deny), written: (LackingProof?.none, LackingProof?.none), shifts: [DemandShift.closedToLacking]
    ),
    (own: (.passOver, .setUp), written: (nil, nil), shifts: [.moreOfLacking]),
    (own: (.deny, .setUp), written: (nil, nil), shifts: [.lessOfLacking]),
    (own: (.setUp, .deny), written: (nil, .setUp), shifts: []), (own: (.deny, .setUp), written: (nil, .deny), shifts: []),
    (own: (.deny, .deny), written: (nil, .deny), shifts: []), (own: (.setUp, .setUp), written: (.setUp, nil), shifts: []),
    (own: (.setUp, .setUp), written: (nil, .deny), shifts: [.closedToLacking]),
  ])
  func `another word of the tenant is a change for people of whom rules do not say it`(
    own: (LackingProof, LackingProof), written: (LackingProof?, LackingProof?), shifts: [DemandShift]
  ) {
    var (before, now) = (
      Self.rules(app: [Self.rule("Rest", Self.chain(["email"], lacking: written.0))]),
      Self.rules(app: [Self.rule("Rest", Self.chain(["email"], lacking: written.1))])
    )
    (before.lacking, now.lacking) = own
    let difference = RuleDifference(before, now)
    #expect(difference.changes.map(\.shift) == shifts)
    #expect(difference.changes.allSatisfy { $0.lines.now.contains("who has no suitable authenticator") && $0.lines.before != $0.lines.now })
  }

  @Test func `who has nothing but a password and may not set up anything any more cannot sign in, though less is asked for`() {
    var possession = RuleAsk()
    possession.anyOf = [[.possession: ProofNeed()]]
    possession.lacking = .deny
    let (before, less) = (
      Self.rules(app: [Self.rule("Rest", Self.chain(["email"]))]), Self.rules(app: [Self.rule("Rest", .ask(possession))])
    )
    #expect(RuleDifference(before, less).changes.map(\.shift) == [.closedToLacking])
    // Another rule refused people who have no suitable authenticator before, and a password is enough for it.
    let session = [Self.rule("Any", Self.chain(["password"], lacking: .deny))]
    let (old, new) = (
      Self.rules(session: session, app: [Self.rule("Rest", Self.chain(["email"]))]),
      Self.rules(session: session, app: [Self.rule("Rest", Self.chain(["email"], lacking: .deny))])
    )
    #expect(RuleDifference(old, new).changes.map(\.shift) == [.closedToLacking])
    var one = RuleAsk(kinds: 1)
    one.lacking = .deny
    let (two, any) = (Self.rules(app: [Self.rule("Rest", .ask(RuleAsk(kinds: 2)))]), Self.rules(app: [Self.rule("Rest", .ask(one))]))
    #expect(RuleDifference(two, any).changes.map(\.shift) == [.less])
  }

  @Test func `who was not asked for what no one can give cannot sign in once it has to be set up`() {
    let (before, now) = (
      Self.rules(app: [Self.rule("Rest", Self.chain(["fax"], lacking: .passOver))]),
      Self.rules(app: [Self.rule("Rest", Self.chain(["fax"], lacking: .setUp))])
    )
    #expect(RuleDifference(before, now).changes.map(\.shift) == [.closedToLacking])
  }

  @Test func `a change of proofs does not repeat what happens to people who have no suitable authenticator`() {
    let (before, now) = (
      Self.rules(app: [Self.rule("Rest", Self.chain(["email"]))]), Self.rules(app: [Self.rule("Rest", Self.chain(["totp"]))])
    )
    #expect(RuleDifference(before, now).changes.map(\.lines.now) == ["totp, once a session, by 'Rest'"])
  }

  @Test func `one kind of proof is asked for next to two of which people are not asked who have one`() throws {
    var rules = Self.rules(
      session: [Self.rule("Default Rule", .ask(RuleAsk(kinds: 1)))], app: [Self.rule("Rest", .ask(RuleAsk(kinds: 2)))])
    rules.lacking = .passOver
    let demand = try rules.demand(of: FactValues(), in: FactValues(), at: rules.apps[0])
    let progress = rules.progress(demand, proven: [], has: ["password"])
    #expect(progress == DemandProgress(state: .open, usable: ["password"]))
    #expect(rules.progress(demand, proven: ["password"], has: ["password"]).state == .met)
  }

  @Test func `people get in with four authenticators where all four are asked for`() {
    let four = ["password", "question", "email", "totp"]
    let rules = Self.rules(session: [Self.rule("Default Rule", Self.chain(four))], app: [])
    #expect(Self.weakest(rules)?.proofs?.map(\.name) == four)
    guard case .everybody = SignInCheck(rules, means: .maySetUp).answer(for: .always, in: rules.apps[0], FactValues()) else {
      Issue.record("everybody can set up all four")
      return
    }
  }

  @Test func `a rule that lets nobody in by intention hides no other one`() {
    let rules = Self.rules(
      session: [Self.rule("Passkey", Self.chain(["passkey"], lacking: .deny))],
      app: [Self.rule("Email", Self.chain(["email"], lacking: .deny))])
    let check = SignInCheck(rules, means: .maySetUp, except: ["session/Default/Passkey"])
    guard case .not(let failure) = check.answer(for: .always, in: rules.apps[0], FactValues()) else {
      Issue.record("who has a passkey and no mail cannot sign in")
      return
    }
    #expect(failure.places.map(\.rule.name) == ["Email"])
    #expect(failure.people?.holds { $0 == .member(fact: "account.factors", "passkey") } == true, "\(failure.who)")
    #expect(failure.people?.holds { _ in true } == false, "\(failure.who)")
    let both = SignInCheck(rules, means: .maySetUp, except: ["session/Default/Passkey", "app/Portal/Email"])
    guard case .everybody = both.answer(for: .always, in: rules.apps[0], FactValues()) else {
      Issue.record("all of it is intended")
      return
    }
  }

  @Test func `an app that refuses who lacks its proof locks out people that the session's rules do not refuse`() {
    func rules(_ lacking: LackingProof) -> TenantRules {
      var need = ProofNeed()
      need.properties = [.phishingResistant]
      var strong = RuleAsk()
      strong.anyOf = [[.possession: need]]
      strong.lacking = lacking
      var two = RuleAsk(kinds: 2)
      two.lacking = .deny
      return Self.rules(session: [Self.rule("Two", .ask(two))], app: [Self.rule("Strong", .ask(strong))])
    }
    // Who has a password and a code meets the session's rule, and not the app's.
    #expect(RuleDifference(rules(.setUp), rules(.deny)).changes.map(\.shift) == [.closedToLacking])
    #expect(RuleDifference(rules(.deny), rules(.setUp)).changes.map(\.shift) == [.lessOfLacking])
    #expect(RuleDifference(rules(.passOver), rules(.setUp)).changes.map(\.shift) == [.moreOfLacking])
  }
}
