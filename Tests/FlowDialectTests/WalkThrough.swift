import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import Testing

/// A driver over a script of fixtures, with the clock at the fixtures' moment.
struct WalkThrough {
  let transport: ScriptedTransport
  var driver: FlowDriver

  static let now = Instant(seconds: 1_790_000_100)

  init(_ names: [String], app: FlowAppProfile = .web, adjust: (inout FlowConfiguration) -> Void = { _ in }) throws {
    transport = try ScriptedTransport(names)
    var configuration = FlowConfiguration(
      issuer: try WebURL("https://acme.test/"), clientID: "acme-web", redirectURI: try WebURL("https://app.acme.test/callback"),
      scopes: ["openid", "email"], postLogoutURI: try WebURL("https://app.acme.test/bye"),
      entryURL: try WebURL("https://app.acme.test/welcome"), app: app)
    adjust(&configuration)
    driver = FlowDriver(
      configuration: configuration, transport: transport, generator: SeededGenerator(seed: 1), now: { Self.now })
  }

  mutating func start(_ keys: [Value.Member] = []) async throws(DriverError) -> Turn {
    try await driver.perform(.start(StartParameters(keys: keys)))
  }

  mutating func post(_ form: FormID, _ answers: [(WidgetID, AnswerValue)] = [], force: Bool = false) async throws(DriverError) -> Turn {
    let list = answers.map { Answer(widget: $0.0, value: $0.1) }
    return try await driver.perform(.submit(Submission(form: form, answers: list, isForced: force)))
  }

  /// Walks to the end of the flow, where only `finish` is left.
  mutating func complete() async throws -> Turn {
    _ = try await start()
    _ = try await post("identifier", [("identifier", .text("jane@acme.test"))])
    return try await post("password", [("password", .secret(Self.password)), ("keepMeLoggedIn", .bool(true))])
  }

  static let password = Secret("Jane-horse-11", name: "account.password")
  static let opening = ["start-text", "init-identification", "form-identifier", "form-password"]

  /// That the script was walked to its end, as expected.
  func checkScript(sourceLocation: Testing.SourceLocation = #_sourceLocation) async {
    let problems = await transport.problems
    let left = await transport.left
    #expect(problems == [], sourceLocation: sourceLocation)
    #expect(left == [], sourceLocation: sourceLocation)
  }
}

extension Turn {
  var screen: Screen? {
    guard case .screen(let screen) = now else { return nil }
    return screen
  }

  var finish: Finish? {
    guard case .ended(.finished(let finish)) = now else { return nil }
    return finish
  }

  var handover: Handover? {
    guard case .handover(let handover) = now else { return nil }
    return handover
  }

  var refusal: OAuthRefusal? {
    guard case .ended(.refused(let refusal)) = now else { return nil }
    return refusal
  }
}

extension Finish {
  subscript(name: String) -> Value? { facts.first { $0.name == name }?.value }
  var problem: TokenCheck? { checks.first { $0.problem != nil } }
}

/// The error that a walk is expected to end in; `nil`, with an issue recorded, where there is none.
func driverError(_ walk: () async throws -> Turn, sourceLocation: Testing.SourceLocation = #_sourceLocation) async throws -> DriverError? {
  do {
    let turn = try await walk()
    Testing.Issue.record("no error, but \(turn.now)", sourceLocation: sourceLocation)
    return nil
  } catch let error as DriverError {
    return error
  }
}
