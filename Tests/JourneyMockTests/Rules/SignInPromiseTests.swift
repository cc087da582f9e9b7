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
    _ promise: String, _ rules: [String], more: String = ""
  ) throws -> (verdict: PromiseVerdict?, messages: [String]) {
    let source = RulesSource.text(head + RulesSource.list(rules) + more)
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
      ("in: [ordinary, outside]", [outside, two], "outside: nobody can sign in to 'app'; denied, by 'app/Portal/Outside' @true"),
      ("in: outside\nexcept: {app/Portal/Outside: only in the office}", [outside, two], "kept: 1 outcomes of rules"),
      ("", [vendors, two], "ordinary: people cannot sign in to 'app': group Vendors; denied, by 'app/Portal/Vendors' @true"),
      ("who: account.groups has Staff and not account.groups has Vendors", [vendors, two], "kept: 1 outcomes of rules"),
      (
        "on: console", [vendors, two], "ordinary: people cannot sign in to 'console': group Vendors; denied, by 'app/Portal/Vendors' @true"
      ),
      (
        "with: what they have", [two],
        "ordinary: people cannot sign in to 'app': not factor password or not factor otp; two kinds of proof, by 'app/Portal/Rest' @true"
      ),
      ("with: what they have\nwho: account.factors has password and account.factors has otp", [two], "kept: 1 outcomes of rules"),
      (
        "who: account.groups has Staff and account.factors has password", ["{rule: Rest, ask: {kinds: 2}, lacking: deny}"],
        "ordinary: people cannot sign in to 'app': not factor otp; two kinds of proof, by 'app/Portal/Rest' @true"
      ),
      ("with: what they have", ["{rule: Rest, ask: {kinds: 2}, lacking: pass_over}"], "kept: 1 outcomes of rules"),
      (
        "", ["{rule: New, when: open.hire, deny: true}", two],
        "not known: in 'app', in situation 'ordinary': whether 'app/Portal/New' decides depends on open.hire (hired in this year)"
      ),
      (
        "", ["{rule: New, when: open.hire, deny: true}", "{rule: Rest, deny: true}"],
        "ordinary: nobody can sign in to 'app'; denied, by 'app/Portal/New'; 1 more combination of rules lets nobody in @true"
      ),
      ("who: account.groups has Staff and not account.groups has Staff", [two], "kept: 0 outcomes of rules, nobody"),
    ] as [(String, [String], String)])
  func `a promise says who cannot sign in, where and by which rule`(promise: String, rules: [String], line: String) throws {
    let (verdict, messages) = try Self.verdict(promise, rules)
    #expect(messages == [])
    #expect(Self.line(verdict) == line)
  }

  @Test func `an enrolment rule says what may be set up`() throws {
    let enrolment = { (word: String) in "  enrolment: [{list: All, rules: [{rule: Apps, set: {otp: \(word)}}]}]\n" }
    #expect(try Self.line(Self.verdict("", [Self.two], more: enrolment("optional")).verdict) == "kept: 1 outcomes of rules")
    let closed = try Self.line(Self.verdict("", [Self.two], more: enrolment("not_allowed")).verdict)
    #expect(closed == "ordinary: people cannot sign in to 'app': not factor otp; two kinds of proof, by 'app/Portal/Rest' @true")
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
