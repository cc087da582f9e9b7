import Encodings
@testable import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

/// How each of the vendor's apps begins a journey.
struct FlowAppStartTests {
  private typealias Keys = [Value.Member]
  private static let link = "https://app.acme.test/welcome?challenge=challenge-9&extra=1"

  struct Opening: Sendable, CustomTestStringConvertible {
    let app: FlowAppProfile
    let script: [String]
    var keys: [Value.Member] = []
    var testDescription: String { "\(app.name): \(script.joined(separator: ", "))" }
  }

  @Test(arguments: [
    Opening(app: .web, script: ["start-text", "init-web"]),
    Opening(app: .ios, script: ["start-ios", "init-ios"]),
    Opening(
      app: .ios, script: ["start-ios-hu", "init-ios"],
      keys: [Value.Member("ui_locales", .list(["hu", "en"])), Value.Member("prompt", "login")]),
    Opening(app: .android, script: ["start-android", "init-android"]),
    Opening(app: .android, script: ["start-android-plain", "init-any"], keys: [Value.Member("scopes", .list(["profile"]))]),
    Opening(app: .flutter, script: ["start-redirect", "init-web"]),
    Opening(app: .flutter, script: ["start-flutter-hu", "init-web"], keys: [Value.Member("ui_locales", .list(["hu", "en"]))]),
    Opening(app: .java, script: ["start-java", "init-java"]),
  ])
  func `each app begins with exactly the parameters, headers and bodies of its SDK`(opening: Opening) async throws {
    var walk = try WalkThrough(opening.script, app: opening.app)
    #expect(try await walk.start(opening.keys).screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test func `unset parameters of the iOS app are bare names`() async throws {
    var walk = try WalkThrough(["start-ios", "init-ios"], app: .ios)
    _ = try await walk.start()
    let query = try #require(await walk.transport.requests.first?.url.query)
    #expect(query.hasSuffix("&acr_values&login_hint&prompt"))
  }

  @Test func `every parameter of a start goes out once, lists as words with spaces`() async throws {
    var walk = try WalkThrough(["start-web-all", "init-any"])
    let parameters = StartParameters(
      keys: [
        Value.Member("prompt", "create"), Value.Member("scopes", .list(["openid", "profile", "openid"])),
        Value.Member("login_hint", "e30.e30."), Value.Member("acr_values", .list(["one", "two"])),
        Value.Member("ui_locales", .list(["hu", "en"])), Value.Member("audience", .list(["a", "", "b"])),
      ], parameters: [Value.Member("x", "1")])
    #expect(try await walk.driver.perform(.start(parameters)).screen != nil)
    await walk.checkScript()
  }

  struct Shape: Sendable, CustomTestStringConvertible {
    let script: [String]
    /// The apps that find the address; the others stop with a word about the place.
    let readers: Set<String>
    let place: String
    var testDescription: String { script.joined(separator: ", ") }
  }

  @Test(
    arguments: [
      Shape(script: ["any-text"], readers: ["web", "ios", "android"], place: "the body of a page"),
      Shape(script: ["any-redirect"], readers: ["web", "ios", "flutter", "java", "ios-2"], place: "a redirect"),
      Shape(script: ["any-redirect-text"], readers: ["ios"], place: "the body of a redirect"),
      Shape(script: ["any-hop", "any-page"], readers: ["web"], place: "the address of a page"),
    ], FlowAppProfile.all)
  func `each app takes the shapes of answer that its SDK takes and refuses the others`(shape: Shape, app: FlowAppProfile) async throws {
    var walk = try WalkThrough(shape.script + ["init-any"], app: app)
    if shape.readers.contains(app.name) {
      let turn = try await walk.start()
      #expect(turn.screen?.id.text == "identification")
      #expect(turn.warnings.filter { $0.contains("does not look for") } == [])
    } else {
      let error = try await driverError { try await walk.start() }
      #expect(error?.kind == .protocol)
      #expect(error?.message == "app '\(app.name)' does not look for the address that the authorize request leads to in \(shape.place)")
    }
  }

  @Test(arguments: [(FlowAppProfile.web, "text"), (.ios, "text"), (.android, "text"), (.java, "redirect")])
  func `single sign-on brings a code without screens to all apps but one`(app: FlowAppProfile, shape: String) async throws {
    var walk = try WalkThrough(
      ["any-code-\(shape)", "discovery", app == .ios || app == .android ? "token-with-nonce" : "token", "keys"], app: app)
    #expect(try await walk.start().now == .ended(.completed))
    #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem == nil)
    await walk.checkScript()
  }

  @Test func `the Flutter app exchanges a silent code and then fails`() async throws {
    var walk = try WalkThrough(["any-code-redirect", "discovery", "token", "keys"], app: .flutter)
    #expect(try await walk.start().now == .ended(.completed))
    let finish = try #require(try await walk.driver.perform(.finish(probes: ["code_replay"])).finish)
    #expect(finish.problem?.problem == "app 'flutter' exchanges the code and then fails: it gets no 'session_id'")
    #expect(finish.probes == [])
    await walk.checkScript()
  }

