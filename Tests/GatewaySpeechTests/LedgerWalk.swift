import Diagnostics
import Encodings
import GatewaySpeech
import HostedDialect
import JourneyClient
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

/// A walk of Ledger's app through its pages, without a socket.
struct LedgerWalk {
  /// Requests that a world answers.
  private struct Answers: HTTPTransport {
    let world: World

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      await world.answer(to: request).message
    }
  }

  let world: World
  var driver: HostedDriver
  private(set) var turn: Turn? {
    didSet { findings += turn?.findings ?? [] }
  }
  /// What the checks found on the way.
  private var findings: [TokenCheck] = []

  init(_ slip: Slip? = nil) throws {
    var diagnostics: [Diagnostic] = []
    func file(_ name: String) throws -> SourceFile { SourceFile(name: name, text: try Fixtures.text(of: "fixtures/tenants/\(name)")) }
    let tenant = MockTenant.load(try file("ledger.yaml"), speeches: .gateway, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do { return try file(path) } catch { throw UnreadableInclude("no such file") }
    }
    #expect(diagnostics.map(\.message) == [])
    world = World(
      try #require(tenant), clock: .standing(at: Instant(seconds: 1_800_000_000)), faults: slip.map { [Fault(.slip($0))] } ?? [])
    var client = OAuthClient(
      issuer: try WebURL("https://profile.ledger.test/oauth2/readers"), id: "ledger-reader",
      redirectURI: try WebURL("com.ledger.reader.oauth:/authorization/callback"), scopes: ["openid", "email"])
    client.claimedLinks = ["com.ledger.reader://identity/fallback", "/welcome/il_*", "/reset-password/il_*", "/set-password/il_*"]
    let clock = world
    driver = HostedDriver(
      configuration: HostedConfiguration(client: client, interception: Interception()), transport: Answers(world: world),
      generator: SeededGenerator(seed: 7), now: { await clock.now() })
  }

  var screen: Screen? {
    if case .screen(let screen)? = turn?.now { screen } else { nil }
  }

  /// The heading of the page that is shown.
  var heading: String? { screen?.facts.first { $0.name == "heading" }?.value.text }

  mutating func start(_ parameters: [Value.Member] = [], keys: [Value.Member] = []) async throws {
    turn = try await driver.perform(.start(StartParameters(keys: keys, parameters: parameters)))
  }

  /// Fills the form in that has all of these fields.
  mutating func submit(_ answers: [(WidgetID, String)]) async throws {
    let form = try #require(screen?.forms.first { form in answers.allSatisfy { form.widget($0.0) != nil } })
    let filled = answers.map { Answer(widget: $0.0, value: .text($0.1)) }
    turn = try await driver.perform(.submit(Submission(form: form.id, answers: filled)))
  }

  mutating func signIn() async throws { try await submit([("email", "rosa@ledger.test"), ("password", "Rosa-lynx-11")]) }

  mutating func open(_ link: String) async throws {
    turn = try await driver.perform(.open(link: Secret(link, name: "link", source: .server), elsewhere: false))
  }

  /// What the end of the journey finds wrong.
  mutating func problems() async throws -> [String] {
    if case .ended(.completed)? = turn?.now { turn = try await driver.perform(.finish(probes: [])) }
    guard case .ended(.finished(let finish))? = turn?.now else { return ["no end"] }
    return (findings + finish.checks).filter { $0.problem != nil }.map(\.name)
  }

  /// The links of the mails that came to an address.
  func links(to address: String) async throws -> [String] {
    try await world.messages(to: address, channel: .mail, since: Instant(seconds: 0)).flatMap(\.links)
  }
}
