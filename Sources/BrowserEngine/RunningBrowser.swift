import Encodings
import JourneyClient

/// A browser that serves one walk after another, each in a context of its own.
///
/// A context has its own cookies, storage, cache, permissions, connections and way out, as a private window has, and nothing of it is left
/// once it is disposed of. The browser's own context holds one empty tab and has no way out.
struct RunningBrowser: Sendable {
  /// How many walks one browser serves, so that it does not grow.
  static let mostWalks = 100

  let session: WebDriverSession
  /// Where it keeps its own things.
  let profile: String
  private let tools: DevToolsConnection
  /// The handle of its own empty tab.
  private let ownTab: String
  private(set) var walks = 0

  init(_ session: WebDriverSession, profile: String, transport: any HTTPTransport) async throws(WebDriverError) {
    guard let port = session.toolsPort else {
      throw WebDriverError("session not created", message: "chromedriver does not say where the browser's tools are")
    }
    self.session = session
    self.profile = profile
    ownTab = try await session.window()
    tools = try await DevToolsConnection.open(port: port, path: Self.path(port, transport))
  }

  /// The path of the browser's own tools, which it gives to any program of this machine that asks.
  private static func path(_ port: Int, _ transport: any HTTPTransport) async throws(WebDriverError) -> String {
    do {
      let answer = try await transport.send(
        HTTPRequestMessage(method: "GET", url: try WebURL("http://127.0.0.1:\(port)/json/version")))
      if let address = try JSONReader.read(answer.body)["webSocketDebuggerUrl"]?.stringValue { return try WebURL(address).path }
    } catch {
      throw WebDriverError("session not created", message: "the browser does not say where its tools are: \(error)")
    }
    throw WebDriverError("session not created", message: "the browser does not say where its tools are")
  }

  /// Opens a context whose only way out is a gateway, with one empty tab, in which the session goes on; returns its name.
  mutating func openContext(to gateway: BrowserGateway) async throws(WebDriverError) -> String {
    walks += 1
    let answer = try await tools.send(
      "Target.createBrowserContext",
      [
        "disposeOnDetach": true, "proxyServer": .string("socks5://127.0.0.1:\(gateway.port)"),
        // What is on this machine goes through the gateway, too.
        "proxyBypassList": "<-loopback>",
      ])
    guard let context = answer["browserContextId"]?.stringValue else {
      throw WebDriverError("session not created", message: "the browser names no context")
    }
    try await session.go(toWindow: try await openTab(in: context))
    return context
  }

  /// Returns the handle of a new tab, in which nothing goes on yet.
  func openTab(in context: String) async throws(WebDriverError) -> String {
    let answer = try await tools.send("Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
    return answer["targetId"]?.stringValue ?? ""
  }

  /// Disposes of a context with all of its tabs, without asking its pages.
  func close(context: String) async throws(WebDriverError) {
    _ = try await tools.send("Target.disposeBrowserContext", ["browserContextId": .string(context)])
    try await session.go(toWindow: ownTab)
    guard try await session.windows() == [ownTab] else {
      throw WebDriverError("unknown error", message: "a tab outlived the context that it was in")
    }
    // What is logged of one walk is not read in the next one.
    for log in ["performance", "browser"] { _ = try await session.log(log) }
  }

  /// Lets go of its tools; it ends with its driver.
  func disconnect() async { await tools.close() }

  /// Ends it.
  func end() async {
    await disconnect()
    await session.end()
  }

  func isOwn(_ tab: String) -> Bool { tab == ownTab }
}
