import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyTestSupport
import LocatedYAML
import TenantDecisions
import Testing

/// What a tenant says below `changes` of the one that it extends.
struct ChangesTests {
  private static func load(_ draft: String, base: String = TenantSource.text()) -> (tenant: MockTenant?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let text = "tenant: draft\nextends: base.yaml\n" + draft
    let tenant = MockTenant.load(
      SourceFile(name: "draft.yaml", text: text), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics
    ) { path, _ throws(UnreadableInclude) in
      guard path == "base.yaml" else { throw UnreadableInclude("no such file") }
      return SourceFile(name: path, text: base)
    }
    return (tenant, diagnostics)
  }

  private static func widget(_ id: String, of tenant: MockTenant?) throws -> WidgetDefinition {
    let screen = try #require(tenant?.definition.screens.first { $0.id.value == "login" })
    return try #require(screen.forms.first?.widgets.first { $0.id.value == id })
  }

  private static func text(_ attribute: String, of widget: WidgetDefinition) -> String? {
    guard case .scalar(let scalar)? = widget.attributes.first(where: { $0.name == attribute })?.value else { return nil }
    return scalar.text
  }

  @Test func `one value is another one, and everything beside it stays`() throws {
    let (tenant, diagnostics) = Self.load("changes: {screens.login.forms.login.identifier.label: User name}\n")
    #expect(diagnostics == [])
    let widget = try Self.widget("identifier", of: tenant)
    #expect(Self.text("label", of: widget) == "User name")
    #expect(widget.isRequired)
    #expect(try Self.text("label", of: Self.widget("password", of: tenant)) == "Password")
    // What is compared is found where it was changed.
    #expect(widget.attributes.first { $0.name == "label" }?.key.range.file.name == "draft.yaml")
  }

  @Test func `a key is added, and null takes one away`() throws {
    let draft = """
      changes:
        screens.login.forms.login.password.minLength: 14
        screens.login.forms.login.keep.me: {type: checkbox, label: Keep me signed in}
        screens.login.forms.login.identifier.required: null
        messages.wrong.en: No.
        policy.tries: 5
        accounts.ann.level: high

      """
    let (tenant, diagnostics) = Self.load(draft)
    #expect(diagnostics == [])
    #expect(try Self.text("minLength", of: Self.widget("password", of: tenant)) == "14")
    #expect(try Self.widget("keep.me", of: tenant).type.value == "checkbox")
    #expect(try !Self.widget("identifier", of: tenant).isRequired)
    let definition = try #require(tenant?.definition)
    #expect(definition.messages.first { $0.name.value == "wrong" }?.text.texts.map(\.text.text) == ["No."])
    #expect(definition.accounts.first?.members.map(\.name) == ["email", "password", "level"])
  }

  @Test func `a rule is found in its list, with the word 'rules' and without it`() throws {
    for path in ["rules.app.Portal.Outside.when", "rules.app.Portal.rules.Outside.when"] {
      let base = RulesSource.text(RulesSource.rules)
      let (tenant, diagnostics) = Self.load("changes: {\(path): account.groups has Vendors}\n", base: base)
      #expect(diagnostics == [], "\(path)")
      #expect(tenant?.ruleSet?.lists[.app]?.first?.rules.first?.text == "account.groups has Vendors", "\(path)")
    }
  }

  @Test func `a misspelt rule is answered with those of its list`() {
    let diagnostics = Self.load(
      "changes: {rules.app.Portal.Outsid.when: account.groups has Vendors}\n", base: RulesSource.text(RulesSource.rules)
    ).diagnostics
    #expect(diagnostics.map(\.message) == ["'rules.app.Portal' has no 'Outsid'"])
    #expect(diagnostics.map(\.suggestion) == ["did you mean 'Outside'?"])
  }

