import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import LocatedYAML
import Testing

/// What lines of `changes` do to what they are about, and what is said where they cannot.
struct ChangedTenantTests {
  private static let methods = "way: {type: select, label: Way, options: [{value: mail, label: Mail}, {value: call, label: Call}]}"

  /// The tenant of `TenantSource` with a list, groups of a list, an ordered flow and people.
  private static func base(_ replaced: [String: String] = [:]) -> String {
    let lands = "[{value: IT, label: Italy}, {value: ES, label: Spain}]"
    let groups = "land: {type: select, label: Land, options: [{label: South, options: \(lands)}]}"
    let screens = TenantSource.parts.first { $0.key == "screens" }?.text ?? ""
    let parts = [
      "screens": screens.replacing("submit:", with: "\(methods)\n        \(groups)\n        submit:"),
      "facts": "facts: {account.level: [low, high], account.ways: {set_of: [mail, call]}}\n",
      "accounts": """
      accounts:
        ann: {email: ann@x.test, password: secret, ways: [mail, call]}
        bob.level: {email: bob@x.test, password: secret}
        bob: {email: bo@x.test, password: secret, level: low}

      """,
    ]
    return TenantSource.text(replacing: parts.merging(replaced) { _, replaced in replaced })
  }

  private static func load(
    _ draft: String, base: String = base(), others: [String: String] = [:]
  ) -> (tenant: MockTenant?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "draft.yaml", text: "tenant: draft\nextends: base.yaml\n" + draft)
    let files = others.merging(["base.yaml": base, "draft.yaml": file.text]) { first, _ in first }
    let tenant = MockTenant.load(file, speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      guard let text = files[path] else { throw UnreadableInclude("no such file") }
      return SourceFile(name: path, text: text)
    }
    return (tenant, diagnostics)
  }

  @Test func `a policy is taken away, and a value of several replaces all of them`() throws {
    let base = Self.base([
      "policy": "policy: {tries: 2, strict: account.level == high, code: {life: 5m, tries: 3}}\n",
      "timers": "timers: {code: {of: session, lasts: policy.code.life}}\n",
    ])
    let (_, removed) = Self.load("changes:\n  policy.tries: null\n", base: base)
    #expect(removed.count == 1)
    #expect(removed.first?.message.contains("policy.tries") == true)
    #expect(removed.first?.range?.description == "draft.yaml:4:3")
    let (replaced, _) = Self.load("changes:\n  policy.code: {life: 6m}\n", base: base)
    #expect(replaced?.definition.policy.map(\.name.value).sorted() == ["code.life", "strict", "tries"])
    let (key, _) = Self.load("policy: {code: {life: 6m}}\n", base: base)
    #expect(key?.definition.policy.map(\.name.value).sorted() == ["code.life", "code.tries", "strict", "tries"])
  }

  @Test func `what a draft in between changes of an element stays when another line changes it too`() throws {
    let next = "tenant: next\nextends: base.yaml\nchanges: {screens.login.forms.login.identifier.label: One, policy.strict: false}\n"
    var diagnostics: [Diagnostic] = []
    let last = "tenant: last\nextends: next.yaml\nchanges: {screens.login.forms.login.password.label: Two, policy.tries: 7}\n"
    let tenant = MockTenant.load(SourceFile(name: "last.yaml", text: last), speeches: .journeyFlow, diagnostics: &diagnostics) { path, _ in
      SourceFile(name: path, text: path == "next.yaml" ? next : Self.base())
    }
    #expect(diagnostics == [])
    let written = tenant?.definition.written
    #expect(written?.part(.screens)?.inLine.contains("identifier: {type: input, label: One") == true)
    #expect(written?.part(.screens)?.inLine.contains("password: {type: password, label: Two") == true)
    #expect(written?.part(.policy)?.inLine == "{tries: 7, strict: false}")
    let widgets = tenant?.definition.screens.first { $0.id.value == "login" }?.forms.first?.widgets ?? []
    #expect(widgets.prefix(2).compactMap { $0.attributes.first { $0.name == "label" }?.value.inLine } == ["One", "Two"])
    #expect(tenant?.definition.policy.count == 2)
  }

  @Test func `changed elements stay in their order`() throws {
    let (tenant, diagnostics) = Self.load("changes: {accounts.ann.level: high}\n")
    #expect(diagnostics == [])
    #expect(tenant?.definition.accounts.map(\.name.value) == ["ann", "bob.level", "bob"])
  }

  @Test func `an option of a group is found, and a new item is added under its own name`() throws {
    let draft = """
      changes:
        screens.login.forms.login.land.options.ES: null
        screens.login.forms.login.way.options.post: {value: post, label: Post}
        accounts.bob.ways: [mail]
        tokens.session: 10m
        answers.refused: 400

      """
    let (tenant, diagnostics) = Self.load(draft)
    #expect(diagnostics == [])
    let screens = tenant?.definition.written.part(.screens)?.inLine ?? ""
    #expect(screens.contains("options: [{label: South, options: [{value: IT, label: Italy}]}]"))
    #expect(screens.contains("{value: call, label: Call}, {value: post, label: Post}]"))
    #expect(tenant?.definition.tokens?.session == .seconds(600))
    #expect(tenant?.definition.answers?.refusalStatus == 400)
  }

  @Test(
    arguments: [
      (
        "accounts.ann.claims.address.city: Bonn", "'accounts.ann' has no 'claims'; expected one of email, password, ways",
        "to add it, write 'accounts.ann.claims: {…}' with all that is below it"
      ),
      (
        "accounts.bob.level: high", "in 'accounts' this may be 'bob.level' or something of 'bob'",
        "write what it changes of 'accounts' below 'accounts', as a key of its own"
      ),
      ("accounts.ann.ways.call: mail", "'accounts.ann.ways' has 'mail' already", "to remove this one, write 'null'"),
      ("accounts.ann.totp: ''", "'totp' is empty", "leave the line out"),
      ("limits.all: 3", "'limits' cannot be changed below 'changes'; write 'limits' as a key of its own", nil),
      ("messages.wrong.en: null", "the text in 'en' cannot be removed: texts have each of the tenant's languages", "write another text"),
      (
        "flow.login.login.new: {when: account, go: finish}",
        "a new edge comes last, and 'wrong', which has no condition, is taken before it",
        "write 'flow.login.login: {…}' with all edges in their order"
      ),
      (
        "flow.login.other: {go: finish}", "'other' is an edge, which goes below a form of the state's screen",
        "the path to an edge is 'flow.STATE.FORM.EDGE'"
      ),
      (
        "screens.login.forms.login.way.options.post: Post",
        "'screens.login.forms.login.way.options' has no 'post'; expected one of mail, call",
        "a new item has this name as its text or its 'value', 'rule', 'list', 'name', 'id' or 'key'"
      ),
    ] as [(String, String, String?)])
  func `what cannot be done is said with what to write`(line: String, message: String, suggestion: String?) {
    let (tenant, diagnostics) = Self.load("changes:\n  \(line)\n")
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.suggestion == suggestion)
    #expect(diagnostics.first?.range?.file.name == "draft.yaml")
    #expect(diagnostics.first?.range?.start.line == 4)
  }

  @Test func `a line that replaces what one above it changes is refused`() {
    let (tenant, diagnostics) = Self.load(
      "changes:\n  accounts.ann.level: high\n  accounts.ann: {email: ann@x.test, password: other}\n")
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == ["'accounts.ann' is written whole, so what 'accounts.ann.level' above changes is lost"])
    #expect(diagnostics.first?.range?.start.line == 5)
    let (other, none) = Self.load("changes:\n  accounts.ann: {email: ann@x.test, password: other}\n  accounts.ann.level: high\n")
    #expect(none == [])
    #expect(other != nil)
  }

  @Test(
    arguments: [
      ("screens.login.forms.login.identifier: null", "no widget 'identifier'"),
      ("screens.login.forms.login.password.type: null", "needs a 'type'"),
      ("facts.account.level: [low, middle]", "high"),
      ("accounts.bob.email: ann@x.test", "could never sign in"),
      ("screens.login.forms.login.password: null", "no widget 'password'"),
    ])
  func `what is wrong in the extended file because of a line is an error at the line`(line: String, part: String) throws {
    let (tenant, diagnostics) = Self.load("changes:\n  policy.tries: 3\n  \(line)\n  messages.wrong.en: No.\n")
    #expect(tenant == nil)
    let error = try #require(diagnostics.first { $0.severity == .error })
    #expect(error.message.contains(part), "\(error.message)")
    #expect(error.range?.description.hasPrefix("draft.yaml:5:") == true, "\(diagnostics.map { ($0.message, $0.range?.description ?? "") })")
  }

  @Test func `three asterisks are no password and no secret`() {
    let hidden = "which journey show prints instead of a secret"
    let (account, inAccount) = Self.load("changes: {accounts.ann.password: \"***\"}\n")
    #expect(account == nil)
    #expect(inAccount.map(\.message) == ["'password' is '***', \(hidden)"])
    #expect(inAccount.first?.suggestion == "write the secret or leave the line out")
    let (app, inApp) = Self.load("clients: {app: {redirect_uris: [\"https://app.test/cb\"], secret: \"***\"}}\n")
    #expect(app == nil)
    #expect(inApp.map(\.message) == ["'secret' is '***', \(hidden)"])
    let (key, inKey) = Self.load("changes: {accounts.ann.totp: \"***\"}\n")
    #expect(key == nil)
    #expect(inKey.map(\.message) == ["'totp' is '***', \(hidden)"])
  }

  @Test func `a tenant that extends itself is said to`() {
    let (own, itself) = Self.load("", others: ["base.yaml": "tenant: draft\nextends: base.yaml\n"])
    #expect(own == nil)
    #expect(itself.map(\.message) == ["'base.yaml' extends itself"])
    let (circle, round) = Self.load("", others: ["base.yaml": "tenant: base\nextends: draft.yaml\n"])
    #expect(circle == nil)
    #expect(round.map(\.message) == ["'draft.yaml' extends itself, by way of what it extends"])
  }

  @Test func `what is repeated of the extended tenant is its own, whatever it says`() {
    let base = Self.base(["messages": "messages: {wrong: {on: password, en: Wrong.}}\n"])
    // A name that nothing uses, and a text in a language that the tenant does not have.
    let standard = """
      messages:
        mismatch:
          "on": passwordConfirmation
          en: The two passwords differ.
          hu: A két jelszó nem egyezik.
          de: Die beiden Passwörter sind verschieden.

      """
    let (tenant, diagnostics) = Self.load(standard, base: base)
    #expect(diagnostics == [])
    #expect(tenant != nil)
    let (other, unused) = Self.load("messages: {mismatch: {on: passwordConfirmation, en: They differ.}}\n", base: base)
    #expect(other == nil)
    #expect(unused.map(\.message) == ["message 'mismatch' is declared and never used"])
  }
}
