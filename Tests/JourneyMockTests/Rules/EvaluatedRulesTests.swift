import Diagnostics
import Encodings
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyLanguage
import JourneyTestSupport
import LocatedYAML
import MockMutation
import TenantDecisions
import Testing

@testable import JourneyMock

/// A flow that has the rules worked out.
struct EvaluatedRulesTests {
  private static let workforce = "journeys/_docs/_workforce/_mock/"

  static func tenant(_ name: String = "workforce.yaml") throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: name, text: try Fixtures.text(of: workforce + name))
    let tenant = MockTenant.load(file, speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do { return SourceFile(name: path, text: try Fixtures.text(of: workforce + path)) } catch {
        throw UnreadableInclude("no such file")
      }
    }
    #expect(diagnostics.map(\.message) == [])
    return try #require(tenant)
  }

  private static func given(_ text: String) throws -> GivenSituation {
    var diagnostics: [Diagnostic] = []
    let document = try #require(YAMLParser.documents(in: SourceFile(name: "given", text: text), diagnostics: &diagnostics).first)
    return try #require(GivenSituation.decode(document, diagnostics: &diagnostics))
  }

  @Test(arguments: ["workforce.yaml", "workforce-next.yaml", "workforce-moved.yaml"])
  func `every state of the flow is found, whoever there is`(_ name: String) throws {
    let found = try Self.tenant(name).explore()
    #expect(found.isComplete)
    let states = ["assurance", "denied", "select", "password", "email", "otp", "passkey", "enroll", "enroll_otp", "enroll_passkey"]
    #expect(found.states.isSuperset(of: states))
  }

  @Test func `what people meet is known to who explores and who proves`() throws {
    var wanderer = Wanderer(try Self.tenant(), seed: 5)
    for _ in 0..<8 { wanderer.wander(acts: 80) }
    #expect(wanderer.edges["assurance.decide.met"] != nil)
    #expect(Differences(wanderer, limit: 20_000).lines == [])
  }

  @Test(arguments: [
    ("given: {⟦1⟧rsk: high}", "no fact 'rsk' of a situation", "did you mean 'risk'?"),
    ("given: {risk: ⟦1⟧hgih}", "'hgih' is not a word of 'session.risk'", "did you mean 'high'?"),
    ("given: {zones: [office, ⟦1⟧ofice]}", "'ofice' is not a name of 'session.zones'", "did you mean 'office'?"),
    ("given: {risk: [⟦1⟧low, high]}", "'session.risk' takes one word", nil),
    ("given: {⟦1⟧client: portal}", "no fact 'client' of a situation", nil),
    ("given: ⟦1⟧abroadd", "no situation 'abroadd'", "did you mean 'abroad'?"),
    ("given: {new_hire: ⟦1⟧maybe}", "'open.new_hire' is true or false, found 'maybe'", nil),
  ])
  func `a situation that the rules do not know is refused at its place`(text: String, message: String, suggestion: String?) throws {
    let marked = MarkedText(text)
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "a.yaml", text: marked.text)
    guard case .mapping(let mapping)? = YAMLParser.documents(in: file, diagnostics: &diagnostics).first else { return }
    let node = try #require(mapping["given"])
    let given = try #require(GivenSituation.decode(node, diagnostics: &diagnostics))
    let tenant = try Self.tenant()
    #expect(tenant.inSituation(given, diagnostics: &diagnostics) == nil)
    let found = try #require(diagnostics.first)
    #expect(found.message.hasPrefix(message), "\(found.message)")
    #expect(found.range?.start == marked.positions["1"])
    if let suggestion { #expect(found.suggestion == suggestion) }
  }

  @Test func `a served mock is put into a situation, and refuses what is none`() async throws {
    let control = ControlClient(World(try Self.tenant()))
    #expect(try await control.ask("GET", "/__journey/situation")["zones"] == ["office"])
    let body: JSONValue = ["given": ["zones": "none", "risk": "high", "open.new_hire": "true"]]
    let now = try await control.ask("PUT", "/__journey/situation", body)
    #expect(now["zones"] == [] && now["risk"] == "high" && now["open.new_hire"] == true, "\(now)")
    #expect(try await control.ask("PUT", "/__journey/situation", ["given": "abroad"])["risk"] == "medium")
    let twice = JSONValue.object([.init("risk", "low"), .init("risk", "high")])
    let refused = try await control.ask("PUT", "/__journey/situation", ["given": twice], status: 400)
    #expect(refused["error"]?.stringValue == "duplicate key 'risk'")
    let many = JSONValue.object((0..<60_000).map { .init("f\($0)", "x") })
    #expect(try await control.ask("PUT", "/__journey/situation", ["given": many], status: 400)["error"]?.stringValue != nil)
    #expect(try await control.ask("PUT", "/__journey/situation", [:], status: 400)["error"]?.stringValue == "'given' is missing")
    #expect(try await control.ask("GET", "/__journey/situation")["risk"] == "medium", "what is refused changes nothing")
  }

  @Test func `a mutant has the rules no longer worked out`() throws {
    let ids = try Self.tenant().mutants().filter { $0.operation == .dropEvaluate }.map(\.id)
    #expect(ids.contains("workforce:identify.identify.known:drop-evaluate:rules"), "\(ids)")
  }

  @Test func `a tenant without rules is in no situation`() throws {
    var diagnostics: [Diagnostic] = []
    let tenant = try #require(TenantSource.load(TenantSource.text()).tenant)
    let given = try Self.given("{risk: high}")
    #expect(tenant.inSituation(given, diagnostics: &diagnostics) == nil)
    #expect(diagnostics.first?.message.contains("needs rules") == true)
  }

  @Test func `a situation outlives a change of policies, and what is not named is ordinary`() throws {
    var diagnostics: [Diagnostic] = []
    let (tenant, given) = (try Self.tenant(), try Self.given("{risk: high}"))
    let placed = try #require(tenant.inSituation(given, diagnostics: &diagnostics))
    let changed = try #require(placed.with(policies: [], diagnostics: &diagnostics))
    #expect(changed.compiled.situation.words["session.risk"] == "high")
    #expect(changed.compiled.situation.names["session.zones"] == ["office"])
  }

  @Test(arguments: [
    ("evaluate: policies", "rules: {app: [{list: Portal, rules: [{rule: A, ask: {kinds: 1}}]}]}", "no thing to evaluate 'policies'"),
    ("evaluate: rules", "", "'evaluate: rules' needs 'rules' in the tenant's file"),
    (
      "evaluate: rules", "rules: {app: [{list: Portal, rules: [{rule: A, ask: {kinds: 1}}]}]}\n",
      "'evaluate: rules' needs 'authenticators' in the tenant's file"
    ),
  ])
  func `what cannot be evaluated is refused`(effect: String, rules: String, message: String) {
    let flow = "flow:\n  login:\n    login:\n      goes: {\(effect), go: finish}\n"
    let client = rules.isEmpty ? "" : ", rules: Portal"
    let text =
      TenantSource.text(
        replacing: ["flow": flow, "clients": "clients: {app: {redirect_uris: [\"https://app.test/cb\"]\(client)}}\n"]) + rules
    let (tenant, diagnostics) = TenantSource.load(text)
    #expect(tenant == nil)
    #expect(diagnostics.contains { $0.severity == .error && $0.message.hasPrefix(message) }, "\(diagnostics.map(\.message))")
  }

  @Test func `facts that rules set are not declared`() {
    let flow = "facts: {session.demand: [a, b]}\nflow:\n  login:\n    login:\n      goes: {evaluate: rules, go: finish}\n"
    let text =
      TenantSource.text(
        replacing: ["flow": flow, "facts": "", "clients": "clients: {app: {redirect_uris: [\"https://app.test/cb\"], rules: Portal}}\n"])
      + RulesSource.rules
    let (_, diagnostics) = TenantSource.load(text)
    #expect(
      diagnostics.contains { $0.message == "'session.demand' is set by 'evaluate: rules' and is not declared" },
      "\(diagnostics.map(\.message))")
  }
}
