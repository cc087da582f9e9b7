import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// One walk of an app on a `PageServer`.
struct HostedWalk {
  let server: PageServer
  var driver: HostedDriver

  static let callback = "com.example.app.oauth:/authorization/callback"
  static let fallback = "com.example.app://identity/fallback"

  init(
    _ routes: [String: PageServer.Route], claimed: [String] = [], interception: Interception? = nil, scopes: [String] = ["profile"],
    pages: PageRules = PageRules(), isSentHome: Bool = true, callback: String = callback
  ) throws {
    server = PageServer(routes)
    var client = OAuthClient(issuer: try WebURL(PageServer.issuer), id: "app", redirectURI: try WebURL(callback), scopes: scopes)
    client.postLogoutURI = isSentHome ? try WebURL("com.example.app.oauth:/logout/callback") : nil
    client.claimedLinks = claimed + [Self.fallback]
    var configuration = HostedConfiguration(client: client, interception: interception)
    configuration.pages = pages
    driver = HostedDriver(
      configuration: configuration,
      transport: server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
  }

  mutating func start(_ keys: [Value.Member] = []) async throws -> Turn { try await driver.perform(.start(StartParameters(keys: keys))) }

  mutating func finish() async throws -> Turn { try await driver.perform(.finish(probes: [])) }

  /// Submits the form of the screen that has this widget.
  mutating func submit(_ screen: Screen, _ answers: [(WidgetID, AnswerValue)]) async throws -> Turn {
    let form = try #require(screen.forms.first { form in answers.allSatisfy { form.widget($0.0) != nil } })
    return try await driver.perform(
      .submit(Submission(form: form.id, answers: answers.map { Answer(widget: $0.0, value: $0.1) })))
  }

  /// Signs in on the page that the start shows.
  mutating func signIn(_ keys: [Value.Member] = [], password: String = "Jane-horse-11") async throws -> Turn {
    let screen = try #require(try await start(keys).screen)
    return try await submit(
      screen, [("email", .text("jane@example.test")), ("password", .secret(Secret(password, name: "password", source: .project)))])
  }

  /// The error that an action ends in.
  mutating func error(_ action: DriverAction) async -> DriverError? {
    do {
      _ = try await driver.perform(action)
      return nil
    } catch {
      return error
    }
  }

  /// The routes of a site where authorization leads to the sign-in page, and signing in back to the app.
  static func routes(signIn: @escaping PageServer.Route, end: String? = nil) -> [String: PageServer.Route] {
    [
      "GET /oauth2/aus1/v1/authorize": { _, _ in .redirect("/signin", status: 302) },
      "POST /signin": signIn,
      "GET /oauth2/aus1/v1/authorize/redirect": { _, context in
        .redirect(end ?? "\(callback)?code=code-1&state=\(context.state)", status: 302)
      },
    ]
  }

  static let leadsOn: PageServer.Route = { _, _ in .redirect("/oauth2/aus1/v1/authorize/redirect?okta_key=abc") }
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

  /// The names of the checks that do not hold.
  var failedChecks: [String] { ((finish?.checks ?? []) + findings).filter { $0.problem != nil }.map(\.name) }
}
