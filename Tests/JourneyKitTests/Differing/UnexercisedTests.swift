import Diagnostics
import JourneyInsight
import JourneyMock
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What differs in the files of two mocks, and no walk shows.
@Suite(.serialized) struct UnexercisedTests {
  private static let right = "right: {when: account and answer.password == account.password, go: finish}"
  private static let tenants = """
    default: base
    tenants:
      base: {dialect: journey-flow, mock: ../base.yaml, client: {id: app, redirect_uri: "https://app.test/cb"}}
      next: {dialect: journey-flow, mock: ../next.yaml, client: {id: app, redirect_uri: "https://app.test/cb"}}

    """

  /// What differs where one text of the tenant's file is another one, with a list of what is allowed.
  private static func compared(
    _ text: String, _ other: String, in base: [(String, String)] = [], walking scenario: String = BaseAndNext.signIn,
    allowing list: String? = nil
  ) async throws -> TenantDifference {
    var there = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    for (old, new) in base { there = there.replacing(old, with: new) }
    #expect(there.contains(text))
    let next = there.replacing("tenant: base", with: "tenant: next").replacing(text, with: other)
    var files = ["base.yaml": there, "next.yaml": next, "journeys/a.yaml": scenario]
    files["journeys/_allow.yaml"] = list
    return try await SampleProject.with(files, tenants: tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("base=next")]
      if list != nil { settings.allowed = project.folder.file("journeys/_allow.yaml") }
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try await run.walk()
    }
  }

  @Test func `branding that a walk shows is the cause of what it shows`() async throws {
    let told = try await Self.compared("start: login", "branding: {siteTermUrl: https://evil.test/terms}\nstart: login")
    #expect(Set(told.difference.changes.flatMap(\.causes).map(\.element)) == ["branding siteTermUrl"])
    #expect(told.difference.unexercised.map(\.cause.element) == [])
  }

  @Test(
    arguments: [
      (
        right,
        right.replacing("answer.password == account.password", with: "answer.password and answer.password == account.password"),
        "edge login.login.right"
      ),
      (right, right.replacing("go: finish", with: "start: code, go: finish"), "edge login.login.right"),
      ("wrong: {say: wrong}", "wrong: {say: wrong, forget: account}", "edge login.login.wrong"),
      ("mfa: false", "mfa: timer.code == over", "policy mfa"),
      ("to: account.email", "to: account.username", "mail code"),
      ("right: {when: answer.passcode", "correct: {when: answer.passcode", "edge code.code.correct"),
      ("code: {of: session, lasts", "code: {of: account, lasts", "timer code"),
    ] as [(String, String, String)])
  func `a difference of the files that no walk shows is listed and counted`(_ text: String, _ other: String, element: String) async throws {
    let told = try await Self.compared(text, other)
    #expect(told.difference.changes.map(\.id) == [])
    #expect(told.difference.unexercised.map(\.cause.element).contains(element), "\(told.text)")
    #expect(told.text.contains("CHANGED BUT NOT EXERCISED\n-  "))
    #expect(told.text.contains("\nno change that a walk saw; "), "\(told.text)")
    #expect(told.text.hasSuffix(" not exercised\n"), "\(told.text)")
    for text in [told.markdown, told.html] { #expect(text.contains(" not exercised") && text.contains("Changed but not exercised")) }
    #expect(told.json.contains("\"kind\":\"not-exercised\",\"id\":\"base:"))
    #expect(told.fails(on: ["unexercised"]))
    #expect(!told.fails(on: ["breaking", "more", "less", "wording", "protocol"]))
  }

  @Test(arguments: [
    ("policy: {mfa", "issuer: https://other.test\npolicy: {mfa", "issuer"), ("password: secret}", "password: anothEr}", "account ann"),
    ("ann@x.test", "anna@x.test", "account ann"), ("password: secret}", "password: secret, sub: zzz}", "account ann"),
  ])
  func `what walks take from the file on both sides is listed`(_ text: String, _ other: String, element: String) async throws {
    let told = try await Self.compared(text, other)
    #expect(told.difference.changes.map(\.id) == [])
    #expect(told.difference.unexercised.map(\.cause.element) == [element], "\(told.text)")
    #expect(!told.text.contains("anothEr"))
  }

  @Test func `rules that only one side has are not known`() async throws {
    let rules = "rules: {session: [{list: All, rules: [{rule: Nobody, deny: true}]}]}\npolicy: {mfa"
    let told = try await Self.compared("policy: {mfa", rules)
    #expect(told.isNotKnown && told.difference.unexercised == [])
    #expect(told.text.contains("     as      only 'next' has rules\n"), "\(told.text)")
    let allowed = try await Self.compared("policy: {mfa", rules, allowing: "base:rules:not-known: the rules are new\n")
    #expect(!allowed.isNotKnown && allowed.text.contains("     allowed the rules are new\n"), "\(allowed.text)")
  }

  @Test func `situations that rules speak about are listed where they differ`() async throws {
    let rules = { (risk: String) in
      "situations: {risky: {risk: \(risk)}}\nrules: {session: [{list: All, rules: [{rule: Nobody, deny: true}]}]}\npolicy: {mfa"
    }
    let told = try await Self.compared(rules("high"), rules("medium"), in: [("policy: {mfa", rules("high"))])
    #expect(told.difference.unexercised.map(\.cause.element) == ["situation risky"], "\(told.text)")
    #expect(told.text.hasPrefix("rules of base → next: by the rules no one is asked for anything else\n"), "\(told.text)")
  }

  @Test(arguments: [
    ("administrators: true}", "administrators: false}", "app console"),
    ("device_bound: true", "device_bound: true, hardware: true", "authenticator otp"),
    ("groups: [Staff]", "groups: [Staff, Guests]", "account.groups Guests"),
  ])
  func `what rules speak about is listed where it differs, though they decide the same`(
    old: String, new: String, element: String
  ) async throws {
    let rules = """
      apps: {console: {rules: Console, administrators: true}}
      authenticators: {password: {proves: knowledge}, otp: {type: app, proves: possession, device_bound: true}}
      names: {account.groups: [Staff]}
      rules:
        session: [{list: All, rules: [{rule: Staff, when: account.groups has Staff, ask: {kinds: 2}}, {rule: Nobody, deny: true}]}]
        app: [{list: Console, rules: [{rule: All, ask: {kinds: 1}}]}]
      policy: {mfa
      """
    let told = try await Self.compared(rules, rules.replacing(old, with: new), in: [("policy: {mfa", rules)])
    #expect(told.difference.unexercised.map(\.cause.element) == [element], "\(told.text)")
    #expect(told.text.hasPrefix("rules of base → next: by the rules no one is asked for anything else\n"), "\(told.text)")
    #expect(told.fails(on: ["unexercised"]))
  }

  @Test func `edges that are tried in another order are a difference`() async throws {
    let edges = "      second: {when: account and answer.password == account.password and policy.mfa, send: code, start: code, go: code}\n"
    let told = try await Self.compared(edges + "      \(Self.right)\n", "      \(Self.right)\n" + edges)
    #expect(told.difference.unexercised.map(\.id) == ["base:order-of-login.login:unexercised"], "\(told.text)")
  }

  @Test func `nothing differs where only places and layout do`() async throws {
    let told = try await Self.compared("start: login\n", "\n# the first screen\nstart: login\n")
    #expect(told.text.hasSuffix("\nno change\n"))
    #expect(!told.fails(on: ["unexercised"]))
  }

  private static let everywhere = [
    (
      "  code:\n    forms:\n",
      "    \n  code:\n    forms:\n"
    ),
    (
      "        submit: {type: submit, label: Go}\n    \n",
      "        submit: {type: submit, label: Go}\n      other:\n        submit: {type: submit, label: Other}\n"
    ),
    ("start: login\n", "start: login\neverywhere:\n  other:\n    back: {say: wrong}\n"),
  ]

  @Test func `an edge that is everywhere is the cause of what it leads to`() async throws {
    let scenario = """
      journey: A
      account: ann
      steps:
        - screen: login
          press: other
        - screen: login
          messages: any
          answers: {identifier: "${account.email}", password: "${account.password}"}
        - finish:

      """
    let told = try await Self.compared("back: {say: wrong}", "back: {go: code}", in: Self.everywhere, walking: scenario)
    #expect(told.difference.changes.first?.causes.map(\.element) == ["edge everywhere.other.back"], "\(told.text)")
    #expect(told.difference.unexercised.isEmpty, "\(told.text)")
  }

  @Test func `a fact is in conditions that name it, and not in those of a longer name`() async throws {
    let base = [
      ("policy: {", "facts: {account.ris: [a, b], account.risk: [low, high]}\npolicy: {"),
      ("account and answer", "account.risk == low and answer"),
      ("when: timer.code == over", "when: account.ris == b"),
    ]
    var text = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    for (old, new) in base { text = text.replacing(old, with: new) }
    let files = [
      "base.yaml": text, "next.yaml": text.replacing("tenant: base", with: "tenant: next"), "journeys/a.yaml": BaseAndNext.signIn,
    ]
    try await SampleProject.with(files, tenants: Self.tenants) { project in
      let elements = try #require(JourneyRun.project(project.settings).sites["base"]?.mock).definition.elements
      #expect(elements["fact account.ris"]?.edges == ["code.code.old"])
      #expect(elements["fact account.risk"]?.edges == ["login.login.second", "login.login.right"])
    }
  }

  // MARK: What is allowed

  private static let label = ("label: Password", "label: Your password")
  private static let id = "base:login:label:login/password"

  @Test func `an allowed change holds the text that was agreed to`() async throws {
    let agreed = try await Self.compared(
      Self.label.0, Self.label.1, allowing: "\(Self.id): {now: Your password, reason: agreed}\n")
    #expect(agreed.difference.changes.map(\.allowed) == ["agreed"])
    #expect(!agreed.fails(on: Set(TenantDifference.classNames)), "\(agreed.text)")
    let other = try await Self.compared(
      Self.label.0, "label: Your bank's password", allowing: "\(Self.id): {now: [Your password, Ihr Kennwort], reason: agreed}\n")
    #expect(other.difference.changes.map(\.allowed) == [nil])
    #expect(other.fails(on: []))
    #expect(
      other.text.contains("-  \(Self.id): allowed 'Your password', 'Ihr Kennwort', found 'Your bank's password'\n"), "\(other.text)")
    #expect(other.json.contains("\"agreed\":[\"Your password\",\"Ihr Kennwort\"],\"found\":[\"Your bank's password\"]"))
  }

  @Test func `an entry that allows a text and does not say which is an error at its place`() async throws {
    let told = try await Self.compared(Self.label.0, Self.label.1, allowing: "# to come\n\(Self.id): agreed\n")
    let problem = try #require(told.diagnostics.first)
    #expect(problem.id == .missingKey)
    #expect(problem.range?.start.line == 2)
    #expect(problem.suggestion == "write {now: \"Your password\", reason: …}")
    #expect(told.difference.changes.map(\.allowed) == [nil])
  }

  @Test func `what was not exercised is allowed by its id and how it reads now`() async throws {
    let id = "base:edge-login.login.wrong:unexercised"
    let told = try await Self.compared("wrong: {say: wrong}", "wrong: {go: code}", allowing: "\(id): {now: go code, reason: a trial}\n")
    #expect(!told.fails(on: Set(TenantDifference.classNames)), "\(told.text)")
    #expect(told.text.hasSuffix("no change that a walk saw; 1 difference was not exercised, which is allowed\n"), "\(told.text)")
    let other = try await Self.compared("wrong: {say: wrong}", "wrong: {go: code}", allowing: "\(id): {now: go login, reason: a trial}\n")
    #expect(other.text.contains("allowed 'go login', found 'go code'"), "\(other.text)")
  }

  @Test(arguments: [
    ("wrong: {say: wrong}", "wrong: {go: finish}"),
    (
      right,
      right.replacing("answer.password == account.password", with: "(answer.password == account.password or answer.password == open)")
    ),
  ])
  func `a password that is not needed any more is reported though no walk shows it`(_ text: String, _ other: String) async throws {
    let told = try await Self.compared(text, other)
    #expect(told.difference.accounts.flatMap(\.changes).map(\.id) == ["base:people:forgotten-password:less"])
    #expect(told.fails(on: ["less"]))
  }

  // MARK: Live tenants

  @Test func `scenarios that lock accounts are found by the mock that a live tenant is like, and by ids where there is none`() async throws
  {
    let acme = try #require(JourneyRun.project(Self.acme).sites["acme"]?.mock)
    #expect(acme.lockScreens == ["locked"])
    let scenario = "journey: A\naccount: jane\nsteps:\n  - screen: identification\n  - screen: IDS\n"
    let files = [
      "journeys/a.yaml": scenario.replacing("IDS", with: "locked"), "journeys/b.yaml": scenario.replacing("IDS", with: "password"),
    ]
    let live = "dialect: journey-flow, issuer: \"https://live.test\", client: {id: app, redirect_uri: \"https://app.test/cb\"}"
    let tenants = """
      default: acme
      tenants:
        acme: {dialect: journey-flow, mock: ../acme.yaml}
        live: {\(live), accounts: {jane: {email: jane@live.test}}}

      """
    try await SampleProject.with(files, tenants: tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("acme=live")]
      #expect(DiffRun(settings).leftOut == 1)
      settings.locksAccounts = true
      #expect(DiffRun(settings).leftOut == 0)
    }
  }

  private static var acme: RunSettings {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys/sign-in"]
    return settings
  }

  // MARK: Addresses

  @Test func `the tenant's own addresses are texts, and the person's are not`() async throws {
    let texts = "        note: {type: static, value: \"Ask help@a.test, ${account.email}\"}\n        passcode: {type: passcode"
    let base = [
      ("        passcode: {type: passcode", texts), ("mfa: false", "mfa: true"),
      ("label: E-mail, required", "label: E-mail, placeholder: you@a.test, required"),
    ]
    let told = try await Self.compared("help@a.test", "help@evil.test", in: base, walking: BaseAndNext.signIn)
    #expect(told.difference.changes.map(\.id) == ["base:code:text:code/note"])
    let sentence = "is now 'Ask help@evil.test, ${account.email}', previously 'Ask help@a.test, ${account.email}'"
    #expect(told.text.contains(sentence), "\(told.text)")
    let hint = try await Self.compared("you@a.test", "you@evil.test", in: base, walking: BaseAndNext.signIn)
    #expect(hint.difference.changes.map(\.id) == ["base:login:placeholder:login/identifier"])
  }
}
