import Diagnostics
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

struct BrokenTenantTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let part: String
    /// With a mark where the diagnostic belongs.
    let text: String
    let id: DiagnosticID
    let message: String
    var suggestion: String?
    var testDescription: String { message }

    init(_ part: String, _ text: String, _ id: DiagnosticID, _ message: String, _ suggestion: String? = nil) {
      self.part = part
      self.text = text
      self.id = id
      self.message = message
      self.suggestion = suggestion
    }
  }

  @Test func `the small tenant is whole`() {
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text())
    #expect(diagnostics == [])
    #expect(tenant?.issuer == "https://tiny.test")
    #expect(tenant?.unreachableEdges().map(\.message) == [])
  }

  private static func flow(_ edges: String) -> String { "flow:\n  login:\n    login:\n\(edges)" }

  @Test(arguments: [
    Broken(
      "facts", "⟦1⟧fatcs: {account.level: [low, high]}\nfacts: {account.level: [low, high]}\n", .unknownKey,
      "unknown key 'fatcs' in a tenant", "did you mean 'facts'?"),
    Broken(
      "facts", "facts: {⟦1⟧level: [low], account.level: [low, high]}\n", .badValue,
      "a fact's name begins with what it is true of: account, session or device", "write 'account.level'"),
    Broken(
      "accounts", "accounts: {ann: {⟦1⟧emial: a@x.test, password: p}}\n", .unknownKey,
      "unknown key 'emial' in an account", "did you mean 'email'?"),
    Broken(
      "accounts", "accounts: {ann: {email: a@x.test, password: p, level: ⟦1⟧hihg}}\n", .badValue,
      "'hihg' is no word of 'account.level'; there are low, high", "did you mean 'high'?"),
    Broken(
      "policy", "policy: {tries: 2, strict: account.⟦2⟧level ⟦1⟧= high}\n", .badCondition,
      "'=' is no comparison", "write '=='"),
    Broken(
      "policy", "policy: {tries: 2, strict: account.level == ⟦1⟧hgih}\n", .badCondition,
      "'hgih' is no word of 'account.level'; there are low, high", "did you mean 'high'?"),
    Broken(
      "policy", "policy: {tries: 2, strict: ⟦1⟧account.levle == high}\n", .badCondition,
      "no fact or text 'account.levle'", "did you mean 'account.level'?"),
    Broken(
      "counters", "counters: {pass: {of: ⟦1⟧acount, limit: 2}, other: {of: account, limit: 2}}\n", .badValue,
      "'acount' is no scope; there are account, session, device", "did you mean 'account'?"),
    Broken(
      "counters", "counters: {pass: {of: account, limit: ⟦1⟧policy.strict}}\n", .wrongType,
      "expected a number or the name of a policy that is one, found 'policy.strict'"),
    Broken("messages", "messages: {⟦1⟧wrong: {on: password, hu: Rossz.}}\n", .missingLanguage, "there is no text in 'en'"),
    Broken(
      "messages", "messages: {wrong: {on: password, en: Wrong.}, ⟦1⟧spare: {en: Spare.}}\n", .unusedName,
      "message 'spare' is declared and never used"),
    Broken(
      "messages", "messages: {wrong: {on: passwort, en: Wrong.}}\n", .unknownWidget,
      "message 'wrong' stands on widget 'passwort', which screen 'login' does not have"),
    Broken("start", "start: ⟦1⟧lgoin\n", .unknownState, "no state 'lgoin'", "did you mean 'login'?"),
    Broken("start", "", .missingKey, "a tenant needs 'start', the state in which a journey begins"),
    Broken(
      "flow", flow("      right: {when: ⟦1⟧account.level == high, go: finish}\n"), .openForm,
      "form 'login' leads nowhere when no edge fits: the last one has a 'when'", "leave it out, or add an edge without one"),
    Broken(
      "flow", flow("      ⟦1⟧all: {go: finish}\n      none: {say: wrong, count: pass}\n"), .unreachableEdge,
      "the edges below 'all' are never taken, as it has no 'when'"),
    Broken("flow", flow("      wrong: {count: pass, say: ⟦1⟧worng}\n"), .unknownName, "no message 'worng'", "did you mean 'wrong'?"),
    Broken(
      "flow", flow("      wrong: {count: pass, say: wrong, go: ⟦1⟧nowhere}\n"), .unknownState,
      "no state 'nowhere'; there are finish, login, start"),
    Broken(
      "flow", flow("      right: {when: ⟦1⟧answer.pasword == account.password, go: finish}\n      wrong: {count: pass, say: wrong}\n"),
      .unknownWidget, "no widget 'pasword' on form 'login'", "did you mean 'password'?"),
    Broken(
      "flow", "flow:\n  login:\n    ⟦1⟧lgoin:\n      wrong: {count: pass, say: wrong}\n", .unknownForm,
      "no form 'lgoin' on screen 'login'", "did you mean 'login'?"),
    Broken(
      "flow", "flow:\n  login:\n    screen: ⟦1⟧lobby\n    login:\n      wrong: {count: pass, say: wrong}\n", .missingScreen,
      "there is no screen 'lobby'"),
    Broken(
      "screens", "screens: {include: ⟦1⟧none.yaml}\n", .unreadableInclude,
      "'none.yaml' cannot be read: there is no such file"),
    Broken(
      "screens", TenantSource.parts[9].text.replacing("type: submit", with: "type: ⟦1⟧sumbit"), .unknownWidgetType,
      "'sumbit' is no type of a widget; there are static, input, password, checkbox, select, multiSelect, phone, passcode, date, "
        + "submit, close",
      "did you mean 'submit'?"),
    Broken(
      "screens", TenantSource.parts[9].text.replacing("required: true", with: "⟦1⟧requierd: true"), .unknownAttribute,
      "no attribute 'requierd' of input", "did you mean 'required'?"),
    Broken("clients", "", .missingKey, "a tenant needs 'clients', the apps that may ask for a journey"),
  ])
  func `a mistake is named where it stands`(_ broken: Broken) throws {
    let marked = MarkedText(TenantSource.text(replacing: [broken.part: broken.text]))
    let (_, diagnostics) = TenantSource.load(marked.text)
    let found = diagnostics.first { $0.message == broken.message }
    let diagnostic = try #require(found, "found \(diagnostics.map(\.message))")
    #expect(diagnostic.id == broken.id)
    #expect(diagnostic.suggestion == broken.suggestion)
    if let place = marked.positions["1"] { #expect(diagnostic.range?.start == place) }
  }

  @Test func `an edge that nothing leads to is found by exploration`() throws {
    let flow = Self.flow(
      "      find: {account.email: answer.identifier}\n"
        + "      strict: {when: account.level == high, go: finish}\n      wrong: {count: pass, say: wrong}\n")
    let (tenant, _) = TenantSource.load(TenantSource.text(replacing: ["flow": flow]))
    #expect(
      try #require(tenant).unreachableEdges().map(\.message)
        == ["nothing leads to edge 'login.login.strict': no account and no answer takes it"])
  }

  @Test func `a large tenant is explored to its end where an edge is out of reach`() throws {
    let idle = "      never: {when: account.enrolment == settled and account.status == invited and account.risk == high, go: locked}\n"
    let settled = "      settled: {go: finish}\n"
    let text = try AcmeTenant.file("acme.yaml").text.replacing(settled, with: idle + settled)
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(SourceFile(name: "acme.yaml", text: text), diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do {
        return try AcmeTenant.file(path)
      } catch {
        throw UnreadableInclude("there is no such file")
      }
    }
    #expect(
      try #require(tenant).unreachableEdges().map(\.message)
        == ["nothing leads to edge 'enrolment.decide.never': no account and no answer takes it"])
  }

  @Test(arguments: ["acme.yaml", "harbor.yaml", "quay.yaml"])
  func `every edge of a shipped tenant can be taken`(_ file: String) throws {
    let tenant = try AcmeTenant.load(file)
    let found = tenant.explore()
    #expect(found.isComplete)
    #expect(tenant.unreachableEdges().map(\.message) == [])
    #expect(found.edges == Set(tenant.flowGraph.states.flatMap { $0.edges.map(\.id) }))
  }
}
