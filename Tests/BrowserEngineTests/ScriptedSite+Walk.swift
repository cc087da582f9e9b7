import BrowserEngine
import Encodings
import FoundationEssentials
import HostedDialect
import JourneyClient
import JourneyModel

/// Walking a site in a real browser, or by plain HTTP.
extension ScriptedSite {
  /// Where Chromium and chromedriver are; `nil` if they are not on this machine.
  static let programs: BrowserPrograms? = {
    do throws(BrowserPrograms.Missing) { return try BrowserPrograms.find(ProcessInfo.processInfo.environment) } catch { return nil }
  }()

  struct Unexpected: Error { var now: Turn.Now }

  /// - Parameters:
  ///   - others: more origins of the tenant.
  ///   - open: what is never answered.
  ///   - late: what the connection gives up.
  static func walk(
    _ pages: [String: HTTPResponseMessage], others: [String] = [], open: Set<String> = [], late: Set<String> = [],
    _ body: (inout HostedDriver, ScriptedSite) async throws -> Void
  ) async throws {
    guard let programs else { return }
    let site = ScriptedSite(pages, open: open, late: late)
    let configuration = try configuration(others)
    let reach = try reach(others)
    try await BrowserHost.withHost(programs) { host in
      let seat = BrowserSeat(host, transport: site, reach: reach) { site.now }
      var driver = driver(configuration, on: site, engine: seat.makeEngine())
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(&driver, site)) } catch { outcome = .failure(error) }
      await seat.close()
      try outcome.get()
    }
  }

  /// Where browsers may go on such a site.
  static func reach(_ others: [String] = []) throws -> BrowserReach {
    let configuration = try configuration(others)
    let allowed = configuration.client.allowed
    return BrowserReach(pages: allowed, resources: allowed, addresses: configuration.addresses)
  }

  /// The same without a browser.
  static func plainDriver(_ pages: [String: HTTPResponseMessage]) throws -> HostedDriver {
    driver(try configuration(), on: ScriptedSite(pages), engine: nil)
  }

  private static func driver(_ configuration: HostedConfiguration, on site: ScriptedSite, engine: (any PageEngine)?) -> HostedDriver {
    HostedDriver(
      configuration: configuration, transport: site, generator: SeededGenerator(seed: 7), engine: engine, now: { site.now })
  }

  private static func configuration(_ others: [String] = []) throws -> HostedConfiguration {
    HostedConfiguration(
      client: OAuthClient(
        issuer: try WebURL(issuer), id: "app", redirectURI: try WebURL("com.example.app:/callback"),
        headers: [Exchange.Header("X-Test", .text("on"))], allowed: AllowedOrigins(try ([issuer] + others).map { try WebURL($0) })))
  }

  static func screen(_ turn: Turn) throws -> Screen {
    guard case .screen(let screen) = turn.now else { throw Unexpected(now: turn.now) }
    return screen
  }

  static func submission(_ form: String, _ answers: [String: AnswerValue], pressing: String? = nil) -> DriverAction {
    .submit(
      Submission(
        form: FormID(form), answers: answers.sorted { $0.key < $1.key }.map { Answer(widget: WidgetID($0.key), value: $0.value) },
        submitter: pressing.map { WidgetID($0) }))
  }

  /// Presses the button or link that a person reads as this.
  static func press(_ label: String, on screen: Screen, _ answers: [String: AnswerValue] = [:]) -> DriverAction {
    for form in screen.forms {
      if let button = form.widgets.first(where: { $0.kind.isControl && $0.isVisible && $0.label?.visible == label }) {
        return submission(form.id.rawValue, answers, pressing: button.id.text)
      }
      if form.label?.visible == label { return submission(form.id.rawValue, answers) }
    }
    return submission("no form with '\(label)'", answers)
  }
}