  @Test func `an item of a list is found by its name`() throws {
    let screens = TenantSource.parts.first { $0.key == "screens" }?.text ?? ""
    let options = "[{value: mail, label: Mail}, {value: call, label: Call}, {value: post, label: Post}]"
    let way = "way: {type: select, label: Way, options: \(options)}"
    let screen = screens.replacing("submit:", with: "\(way)\n        submit:")
    let draft = """
      changes:
        screens.login.forms.login.way.options.call.label: A call
        screens.login.forms.login.way.options.post: null

      """
    let (tenant, diagnostics) = Self.load(draft, base: TenantSource.text(replacing: ["screens": screen]))
    #expect(diagnostics == [])
    let found = try Self.widget("way", of: tenant).attributes.first { $0.name == "options" }?.value
    guard case .sequence(let items)? = found else {
      Issue.record("no options")
      return
    }
    #expect(items.items.map { $0.mapping?["label"]?.scalar?.text } == ["Mail", "A call"])
  }

  @Test func `what a draft of a draft changes counts, and its own whole element does too`() throws {
    let base = "tenant: next\nextends: base.yaml\nchanges: {screens.login.forms.login.identifier.label: One, messages.wrong.en: Two}\n"
    var diagnostics: [Diagnostic] = []
    let text =
      "tenant: last\nextends: next.yaml\nmessages: {wrong: {on: password, level: warning, en: Own}}\nchanges: {messages.wrong.en: Three}\n"
    let tenant = MockTenant.load(SourceFile(name: "last.yaml", text: text), speeches: .journeyFlow, diagnostics: &diagnostics) { path, _ in
      SourceFile(name: path, text: path == "next.yaml" ? base : TenantSource.text())
    }
    #expect(diagnostics == [])
    #expect(try Self.text("label", of: Self.widget("identifier", of: tenant)) == "One")
    let message = tenant?.definition.messages.first { $0.name.value == "wrong" }
    #expect(message?.text.texts.map(\.text.text) == ["Three"])
    #expect(message?.level == "warning")
  }

  @Test(
    arguments: [
      ("screens.login.forms.login.pasword.minLength: 8", "'screens.login.forms.login' has no 'pasword'", "did you mean 'password'?"),
      ("screens.logn.forms.login.password.minLength: 8", "unknown screen 'logn'", "did you mean 'login'?"),
      ("screen.login.forms: {}", "a tenant has no 'screen' that could be changed", "did you mean 'screens'?"),
      ("screens.login: null", "screen 'login' cannot be removed as a whole", nil),
      (
        "screens.login.forms.login.nothing: null",
        "'screens.login.forms.login' has no 'nothing'; expected one of identifier, password, submit", nil
      ),
      ("messages.wrong.en.de: Falsch", "'messages.wrong.en' is a single value, which has no 'de'", nil),
      ("issuer: https://x.test", "'issuer' cannot be changed below 'changes'; write 'issuer' as a key of its own", nil),
      ("policy: {tries: 3}", "'policy' is not a whole path: add what changes, for example 'policy.NAME'", nil),
      ("clients.app: null", "'clients' would be empty: its last entry cannot be removed", nil),
      ("timers.lock.lasts: 5m", "unknown timer 'lock'", "a new one is written below 'timers' as a key of its own"),
    ] as [(String, String, String?)])
  func `a path that leads nowhere is an error at its place`(line: String, message: String, suggestion: String?) throws {
    let (tenant, diagnostics) = Self.load("changes:\n  \(line)\n")
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.suggestion == suggestion)
    #expect(diagnostics.first?.range?.file.name == "draft.yaml")
    #expect(diagnostics.first?.range?.start.line == 4)
  }

  @Test func `what does not fit is an error at the change`() throws {
    let (tenant, diagnostics) = Self.load("changes:\n  flow.login.login.right.go: nowhere\n")
    #expect(tenant == nil)
    #expect(diagnostics.first?.range?.file.name == "draft.yaml")
    #expect(diagnostics.first?.range?.start.line == 4)
  }

  @Test func `where nothing is extended there is nothing to change`() throws {
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text() + "changes: {messages.required.en: Please}\n")
    // The standard is extended.
    #expect(diagnostics == [])
    #expect(tenant?.definition.messages.first { $0.name.value == "required" }?.text.texts.first?.text.text == "Please")
  }
}
