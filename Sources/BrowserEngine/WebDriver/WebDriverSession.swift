import Encodings
import JourneyClient

/// One browser that a driver has opened, with the commands of W3C WebDriver that walks need.
struct WebDriverSession: Sendable {
  /// The driver's address.
  private let driver: WebURL
  private let identifier: String
  private let transport: any HTTPTransport
  /// The port of this machine at which the browser's own tools listen; `nil` if the driver does not say.
  let toolsPort: Int?

  /// The name of the member that identifies an element (section 12).
  private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

  /// Opens a browser with these capabilities.
  init(at driver: WebURL, capabilities: JSONValue, transport: any HTTPTransport) async throws(WebDriverError) {
    let body: JSONValue = ["capabilities": ["alwaysMatch": capabilities]]
    let answer = try await Self.send("POST", driver.appending(path: ["session"]), body, transport)
    guard let identifier = answer["sessionId"]?.stringValue else {
      throw WebDriverError("session not created", message: "chromedriver names no session")
    }
    (self.driver, self.identifier, self.transport) = (driver, identifier, transport)
    toolsPort = answer["capabilities"]?["goog:chromeOptions"]?["debuggerAddress"]?.stringValue?.split(separator: ":").last.flatMap {
      Int($0)
    }
  }

  /// Ends the browser; one that does not end now ends with the run.
  func end() async {
    do throws(WebDriverError) { _ = try await send("DELETE", []) } catch { return }
  }

  func open(_ url: WebURL) async throws(WebDriverError) { _ = try await send("POST", ["url"], ["url": .string(url.description)]) }

  func click(_ element: String) async throws(WebDriverError) { _ = try await send("POST", ["element", element, "click"], [:]) }

  func clear(_ element: String) async throws(WebDriverError) { _ = try await send("POST", ["element", element, "clear"], [:]) }

  func type(_ text: String, into element: String) async throws(WebDriverError) {
    _ = try await send("POST", ["element", element, "value"], ["text": .string(text)])
  }

  /// What the script, a function's body, returns.
  func run(_ script: String, _ arguments: [JSONValue] = []) async throws(WebDriverError) -> JSONValue {
    try await send("POST", ["execute", "sync"], ["script": .string(script), "args": .array(arguments)])
  }

  /// What the browser logged since it was asked last; each entry as JSON text.
  func log(_ kind: String) async throws(WebDriverError) -> [String] {
    let entries = try await send("POST", ["se", "log"], ["type": .string(kind)])
    return (entries.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
  }

  /// The handle of the tab that is walked.
  func window() async throws(WebDriverError) -> String { try await send("GET", ["window"]).stringValue ?? "" }

  /// The handles of all tabs and windows, the oldest first.
  func windows() async throws(WebDriverError) -> [String] {
    (try await send("GET", ["window", "handles"]).arrayValue ?? []).compactMap(\.stringValue)
  }

  /// Goes on in another tab or window that is open.
  func go(toWindow handle: String) async throws(WebDriverError) { _ = try await send("POST", ["window"], ["handle": .string(handle)]) }

  /// Goes on in a frame of the current one; `nil` for the page itself.
  func go(toFrame element: String?) async throws(WebDriverError) {
    _ = try await send("POST", ["frame"], ["id": element.map(Self.argument) ?? .null])
  }

  /// Closes the tab or window that is walked; another one has to be gone to.
  func closeTab() async throws(WebDriverError) { _ = try await send("DELETE", ["window"]) }

  /// The picture of what is shown, a PNG in Base64.
  func screenshot() async throws(WebDriverError) -> String { try await send("GET", ["screenshot"]).stringValue ?? "" }

  /// An element as an argument of a script.
  static func argument(_ element: String) -> JSONValue { .object([JSONValue.Member(elementKey, .string(element))]) }

  /// The element that a script returned.
  static func element(_ value: JSONValue) -> String? { value[elementKey]?.stringValue }

  private func send(_ method: String, _ path: [String], _ body: JSONValue? = nil) async throws(WebDriverError) -> JSONValue {
    try await Self.send(method, driver.appending(path: ["session", identifier] + path), body, transport)
  }

  private static func send(
    _ method: String, _ url: WebURL, _ body: JSONValue?, _ transport: any HTTPTransport
  ) async throws(WebDriverError) -> JSONValue {
    var request = HTTPRequestMessage(method: method, url: url)
    if let body {
      request.headers.append("Content-Type", "application/json; charset=utf-8")
      request.body = JSONWriter.write(body)
    }
    let answer: HTTPResponseMessage
    do throws(TransportError) { answer = try await transport.send(request) } catch { throw WebDriverError(error) }
    let value: JSONValue
    do { value = try JSONReader.read(answer.body, counts: .unlimited)["value"] ?? .null } catch {
      throw WebDriverError("unknown error", message: "chromedriver answered with status \(answer.status) and no JSON")
    }
    guard answer.status >= 400 else { return value }
    throw WebDriverError(value["error"]?.stringValue ?? "unknown error", message: value["message"]?.stringValue ?? "")
  }
}
