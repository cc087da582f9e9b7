import Encodings
import JourneyClient
import JourneyModel
import Synchronization

/// A site in this process: pages by method and path, others for requests that prove who asks, and a list of what was requested.
///
/// A class with a lock, because a browser requests on many connections.
final class ScriptedSite: HTTPTransport {
  static let issuer = "https://id.acme.test"

  private let pages: [String: HTTPResponseMessage]
  private let asked = Mutex<[HTTPRequestMessage]>([])
  private let clock = Mutex(Instant(seconds: 1_800_000_000))

  /// What is never answered within a test.
  private let open: Set<String>
  /// What the tenant's connection gives up at once, as after the time that it has.
  private let late: Set<String>

  init(_ pages: [String: HTTPResponseMessage], open: Set<String> = [], late: Set<String> = []) {
    (self.pages, self.open, self.late) = (pages, open, late)
  }

  /// What was requested, in order.
  var requests: [HTTPRequestMessage] { asked.withLock { $0 } }

  /// What its clock shows.
  var now: Instant { clock.withLock { $0 } }

  func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    asked.withLock { $0.append(request) }
    if request.url.path == "/.well-known/openid-configuration" { return Self.metadata }
    if request.url.path == "/keys" { return Self.json(["keys": []]) }
    let name = "\(request.method) \(request.url.path)"
    if late.contains(name) { throw TransportError(.timeout, "no complete response within 10 s") }
    if open.contains(name) {
      do { try await Task.sleep(for: .seconds(60)) } catch { throw TransportError(.cancelled, "the run was interrupted") }
    }
    if request.headers["authorization"] != nil, let page = pages["\(name) authorized"] { return page }
    return pages[name] ?? Self.page("<h1>Not found</h1>", status: 404)
  }

  static func page(_ body: String, status: Int = 200, headers: HTTPFields = [:]) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: status)
    response.headers = headers
    response.headers.append("Content-Type", "text/html; charset=utf-8")
    response.body = Array("<!doctype html><title>Page</title><body>\(body)</body>".utf8)
    return response
  }

  static func redirect(to address: String, status: Int = 302) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: status)
    response.headers.append("Location", address)
    return response
  }

  private static var metadata: HTTPResponseMessage {
    json([
      "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"), "token_endpoint": .string("\(issuer)/token"),
      "jwks_uri": .string("\(issuer)/keys"),
    ])
  }

  private static func json(_ value: JSONValue) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: 200)
    response.headers.append("Content-Type", "application/json")
    response.body = JSONWriter.write(value)
    return response
  }
}
