import Diagnostics
import JourneyLanguage
import JourneyMock
import TenantDecisions
import Testing

/// `always: can sign in`: whom the rules let in.
struct SignInPromiseTests {
  private static let head = """
    lacking: set_up
    names: {account.groups: [Staff, Vendors], session.zones: [office]}
    open: {hire: hired in this year}
    situations: {ordinary: {zones: [office]}, outside: {}, risky: {risk: high}}
    apps: {console: {administrators: true, rules: Portal}}
    authenticators:
      password: {proves: knowledge}
      otp: {type: app, proves: possession}

    """
  private static func verdict(
    _ promise: String, _ rules: [String], more: String = "", replacing parts: [String: String] = [:]
  ) throws -> (verdict: PromiseVerdict?, messages: [String]) {
    var source = RulesSource.text(head + RulesSource.list(rules) + more)
    for (key, text) in TenantSource.parts { source = source.replacing(text, with: parts[key] ?? text) }
    let (tenant, diagnostics) = TenantSource.load(source)
    let errors = diagnostics.filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(DiagnosticRenderer().render(errors))")
    let lines = (["says: it holds", "always: can sign in"] + promise.split(separator: "\n").map(String.init)).map { "    \($0)\n" }
    let text = "promises:\n  it:\n\(lines.joined())"
    let read = PromisesFile.read(Array(text.utf8), named: "promises.yaml")
    try #require(read.diagnostics.isEmpty, "\(read.diagnostics)")
    var wrong: [Diagnostic] = []
    let verdict = try #require(tenant).judge(try #require(read.file.promises.first), diagnostics: &wrong)
    return (verdict, wrong.map(\.message))
  }

  private static func line(_ verdict: PromiseVerdict?) -> String {
    switch verdict {
    case .kept(let extent): "kept: \(extent.situations) \(extent.things)\(extent.isMet ? "" : ", nobody")"
    case .refused(let failure, let situation, let place): "\(situation): \(failure.line) @\(place != nil)"
    case .unknown(let reason): "not known: \(reason)"
    default: "\(String(describing: verdict))"
    }
  }

  private static let outside = "{rule: Outside, when: not session.zones has office, deny: true}"
  private static let vendors = "{rule: Vendors, when: account.groups has Vendors, deny: true}"
  private static let two = "{rule: Rest, ask: {kinds: 2}}"

  @Test(
    arguments: [
      ("", [outside, two], "kept: 1 outcomes of rules"),
      ("in: [ordinary, outside]", [outside, two], "outside: no one can sign in to 'app': denied by 'app/Portal/Outside' @true"),
      ("in: outside\nexcept: {app/Portal/Outside: only in the office}", [outside, two], "kept: 1 outcomes of rules"),
      ("", [vendors, two], "ordinary: people in group Vendors cannot sign in to 'app': denied by 'app/Portal/Vendors' @true"),
      ("who: account.groups has Staff and not account.groups has Vendors", [vendors, two], "kept: 1 outcomes of rules"),
      (
        "on: console", [vendors, two],
        "ordinary: people in group Vendors cannot sign in to 'console': denied by 'app/Portal/Vendors' @true"
      ),
      (
        "with: what they have", [two],
        "ordinary: people who have only password cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof @true"
      ),
      ("with: what they have\nwho: account.factors has password and account.factors has otp", [two], "kept: 1 outcomes of rules"),
      (
        "who: account.groups has Staff and account.factors has password", ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"],
        "ordinary: people in group Staff who have only password cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof @true"
      ),
      ("with: what they have", ["{rule: Rest, ask: {kinds: 2}, lacking: pass_over}"], "kept: 1 outcomes of rules"),
      (
        "", ["{rule: New, when: open.hire, deny: true}", two],
        "not known: in situation 'ordinary': depending on hire (not in the configuration: hired in this year), "
          + "no one can sign in to 'app': denied by 'app/Portal/New'"
      ),
      (
        "", ["{rule: New, when: open.hire, deny: true}", "{rule: Rest, deny: true}"],
        "ordinary: no one can sign in to 'app': denied by 'app/Portal/New'; 1 more combination of rules refuses people @true"
      ),
      ("who: account.groups has Staff and not account.groups has Staff", [two], "kept: 0 outcomes of rules, nobody"),
    ] as [(String, [String], String)])
  func `a promise says who cannot sign in, where and by which rule`(promise: String, rules: [String], line: String) throws {
    let (verdict, messages) = try Self.verdict(promise, rules)
    #expect(messages == [])
    #expect(Self.line(verdict) == line)
  }

