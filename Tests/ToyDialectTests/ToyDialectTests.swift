import Diagnostics
import Encodings
import JourneyMock
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A third dialect, registered through the public initialiser: no file of the sources knows of it.
struct ToyDialectTests {
  private struct Events: RunListener {
    var screens: [String] = []
    var mismatches = 0

    mutating func record(_ searched: SearchedEvent) {
      if case .screenShown(let screen) = searched.event.kind { screens.append(screen.id.text) }
      if case .mismatch = searched.event.kind { mismatches += 1 }
    }
  }

  private static let tenant = """
    tenant: hut
    extends: toy/standard
    clients: {lantern: {redirect_uris: ["https://lantern.test/back"]}}
    accounts: {jane: {email: jane@hut.test, password: Jane-horse-11}}
    messages: {wrong: {en: Nobody answers.}}
    screens:
      door: {title: The door, forms: {knock: {who: {type: line}}}}
      inside: {forms: {sit: {word: {type: line}}}}
    start: door
    flow:
      door:
        knock:
          find: {account.email: answer.who}
          known: {when: account, go: inside}
          unknown: {say: wrong}
      inside:
        sit:
          right: {when: answer.word == account.password, go: finish}
          wrong: {say: wrong}

    """

  private static func journey(word: String) -> String {
    """
    journey: Come in
    account: jane
    steps:
      - screen: door
        answers: {who: nobody@hut.test}
      - screen: door
        messages: {global: Nobody answers.}
        answers: {who: "${account.email}"}
      - screen: inside
        answers: {word: \(word)}
      - finish:
        tokens: none

    """
  }

  private static let toy = RegisteredDialect(ToyDriver.description, speech: MockSpeeches([ToySpeech()])) { ToyDriver($0) }

  private static func with<Outcome>(
    _ dialects: DialectRegistry, word: String = "\"${account.password}\"", tenant: String = tenant,
    _ body: (JourneyRun) async throws -> Outcome
  ) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      try folder.write(tenant, to: "hut.yaml")
      try folder.write("default: hut\ntenants:\n  hut: {dialect: toy, mock: ../hut.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write(journey(word: word), to: "journeys/door.yaml")
      var settings = RunSettings()
      settings.paths = [folder.file("journeys")]
      settings.seed = 7
      settings.dialects = dialects
      return try await body(JourneyRun(settings))
    }
  }

  private static func walk(word: String) async throws -> (verdict: RunVerdict, events: Events) {
    try await with(DialectRegistry(adding: [toy]), word: word) { run in
      #expect(run.diagnostics.map(\.message) == [])
      var events = Events()
      let report = try await run.walk(log: nil, into: &events)
      return (report.verdict, events)
    }
  }

  @Test func `a scenario is walked in a dialect that a test registers`() async throws {
    let (verdict, events) = try await Self.walk(word: "\"${account.password}\"")
    #expect(verdict == .passed)
    #expect(events.screens == ["door", "door", "inside"])
  }

  @Test func `a walk in it fails where the tenant shows something else`() async throws {
    let (verdict, events) = try await Self.walk(word: "open-sesame")
    #expect(verdict == .failed)
    #expect(events.mismatches > 0)
  }

  @Test func `a dialect that nobody registered is refused at its place, with those that are known`() async throws {
    try await Self.with(DialectRegistry()) { run in
      let refused = run.diagnostics.filter { $0.severity == .error }
      #expect(refused.contains { $0.message.contains("toy") && $0.range != nil }, "\(refused.map(\.message))")
    }
    var found: [Diagnostic] = []
    let file = SourceFile(name: "hut.yaml", text: Self.tenant)
    let tenant = MockTenant.load(file, speeches: DialectRegistry().speeches, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    #expect(tenant == nil)
    let refused = try #require(found.first { $0.message.contains("'toy/standard'") })
    let known = "journey-flow/standard, okta-idx/standard, okta-idx/assurance, gateway/standard"
    #expect(refused.message == "there is nothing called 'toy/standard' to extend; expected one of \(known)")
    #expect(refused.range?.start.line == 2)
  }

  @Test func `a key of another dialect says nothing in it`() async throws {
    let tenant = Self.tenant.replacing("title: The door", with: "layout: []")
    try await Self.with(DialectRegistry(adding: [Self.toy]), tenant: tenant) { run in
      #expect(run.diagnostics.filter { $0.severity == .error }.map(\.message) == ["screens of toy have no 'layout'"])
    }
  }

  @Test func `a tenant speaks several dialects by their paths, over one graph and in one world`() async throws {
    var found: [Diagnostic] = []
    let file = SourceFile(name: "hut.yaml", text: Self.tenant)
    let toy = MockTenant.load(file, speeches: MockSpeeches([ToySpeech()]), diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    let both = toy?.speaking(ToySpeech(dialect: "bell"), diagnostics: &found)
    let tenant = try #require(both)
    #expect(found.map(\.message) == [])
    let world = World(tenant, issuer: "https://hut.test")
    func ask(_ path: String, _ items: [QueryItem]) async throws -> [String: String] {
      let response = await world.respond(
        to: HTTPRequestMessage(
          method: "POST", url: try WebURL("https://hut.test/\(path)"), body: Array(FormURLEncoding.encode(items).utf8)))
      return Dictionary(FormURLEncoding.decode(response.body).map { ($0.name, $0.value) }) { first, _ in first }
    }
    let app = [QueryItem("app", "lantern")]
    _ = try await ask("toy/start", app)
    let toySession = try await ask("toy/start", app)
    let bell = try await ask("bell/start", app)
    // What a dialogue keeps is its own; what the machine keeps is everybody's.
    #expect(toySession["knocks"] == "2")
    #expect(bell["knocks"] == "1")
    let session = try #require(bell["session"])
    let inside = try await ask("toy/\(session)/knock", [QueryItem("who", "jane@hut.test")])
    #expect(inside["screen"] == "inside")
    #expect(inside["knocks"] == "2")
  }
}
