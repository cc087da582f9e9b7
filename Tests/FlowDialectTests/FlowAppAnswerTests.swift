import Encodings
@testable import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

/// What each of the vendor's apps makes of every answer to `init` and to a form.
struct FlowAppAnswerTests {
  /// What a person meets.
  enum Outcome: Sendable, Hashable {
    case screen(String)
    case hosted(Handover.Reason)
    case expired
    case completed
    case broken(DriverError.Kind)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// By app, in the order of `FlowAppProfile.all`; the earlier line of iOS does what today's does.
    let outcomes: [Outcome]
    var testDescription: String { name }

    init(_ name: String, _ outcomes: Outcome...) {
      self.name = name
      self.outcomes = outcomes + [outcomes[1]]
    }
  }

  private func outcome(_ walk: () async throws -> Turn) async throws -> Outcome {
    do {
      switch try await walk().now {
      case .screen(let screen): return .screen(screen.id.text)
      case .handover(let handover): return .hosted(handover.reason)
      case .ended(.expired): return .expired
      case .ended(.completed): return .completed
      case .ended(let end): throw UnexpectedEnd(end: "\(end)")
      }
    } catch let error as DriverError {
      return .broken(error.kind)
    }
  }

  private struct UnexpectedEnd: Error {
    let end: String
  }

  private static let same: Outcome = .screen("identification")

