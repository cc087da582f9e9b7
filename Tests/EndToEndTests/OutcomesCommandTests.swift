import FoundationEssentials
import JourneyTestSupport
import Testing

@Suite(.serialized) struct OutcomesCommandTests {
  private static func arguments(_ more: String...) -> [String] { ["outcomes", project, "--fail-on", "never"] + more }
  private static let project = "journeys/_docs/_workforce"

  @Test(arguments: ["text", "csv", "json"])
  func `every list has a table, administrators' apps first`(_ format: String) async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--format", format))
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "outcomes.\(format == "text" ? "txt" : format)")
  }

  @Test func `the page on rules shows the example's tables`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--format", "markdown"))
    try DocumentedOutput.check("\n\(outcome.output)\n", in: "Rules.md", between: "<!-- outcomes -->\n", and: "<!-- end -->")
  }

  @Test func `an app's rows join the session's rules with its own, each with an example and what failed above`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--client", "portal", "--given", "zones=none", "--explain"))
    #expect(outcome.code == 0)
    try expectGolden(outcome.output, "outcomes-portal.txt")
  }

  @Test func `what a session of another app has proven is not asked for again`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--client", "payroll", "--after", "portal", "--who", "emma"))
    #expect(outcome.code == 0)
    try expectGolden(outcome.output, "outcomes-after.txt")
  }

  @Test(arguments: [["--after", "portal"], ["--after", "portal", "--client", "payroll", "--explain"]])
  func `a session of another app is for tables of an app`(arguments: [String]) async throws {
    #expect(try await BuiltCommand.run(["outcomes", Self.project] + arguments).code == 64)
  }

  @Test func `one person in one situation has one row`() async throws {
    let carl = try await BuiltCommand.run(Self.arguments("--client", "portal", "--who", "carl", "--given", "ordinary"))
    #expect(carl.output.lines.count { $0.contains("Default Rule + Catch-all") } == 1)
    #expect(carl.output.lines.count == 3)
  }

  @Test func `the weakest way into each app is said with the rules that allow it`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--weakest"))
    #expect(
      outcome.output == """
        console (for administrators): password and email, by 'Emergency stays open' and 'Emergency'; \
        people who have no suitable authenticator set one up on the way; for example group Emergency, zone blocked
        portal: password, by 'Default Rule' and 'Catch-all'; people who have no suitable authenticator set one up on the way; \
        for example no group, risk low, no zone
        payroll: password, by 'Default Rule' and 'New hires'; people who have no suitable authenticator set one up on the way; \
        for example no group, new_hire, no zone; \
        whether these rules decide depends on new_hire (not in the configuration: user.profile.startDate is less than 30 days ago)

        """)
  }

  /// A tenant of 600 groups, each of which a rule reads, and of an app with one rule.
  private static let tooMany =
    "tenant: big\nextends: okta-idx/assurance\nclients:\n  portal: {redirect_uris: [\"https://p.test/cb\"], rules: Portal}\n"
    + "  wiki: {redirect_uris: [\"https://w.test/cb\"], rules: Wiki}\nauthenticators:\n  password: {proves: [knowledge]}\nrules:\n  app:\n"
    + "    - list: Wiki\n      rules:\n        - {rule: All, ask: {kinds: 1}}\n    - list: Portal\n      rules:\n"
    + (0..<600).map { "        - {rule: R\($0), when: account.groups has G\($0), deny: true}\n" }.joined()
    + "        - {rule: Rest, ask: {kinds: 1}}\naccounts:\n  ada: {email: ada@big.test, password: big-secret-4711}\n"

  @Test func `a list that combines too many facts is not known, the others are, and the mock is walked all the same`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(
        "default: big\ntenants:\n  big:\n    dialect: okta-idx\n    mock: _mock/big.yaml\n"
          + "    client: {id: portal, redirect_uri: \"https://p.test/cb\"}\n", to: "journeys/tenants.yaml")
      try folder.write(Self.tooMany, to: "journeys/_mock/big.yaml")
      let outcome = try await BuiltCommand.run(["outcomes"], in: folder.path)
      #expect(outcome.code == 3, "\(outcome.error)")
      #expect(outcome.output.contains("not known: the rules combine too many facts"))
      #expect(outcome.output.contains("App rules: Wiki"))
      #expect(outcome.error.contains("not everything is known, as the rules combine too many facts"))
      try folder.write(
        "journey: Ada signs in\naccount: ada\nsteps:\n  - screen: identify\n    answers: {identifier: \"${account.email}\"}\n"
          + "  - screen: challenge-authenticator/okta_password\n    answers: {credentials.passcode: \"${account.password}\"}\n  - finish:\n",
        to: "journeys/ada.yaml")
      let walked = try await BuiltCommand.run("run", in: folder.path)
      #expect(walked.code == 0, "\(walked.output) \(walked.error)")
      try folder.write(
        "promises:\n  a-way-on:\n    says: there is a way on from every screen\n    always: a way on\n",
        to: "journeys/promises.yaml")
      let promised = try await BuiltCommand.run(["check", "--promises"], in: folder.path)
      #expect(promised.output.contains("the rules of portal combine too many facts"), "\(promised.output) \(promised.error)")
    }
  }

  @Test func `every rule that reads a word is found`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--uses", "Contractors"))
    #expect(
      outcome.output == """
        app list 'Portal sign-on', rule 'Contractors out': who and when
        app list 'Payroll sign-on', rule 'Contractors': who and when

        """)
  }

  @Test func `an authenticator that no rule names counts where it is good for what is asked`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--uses", "passkey"))
    #expect(outcome.output.contains("app list 'Console sign-on', rule 'Administrators': not named, but it counts for what is asked\n"))
    #expect(!outcome.output.contains("Nobody else"), "\(outcome.output)")
  }

  @Test func `why a row is not known, and which exit code that is, goes to standard error`() async throws {
    let outcome = try await BuiltCommand.run("outcomes", Self.project)
    #expect(outcome.code == 3)
    #expect(
      outcome.error == "note: not everything is known, as it depends on new_hire: exit code 3, unless '--fail-on never' is given\n")
  }

  @Test(arguments: [
    (["--who", "risk=high"], "no rule reads 'account.risk' in its condition", "did you mean '--given risk=high'?"),
    (["--who", "status=locked"], "no rule reads 'account.status' in its condition", "rules read account.groups"),
    (["--who", "new_hire=true"], "no fact 'new_hire'", "did you mean '--given new_hire=true'?"),
    (["--who", "Contractors"], "no person 'Contractors'", "'Contractors' is a name of 'account.groups': write '--who groups=Contractors'"),
    (["--given", "zones=home"], "'home' is not a name of 'session.zones'", "expected one of blocked, office, none"),
  ])
  func `what makes no difference, or is said in the wrong place, is answered with what is meant`(
    arguments: [String], message: String, advice: String
  ) async throws {
    let outcome = try await BuiltCommand.run(["outcomes", Self.project] + arguments)
    #expect(outcome.code == 2 && outcome.output == "")
    #expect(outcome.error.contains(message) && outcome.error.contains(advice), "\(outcome.error)")
  }

  @Test func `a flag is given without its scope`() async throws {
    let outcome = try await BuiltCommand.run("outcomes", Self.project, "--client", "payroll", "--given", "new_hire=true")
    #expect(outcome.code == 0, "\(outcome.error)")
  }

  @Test func `a folder that is not there is named`() async throws {
    let outcome = try await BuiltCommand.run("outcomes", "journeys/_docs/_workfrce")
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("no file or folder 'journeys/_docs/_workfrce'"), "\(outcome.error)")
  }

  @Test func `what app comes next is asked for where the one before is given`() async throws {
    let outcome = try await BuiltCommand.run("outcomes", Self.project, "--after", "portal")
    #expect(outcome.code == 64 && outcome.error.contains("--after needs --client"), "\(outcome.error)")
  }

  @Test func `the weakest way is that of the people and situations that are given`() async throws {
    let carl = try await BuiltCommand.run("outcomes", Self.project, "--weakest", "--who", "carl", "--client", "payroll")
    #expect(carl.output == "payroll: no one gets in\n" && carl.code == 0)
    let open = try await BuiltCommand.run("outcomes", Self.project, "--weakest", "--given", "open.new_hire=false", "--client", "payroll")
    #expect(open.output.hasPrefix("payroll: password and email, by 'Emergency stays open' and 'Employees'; ") && open.code == 0)
    #expect(try await BuiltCommand.run("outcomes", Self.project, "--weakest").code == 3)
  }

  @Test func `a flag that is given is open no more`() async throws {
    let outcome = try await BuiltCommand.run("outcomes", Self.project, "--client", "payroll", "--given", "open.new_hire=true")
    #expect(outcome.code == 0 && !outcome.output.contains("depends on"), "\(outcome.output)")
  }

  @Test(arguments: [
    (["--who", "carl", "--who", "emma"], "--who: 'carl' and 'emma' are two: give one of them in a call"),
    (["--given", "risk=high", "--given", "session.risk=low"], "--given: 'session.risk' is given twice"),
    (
      ["--who", "groups=Contracters"],
      "--who: 'Contracters' is not a name of 'account.groups' [bad-selection]\n      did you mean 'Contractors'?"
    ),
    (
      ["--given", "zones=offce"],
      "--given: 'offce' is not a name of 'session.zones' [bad-selection]\n      did you mean 'office'?"
    ),
    (["--who", "groups=Contractors+Employees"], "--who: 'impossible' rules out such a person"),
    (["--given", "client=portal", "--client", "payroll"], "--given: the app is '--client' already"),
    (["--uses", "Vendors"], "--uses: no fact, name or authenticator 'Vendors'"), (["--uses", ""], "--uses: no fact"),
  ])
  func `what names nothing or two things is refused`(arguments: [String], message: String) async throws {
    let outcome = try await BuiltCommand.run(["outcomes", Self.project] + arguments)
    #expect(outcome.code == 2 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test(arguments: ["risk", "session.risk", "new_hire", "open.new_hire", "groups"])
  func `a fact is found with and without its scope`(word: String) async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--uses", word))
    #expect(outcome.code == 0 && outcome.output.contains("who and when"), "\(outcome.output)\(outcome.error)")
  }

  @Test func `what rules can read and none does is said`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--uses", "platform"))
    #expect(outcome.code == 0 && outcome.output == "no rule reads 'platform'\n")
  }

  private static let passedOver = """
    tenant: w
    extends: okta-idx/standard
    issuer: https://w.test
    clients: {portal: {redirect_uris: [com.w.app:/callback], rules: P}}
    authenticators:
      password: {proves: knowledge}
    \(many)
    rules:
      app:
        - list: P
          rules:
            - {rule: strong, ask: {any_of: [{possession: {phishing_resistant: true}}]}, lacking: pass_over}
            - {rule: rest, ask: {kinds: 1}}

    """
  /// The session asks for one proof of everybody, so who is passed over by the app's rule gives that one.
  private static let session = "  session: [{list: S, rules: [{rule: one, ask: {kinds: 1}}]}]\n"
  private static let many = (1...150).map { "  app-\($0): {proves: [knowledge, possession]}" }.joined(separator: "\n")

  @Test(arguments: [("", "nothing, by '(no rule)'"), (session, "password, by 'one'")])
  func `who is passed over is not asked, also by 150 authenticators`(session: String, weakest: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.passedOver + session, to: "journeys/_mock/w.yaml")
      try folder.write("default: w\ntenants:\n  w: {dialect: okta-idx, mock: _mock/w.yaml}\n", to: "journeys/tenants.yaml")
      let outcome = try await BuiltCommand.run(["outcomes", "--weakest"], environment: ["PATH": "/usr/bin:/bin"], in: folder.path)
      #expect(
        outcome.output
          == "portal: \(weakest) and 'strong'; people who have no suitable authenticator are not asked for more\n", "\(outcome.error)")
    }
  }

  @Test func `a row that is not known is exit code 3, unless that is no failure`() async throws {
    #expect(try await BuiltCommand.run("outcomes", Self.project).code == 3)
    #expect(try await BuiltCommand.run("outcomes", Self.project, "--client", "portal").code == 0)
  }

  @Test func `a stored table is compared line by line`() async throws {
    try await TemporaryFolder.with { folder in
      let stored = folder.file("outcomes.csv")
      let csv = try await BuiltCommand.run(Self.arguments("--format", "csv")).output
      try csv.write(toFile: stored, atomically: true, encoding: .utf8)
      let same = try await BuiltCommand.run(Self.arguments("--format", "csv", "--check", stored))
      #expect(same.code == 0)
      #expect(same.output == "")
      try csv.replacing("any one proof", with: "nothing").write(toFile: stored, atomically: true, encoding: .utf8)
      let different = try await BuiltCommand.run(Self.arguments("--format", "csv", "--check", stored))
      #expect(different.code == 1)
      #expect(different.output.lines.contains { $0.hasPrefix("+ App rules: Portal sign-on,Catch-all,the rest,any one proof,") })
      #expect(!different.output.contains("High risk"))
      #expect(try await BuiltCommand.run(Self.arguments("--check", folder.file("none.txt"))).code == 74)
    }
  }

  @Test(arguments: [
    ([project, "--tenant", "workforc"], "no tenant 'workforc'", "did you mean 'workforce'?"),
    (["--tenant", "acme"], "tenant 'acme' has no rules", ""),
    ([project, "--client", "portl"], "no app 'portl'", "did you mean 'portal'?"),
    ([project, "--given", "abrod"], "no situation 'abrod'", "did you mean 'abroad'?"),
    ([project, "--who", "group=A"], "no fact 'group'", ""),
    ([project, "--given", "risk=hihg"], "'hihg' is not a word of 'session.risk'", "did you mean 'high'?"),
  ])
  func `a wrong name is refused with the nearest`(_ arguments: [String], _ message: String, _ suggestion: String) async throws {
    let outcome = try await BuiltCommand.run(["outcomes"] + arguments)
    #expect(outcome.code == 2)
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(outcome.error.contains(suggestion))
  }
}
