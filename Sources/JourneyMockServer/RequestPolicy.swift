import HTTPTypes
import Hummingbird

/// Who may ask for what: the routes for tests are for this machine's own tools, the protocol's for listed web origins too.
struct RequestPolicy: Sendable {
  /// The `Host` headers that control routes accept, so that no web page reaches them by its own name.
  private let hosts: Set<String>
  private let token: String?
  private let origins: Set<String>

  init(settings: MockServerSettings, port: Int) {
    let names = Set(["127.0.0.1", "localhost", "[::1]", settings.host])
    hosts = Set(names.map { "\($0.lowercased()):\(port)" })
    token = settings.controlToken
    origins = Set(settings.allowedOrigins)
  }

  /// Whether a path is for tests and no part of the protocol.
  static func isControl(_ path: String) -> Bool {
    path.hasPrefix("/__journey/") || path.hasPrefix("/api/v1/message")
  }

  /// Why a control route is not answered; `nil` if it is.
  func refusal(of request: Request) -> Response? {
    guard let host = request.head.authority?.lowercased(), hosts.contains(host) else { return Response(status: .misdirectedRequest) }
    guard let token else { return request.headers[.origin] == nil ? nil : Response(status: .forbidden) }
    guard let sent = request.headers[.controlToken], Self.isEqual(sent, token) else { return Response(status: .unauthorized) }
    return nil
  }

  /// What a browser asks before it lets a script of another origin ask.
  func preflight(_ request: Request) -> Response {
    var response = Response(status: .noContent)
    guard let origin = request.headers[.origin], origins.contains(origin) else { return response }
    allowOrigin(of: request, on: &response)
    response.headers[.accessControlAllowMethods] = "GET, POST"
    response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, Accept-Language, Journey-World"
    return response
  }

  /// Lets a listed origin's scripts see the answer.
  func allowOrigin(of request: Request, on response: inout Response) {
    guard !origins.isEmpty else { return }
    response.headers[.vary] = "Origin"
    guard let origin = request.headers[.origin], origins.contains(origin) else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlAllowCredentials] = "true"
    response.headers[.accessControlExposeHeaders] = "X-Event-ID"
  }

  /// Takes as long for a near miss as for a far one.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