  //                                                web              ios              android          flutter          java
  @Test(arguments: [
    Row("form-400-messages", same, same, same, same, .hosted(.app)),
    Row("form-400-hosted", .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.app)),
    Row("form-400-screen", .hosted(.app), same, same, same, .hosted(.app)),
    Row("form-400-other", .broken(.status), .broken(.status), .broken(.status), .broken(.status), .hosted(.app)),
    Row("form-401", .expired, .hosted(.app), .hosted(.app), .expired, .hosted(.app)),
    Row("form-404", .broken(.status), .hosted(.app), .hosted(.app), .broken(.status), .hosted(.app)),
    Row("form-404-hosted", .hosted(.server), .hosted(.app), .hosted(.app), .hosted(.server), .hosted(.app)),
    Row("form-403", .expired, .expired, .expired, .expired, .hosted(.app)),
    Row("form-403-hosted", .expired, .expired, .expired, .hosted(.server), .hosted(.app)),
    Row("form-503-json", .broken(.status), .broken(.status), .broken(.status), .broken(.status), .broken(.status)),
    Row("form-hosted-200", .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.server)),
    Row("form-undecodable", .screen("hologram"), .hosted(.app), .hosted(.app), .hosted(.app), .hosted(.app)),
    Row("form-bare-layout", .hosted(.app), .hosted(.app), .hosted(.app), .hosted(.app), .hosted(.app)),
    Row("form-empty-lists", .screen("waiting"), .broken(.protocol), .screen("waiting"), .screen("waiting"), .hosted(.app)),
    Row("form-minimal", .screen("password"), .broken(.protocol), .screen("password"), .hosted(.app), .hosted(.app)),
    Row("form-both-messages", same, same, same, same, same),
    Row("form-nested-form", .screen("odd"), .screen("odd"), .screen("odd"), .hosted(.app), .hosted(.app)),
    Row("form-select-without-validator", .screen("odd"), .hosted(.app), .hosted(.app), .screen("odd"), .screen("odd")),
    Row("form-rules-without-kinds", .screen("odd"), .screen("odd"), .screen("odd"), .screen("odd"), .hosted(.app)),
    Row("form-wrong-kind", .screen("odd"), .hosted(.app), .hosted(.app), .hosted(.app), .hosted(.app)),
    Row("form-forms-no-list", .broken(.protocol), .hosted(.app), .hosted(.app), .hosted(.app), .hosted(.app)),
  ])
  func `each app meets every answer to a form as its SDK does`(row: Row) async throws {
    try #require(row.outcomes.count == FlowAppProfile.all.count, "an app without a column")
    for (app, expected) in zip(FlowAppProfile.all, row.outcomes) {
      var walk = try WalkThrough([app.start.shapes.contains(.text) ? "any-text" : "any-redirect", "init-any", row.name], app: app)
      _ = try await walk.start()
      let actual = try await outcome { try await walk.post("identifier", [("identifier", .text("jane@acme.test"))]) }
      #expect(actual == expected, "\(app.name)")
    }
  }

  @Test(arguments: [
    Row("init-401", .expired, .expired, .expired, .expired, .expired),
    Row("init-403", .expired, .expired, .expired, .expired, .expired),
    Row("init-404", .broken(.status), .broken(.status), .broken(.status), .broken(.status), .broken(.status)),
    Row("init-undecodable", .screen("hologram"), .hosted(.app), .broken(.protocol), .hosted(.app), .hosted(.app)),
    Row("init-no-forms", .screen("done"), .broken(.protocol), .screen("done"), .broken(.protocol), .screen("done")),
    Row("init-name-only", .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.server), .hosted(.server)),
    Row("init-finalize", .completed, .completed, .completed, .completed, .completed),
    Row("init-plain-type", same, same, .broken(.protocol), same, same),
  ])
  func `each app meets every first answer as its SDK does`(row: Row) async throws {
    try #require(row.outcomes.count == FlowAppProfile.all.count, "an app without a column")
    for (app, expected) in zip(FlowAppProfile.all, row.outcomes) {
      var walk = try WalkThrough([app.start.shapes.contains(.text) ? "any-text" : "any-redirect", row.name], app: app)
      #expect(try await outcome { try await walk.start() } == expected, "\(app.name)")
    }
  }

  @Test func `the Kotlin app falls back to the page it knew before a screen that it cannot decode`() async throws {
    var walk = try WalkThrough(["any-text", "init-any", "form-undecodable"], app: .android)
    _ = try await walk.start()
    let handover = try #require(try await walk.post("identifier").handover)
    #expect(handover.url.contains("challenge=challenge-1"))
    var ios = try WalkThrough(["any-text", "init-any", "form-undecodable"], app: .ios)
    _ = try await ios.start()
    #expect(try await ios.post("identifier").handover?.url.contains("challenge=challenge-2") == true)
  }

  @Test func `the web SDK opens the hosted page for a status of 400 without messages`() async throws {
    var walk = try WalkThrough(["any-text", "init-any", "form-400-screen"])
    _ = try await walk.start()
    let handover = try #require(try await walk.post("identifier").handover)
    #expect(handover.reason == .app)
    #expect(handover.cause == "the app opens the hosted page for a response with status 400, 'hostedUrl' and no 'messages'")
  }

  @Test(arguments: [(FlowAppProfile.web, 2), (.ios, 1), (.android, 1), (.flutter, 2), (.java, 2)])
  func `a global message hides the others in the apps that drop them`(app: FlowAppProfile, count: Int) async throws {
    var walk = try WalkThrough(
      [app.start.shapes.contains(.text) ? "any-text" : "any-redirect", "init-any", "form-both-messages"], app: app)
    _ = try await walk.start()
    let screen = try await walk.post("identifier", [("identifier", .text("x"))]).screen
    #expect(screen?.messages.count == count)
    #expect(screen?.messages.first?.scope == .page)
  }

  @Test func `the status of an answer is kept for a scenario to match`() async throws {
    var walk = try WalkThrough(["any-text", "init-any", "form-400-messages"])
    _ = try await walk.start()
    #expect(try await walk.post("identifier").exchanges.last?.response?.status == 400)
  }

  @Test func `slashes of a form's id stay in the path and other reserved characters are encoded`() async throws {
    var walk = try WalkThrough(["any-text", "init-any", "form-reserved"])
    _ = try await walk.start()
    let turn = try await walk.post("externalLoginProvider/my idp?x#1", force: true)
    #expect(turn.handover?.reason == .provider)
    await walk.checkScript()
  }

  @Test(arguments: [
    (FlowAppProfile.web, "any-text", "finalize-bearer-text"), (.ios, "any-text", "finalize-cookie-text"),
    (.ios, "any-text", "finalize-cookie-redirect"), (.android, "any-text", "finalize-cookie-text"),
    (.flutter, "any-redirect", "finalize-cookie-redirect"), (.java, "any-redirect", "finalize-cookie-redirect"),
  ])
  func `each app finalizes with its own proof and reads its own shape`(app: FlowAppProfile, start: String, finalize: String) async throws {
    let token = app.tokens.sendsNonce ? "token-with-nonce" : "token"
    var walk = try WalkThrough([start, "init-finalize", finalize, "discovery", token, "keys"], app: app)
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.finish?.problem == nil)
    #expect(turn.warnings == [])
    await walk.checkScript()
  }

  @Test(arguments: [
    (FlowAppProfile.web, "any-text", "redirect"), (.android, "any-text", "redirect"), (.flutter, "any-redirect", "text"),
    (.java, "any-redirect", "text"),
  ])
  func `an app that looks elsewhere does not find the end of the journey`(app: FlowAppProfile, start: String, shape: String) async throws {
    var walk = try WalkThrough([start, "init-finalize", "finalize-cookie-\(shape)"], app: app)
    _ = try await walk.start()
    let error = try await driverError { try await walk.driver.perform(.finish(probes: [])) }
    #expect(error?.message.hasPrefix("app '\(app.name)' does not look for the address that finalize leads to in ") == true)
  }

  @Test func `finalize may lead back to screens of another session, which is adopted with a word`() async throws {
    var walk = try WalkThrough(["any-text", "init-finalize", "finalize-any-session", "init-any"], app: .ios)
    _ = try await walk.start()
    let turn = try await walk.driver.perform(.finish(probes: []))
    #expect(turn.screen?.id.text == "identification")
    #expect(turn.warnings == ["the server sent another session id than the journey's own"])
    #expect(await walk.transport.requests.last?.headers["authorization"] == "Bearer session-2")
    await walk.checkScript()
  }
}
