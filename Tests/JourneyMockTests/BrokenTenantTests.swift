import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
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
      "a fact's name begins with its owner: account, session or device", "write 'account.level'"),
    Broken(
      "accounts", "accounts: {ann: {⟦1⟧emial: a@x.test, password: p}}\n", .unknownKey,
      "unknown key 'emial' in an account", "did you mean 'email'?"),
    Broken(
      "accounts", "accounts: {ann: {email: a@x.test, password: p, level: ⟦1⟧hihg}}\n", .badValue,
      "'hihg' is not a word of 'account.level'; there are low, high", "did you mean 'high'?"),
    Broken(
      "policy", "policy: {tries: 2, strict: account.⟦2⟧level ⟦1⟧= high}\n", .badCondition,
      "'=' is not a comparison", "write '=='"),
    Broken(
      "policy", "policy: {tries: 2, strict: account.level == ⟦1⟧hgih}\n", .badCondition,
      "'hgih' is not a word of 'account.level'; there are low, high", "did you mean 'high'?"),
    Broken(
      "policy", "policy: {tries: 2, strict: ⟦1⟧account.levle == high}\n", .badCondition,
      "no fact or text 'account.levle'", "did you mean 'account.level'?"),
    Broken(
      "counters", "counters: {pass: {of: ⟦1⟧acount, limit: 2}, other: {of: account, limit: 2}}\n", .badValue,
      "unknown scope 'acount'; expected one of account, session, device", "did you mean 'account'?"),
    Broken(
      "counters", "counters: {pass: {of: account, limit: ⟦1⟧policy.strict}}\n", .wrongType,
      "expected a number or the name of a policy that is one, found 'policy.strict'"),
    Broken("messages", "messages: {⟦1⟧wrong: {on: password, hu: Rossz.}}\n", .missingLanguage, "text in 'en' is missing"),
    Broken(
      "messages", "messages: {wrong: {on: password, en: Wrong.}, ⟦1⟧spare: {en: Spare.}}\n", .unusedName,
      "message 'spare' is declared and never used"),
    Broken(
      "messages", "messages: {wrong: {on: passwort, en: Wrong.}}\n", .unknownWidget,
      "message 'wrong' is on widget 'passwort', which screen 'login' does not have"),
    Broken("start", "start: ⟦1⟧lgoin\n", .unknownState, "no state 'lgoin'", "did you mean 'login'?"),
    Broken("start", "", .missingKey, "a tenant needs 'start', the state in which a journey begins"),
    Broken(
      "flow", flow("      right: {when: ⟦1⟧account.level == high, go: finish}\n"), .openForm,
      "form 'login' leads nowhere when no edge matches: the last one has a 'when'", "leave it out, or add an edge without one"),
    Broken(
      "flow", flow("      ⟦1⟧all: {go: finish}\n      none: {say: wrong, count: pass}\n"), .unreachableEdge,
      "the edges below 'all' are never taken, because it has no 'when'"),
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
      "unknown screen 'lobby'"),
    Broken(
      "screens", "screens: {include: ⟦1⟧none.yaml}\n", .unreadableInclude,
      "'none.yaml' cannot be read: no such file"),
    Broken(
      "screens", TenantSource.parts[9].text.replacing("type: submit", with: "type: ⟦1⟧sumbit"), .unknownWidgetType,
      "unknown widget type 'sumbit'; expected one of static, input, password, checkbox, select, multiSelect, phone, passcode, date, "
        + "submit, close, passkeyLogin, passkeyEnroll, webauthnLogin, webauthnEnroll",
      "did you mean 'submit'?"),
    Broken(
      "screens", TenantSource.parts[9].text.replacing("required: true", with: "⟦1⟧requierd: true"), .unknownAttribute,
      "no attribute 'requierd' of input", "did you mean 'required'?"),
    Broken("clients", "", .missingKey, "a tenant needs 'clients', the apps that may start a journey"),
    Broken("flow", "", .missingKey, "a tenant needs 'flow', the states of its journeys"),
    Broken("flow", "flow: ⟦1⟧{}\n", .emptyValue, "'flow' is empty, expected at least one state"),
    Broken(
      "flow", "⟦1⟧flow:\n", .emptyValue, "'flow' is empty", "its contents go below it, indented by two more spaces"),
    Broken("flow", "flow: {login: ⟦1⟧3}\n", .wrongType, "the state is a map of keys, found '3'"),
    Broken(
      "counters", "counters: {pass: {of: account, limit: ⟦1⟧0}}\n", .badValue,
      "the limit of counter 'pass' is a number from 1 on, found 0"),
    Broken(
      "counters",
      "counters: {pass: {of: account, limit: 2}, ⟦1⟧a: {of: session, limit: 2, full: {count: b}}, b: {of: session, limit: 1, full: {count: a}}}\n",
      .badValue, "counter 'a' counts itself again once it is full"),
    Broken(
      "counters", "counters: {⟦1⟧pass: {of: account, limit: 2, full: {count: pass}}}\n", .badValue,
      "counter 'pass' counts itself again once it is full"),
    Broken(
      "policy", "policy: {tries: 2, strict: account.level == high, a.b: true, a: {⟦1⟧b: policy.a.b}}\n", .duplicateKey,
      "the policy 'a.b' is defined twice"),
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

  @Test func `the first lines of a tenant are told all that is missing, once each`() {
    let missing = [
      "clients', the apps that may start a journey", "start', the state in which a journey begins", "flow', the states of its journeys",
    ]
    let (tenant, diagnostics) = TenantSource.load("tenant: x\nextends: journey-flow/standard\n")
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == missing.map { "a tenant needs '\($0)" })
    #expect(diagnostics.map { $0.range?.start.description } == ["1:9", "1:9", "1:9"])
  }

  @Test(arguments: ["", "flow: {}\n"])
  func `a tenant without a state says that, and nothing of what states would use`(_ flow: String) {
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text(replacing: ["flow": flow]))
    #expect(tenant == nil)
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
  }

  @Test func `a shipped tenant without its flow lacks the flow and nothing else`() throws {
    let text = try AcmeTenant.file("quay.yaml").text
    let parts = text.split(separator: "\nflow:\n", maxSplits: 1).map(String.init)
    let screens = try #require(parts[1].split(separator: "\nscreens:\n", maxSplits: 1).last)
    let (tenant, diagnostics) = TenantSource.load("\(parts[0])\nscreens:\n\(screens)")
    #expect(tenant == nil)
    #expect(diagnostics.map(\.message) == ["a tenant needs 'flow', the states of its journeys"])
  }

  @Test func `a start that is no state is told once, where it stands`() {
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text(replacing: ["start": "start: who\n"]))
    #expect(tenant == nil)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == ["no state 'who'; there are finish, login, start"])
  }

  @Test func `policies of policies do not grow without bounds`() throws {
    let doubled = (1...40).map { "p\($0): policy.p\($0 - 1) and policy.p\($0 - 1)" }
    let policy = "policy: {tries: 2, strict: account.level == high, p0: account, \(doubled.joined(separator: ", "))}\n"
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text(replacing: ["policy": policy]))
    #expect(tenant == nil)
    let heavy = try #require(diagnostics.first)
    #expect(heavy.message == "the condition has more than 1000 parts, those of its policies included")
    #expect(heavy.range?.start.line == 4)
  }

  @Test func `a long chain of policies is no deep one`() {
    let chain = (1...2000).map { "p\($0): not policy.p\($0 - 1)" }
    let policy = "policy: {tries: 2, strict: account.level == high, p0: account, \(chain.joined(separator: ", "))}\n"
    let (tenant, _) = TenantSource.load(TenantSource.text(replacing: ["policy": policy]))
    #expect(tenant == nil)
  }

  @Test func `a long chain of counters is refused before it is walked`() {
    let chain = (0..<100).map { "c\($0): {of: session, limit: 1, full: {count: c\($0 + 1)}}" } + ["c100: {of: session, limit: 1}"]
    let counters = "counters: {pass: {of: account, limit: 2}, \(chain.joined(separator: ", "))}\n"
    let (tenant, diagnostics) = TenantSource.load(TenantSource.text(replacing: ["counters": counters]))
    #expect(tenant == nil)
    #expect(diagnostics.contains { $0.message == "counter 'c0' fills more than 64 others, one after the other" })
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
    let tenant = MockTenant.load(
      SourceFile(name: "acme.yaml", text: text), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics
    ) {
      path, _ throws(UnreadableInclude) in
      do {
        return try AcmeTenant.file(path)
      } catch {
        throw UnreadableInclude("no such file")
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