  @Test(arguments: [
    (FlowAppProfile.web, "text", "code"), (.ios, "text", "session"), (.android, "text", "session"), (.flutter, "redirect", "error"),
  ])
  func `what an address brings is looked for in the order of each app`(app: FlowAppProfile, shape: String, first: String) async throws {
    var walk = try WalkThrough(["any-all-\(shape)", first == "error" ? "discovery" : "init-any"], app: app)
    let turn = try await walk.start()
    #expect((turn.now == .ended(.completed)) == (first == "code"))
    #expect((turn.screen != nil) == (first == "session"))
    // What is looked for first is an error here, and no error comes with a code.
    let problem = TokenCheck("code", problem: "the callback has a 'code' and an 'error'")
    #expect(turn.finish?.problem == (first == "error" ? problem : nil))
  }

  @Test func `the Java app takes a code before a session`() async throws {
    var walk = try WalkThrough(["any-code-and-session-redirect"], app: .java)
    #expect(try await walk.start().now == .ended(.completed))
  }

  @Test(arguments: [(FlowAppProfile.web, true), (.ios, false), (.android, false), (.flutter, true), (.java, true)])
  func `the mobile apps need an error's description to recognise it`(app: FlowAppProfile, recognises: Bool) async throws {
    let shape = app.sdk == nil ? "redirect" : "text"
    var walk = try WalkThrough(["any-error-\(shape)", "discovery", "any-bare-error-\(shape)"], app: app)
    #expect(try await walk.start().oauthError == OAuthErrorResponse(error: "access_denied", description: "No"))
    if recognises {
      #expect(try await walk.start().oauthError == OAuthErrorResponse(error: "access_denied"))
    } else {
      let error = try await driverError { try await walk.start() }
      #expect(error?.message == "app '\(app.name)' does not recognise the error 'access_denied', as it has no 'error_description'")
    }
  }

  @Test(arguments: FlowAppProfile.all)
  func `the server's error page is read by the apps that find it`(app: FlowAppProfile) async throws {
    var walk = try WalkThrough(["any-error-page"], app: app)
    if app.sdk == nil {
      let error = try await driverError { try await walk.start() }
      #expect(error?.message.hasSuffix("'invalid_client': Unknown client, as it is on the server's own error page") == true)
    } else {
      #expect(try await walk.start().oauthError == OAuthErrorResponse(error: "invalid_client", description: "Unknown client"))
    }
    await walk.checkScript()
  }

  @Test func `a session is looked for in the query and then in the fragment`() async throws {
    var walk = try WalkThrough(["any-fragment", "init-any"])
    #expect(try await walk.start().screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test(arguments: [(FlowAppProfile.web, nil), (.ios, "hu"), (.android, "hu")])
  func `the language that the server settled on is followed by the mobile apps`(app: FlowAppProfile, language: String?) async throws {
    var walk = try WalkThrough(["any-language", "init-any"], app: app)
    _ = try await walk.start()
    #expect(await walk.transport.requests.last?.headers["accept-language"] == language)
  }

  @Test func `a redirect URI is compared whole and not by its beginning`() async throws {
    var walk = try WalkThrough(["any-stray-code"])
    #expect(try await walk.start().now == .ended(.completed))
    let finish = try #require(try await walk.driver.perform(.finish(probes: [])).finish)
    #expect(finish.problem?.name == "redirect_uri")
    await walk.checkScript()
  }

  @Test(arguments: [
    Opening(app: .web, script: ["entry", "init-any"]), Opening(app: .ios, script: ["entry-ios", "init-any"]),
    Opening(app: .android, script: ["entry-android", "init-any"]), Opening(app: .flutter, script: ["entry-redirect", "init-any"]),
    Opening(app: .java, script: ["entry-redirect", "init-any"]),
  ])
  func `each app asks the entry address with its own parameters`(opening: Opening) async throws {
    var walk = try WalkThrough(opening.script, app: opening.app)
    #expect(try await walk.start([Value.Member("entry", .text(Self.link))]).screen?.id.text == "identification")
    await walk.checkScript()
  }

  @Test(arguments: [(FlowAppProfile.web, true), (.ios, false), (.android, true), (.flutter, false), (.java, false)])
  func `an entry address in a body is read by the apps that look there`(app: FlowAppProfile, reads: Bool) async throws {
    var walk = try WalkThrough(["entry-any-text", "init-any"], app: app)
    let keys = [Value.Member("entry", .text(Self.link))]
    if reads {
      #expect(try await walk.start(keys).screen != nil)
    } else {
      #expect(try await driverError { try await walk.start(keys) }?.kind == .protocol)
    }
  }
}
