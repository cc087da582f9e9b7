import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import Testing

/// A driver over a script of fixtures, with the clock at the fixtures' moment.
struct WalkThrough {
  let transport: ScriptedTransport
  var driver: IDXDriver

  static let now = Instant(seconds: 1_790_000_100)
  /// What every walk of these fixtures draws first.
  static let state: String = {
    var generator = SeededGenerator(seed: 1)
    _ = AuthorizationRequest.randomText(using: &generator)
    return AuthorizationRequest.randomText(using: &generator)
  }()

  init(_ names: [String], adjust: (inout IDXConfiguration) -> Void = { _ in }) throws {
    transport = try ScriptedTransport(names)
    var configuration = IDXConfiguration(
      issuer: try WebURL("https://acme.okta.test/oauth2/default"), clientID: "acme-app",
      redirectURI: try WebURL("https://app.acme.test/callback"), scopes: ["openid", "email"],
      postLogoutURI: try WebURL("https://app.acme.test/bye"), entryURL: try WebURL("https://app.acme.test/welcome"))
    adjust(&configuration)
    driver = IDXDriver(
      configuration: configuration, transport: transport, generator: SeededGenerator(seed: 1), now: { Self.now })
  }

  mutating func start(_ keys: [Value.Member] = []) async throws(DriverError) -> Turn {
    try await driver.perform(.start(StartParameters(keys: keys)))
  }

  mutating func post(_ form: FormID, _ answers: [(WidgetID, AnswerValue)] = [], force: Bool = false) async throws(DriverError) -> Turn {
    let list = answers.map { Answer(widget: $0.0, value: $0.1) }
    return try await driver.perform(.submit(Submission(form: form, answers: list, isForced: force)))
  }

  /// Walks to the first screen and gives the identifier.
  mutating func identify() async throws -> Turn {
    _ = try await start()
    return try await post("identify", [("identifier", .text("jane@acme.test"))])
  }

  /// Walks to the end of the flow, where only `finish` is left.
  mutating func complete() async throws -> Turn {
    _ = try await identify()
    return try await post("challenge-authenticator", [("credentials.passcode", .secret(Self.password))])
  }

  static let password = Secret("Jane-horse-11", name: "account.password")
  static let opening = ["interact", "introspect-identify"]
  static let completing = opening + ["identify-password", "answer-password"]
  static let email = opening + ["identify-select", "challenge-email"]

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