  private static let accounts = """
    accounts:
      pia: {email: pia@app.test, password: Pia-heron-11, groups: [Staff]}
      otto: {email: otto@app.test, password: Otto-finch-22, groups: [Staff], factors: [otp]}
      nell: {email: nell@app.test, groups: [Staff]}

    """

  @Test(
    arguments: [
      ("pia", "pia, who has only password, cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof"),
      ("nell", "nell, who has no authenticator, cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof"),
      ("otto", nil), ("otto, pia", "pia, who has only password, cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof"),
    ] as [(String, String?)])
  func `an account with a password has the authenticator of that name`(who: String, line: String?) throws {
    let (verdict, messages) = try Self.verdict("who: [\(who)]\nwith: what they have", [Self.two], replacing: ["accounts": Self.accounts])
    #expect(messages == [])
    #expect(Self.line(verdict) == line.map { "ordinary: \($0) @true" } ?? "kept: 1 outcomes of rules")
  }

  @Test func `the authenticator of a password may have another name, and its type`() throws {
    let rules = Self.head.replacing("password: {proves", with: "secret: {type: password, proves") + RulesSource.list([Self.two])
    let text = RulesSource.text(rules).replacing("accounts: {ann: {email: ann@x.test, password: secret}}\n", with: Self.accounts)
    let people = try #require(TenantSource.load(text).tenant?.ruleSet?.people)
    #expect(people.map { $0.values.names["account.factors"] } == [["secret"], ["secret", "otp"], nil])
  }

  @Test func `rules know the flow's own words for what people have, and the authenticators`() throws {
    let flow = "facts: {account.level: [low, high], account.factors: {set_of: [sms]}}\n"
    let line = try Self.line(
      Self.verdict(
        "with: what they have\nwho: account.factors has sms and not account.factors has password",
        ["{rule: Texts, when: account.factors has sms, deny: true}", Self.two], replacing: ["facts": flow]
      ).verdict)
    let people = "ordinary: people (factor sms and not factor password) cannot sign in to 'app'"
    #expect(line.hasPrefix("\(people): denied by 'app/Portal/Texts'"), "\(line)")
  }

  @Test func `who lacks the least comes first, and depending on a flag too`() throws {
    let line = try Self.line(
      Self.verdict(
        "with: what they have\nwho: account.groups has Staff",
        ["{rule: New, when: open.hire, ask: {any_of: [{knowledge: {}}]}}", Self.two]
      ).verdict)
    #expect(
      line == "ordinary: people in group Staff who have only otp cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof; "
        + "depending on hire (not in the configuration: hired in this year), people in group Staff who have only password "
        + "cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof; 1 more combination of rules refuses people @true")
  }

  @Test func `an enrolment rule says what may be set up`() throws {
    let enrolment = { (word: String) in "  enrolment: [{list: All, rules: [{rule: Apps, set: {otp: \(word)}}]}]\n" }
    #expect(try Self.line(Self.verdict("", [Self.two], more: enrolment("optional")).verdict) == "kept: 1 outcomes of rules")
    let closed = try Self.line(Self.verdict("", [Self.two], more: enrolment("not_allowed")).verdict)
    #expect(
      closed == "ordinary: people who have only password cannot sign in to 'app': 'app/Portal/Rest' asks for two kinds of proof @true")
  }

  @Test(
    arguments: [
      ("in: abroad", "has no situation 'abroad'"), ("on: mail", "has no app 'mail'"),
      ("except: {app/Portal/Outsid: why}", "has no rule 'app/Portal/Outsid'"), ("who: [nobody]", "has no account 'nobody'"),
      ("who: account.groups has Nobody", "'Nobody'"), ("who: account", "asks for facts that rules read"),
    ])
  func `a name that the rules do not have is an error`(promise: String, message: String) throws {
    let (verdict, messages) = try Self.verdict(promise, [Self.outside, Self.two])
    #expect(verdict == nil)
    #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
  }
}
