import Encodings
import Testing

/// A client that names its world in one way, or in none.
struct WorldClient: Sendable {
  let way: WorldWaysTests.Way?
  let world: String
  let address: String

  private static let verifier = String(repeating: "v", count: 43)

  func send(_ method: String, _ target: String, headers: HTTPFields = [:], body: String = "") async throws -> SocketClient.Answer {
    var (target, headers) = (target, headers)
    switch way {
    case .path: if !target.hasPrefix("/~") { target = "/~\(PercentEncoding.encodeComponent(world))" + target }
    case .header: headers.append("Journey-World", world)
    case .alias: headers.append("x-sty-journey-world", world)
    case .host: headers.append("Host", "\(world).localhost:\(try #require(try WebURL(address).port))")
    case .cookie: headers.append("Cookie", "other=1; journey-world=\(world)")
    case nil: break
    }
    return try await SocketClient.send(method, target, to: address, headers: headers, body: body)
  }

  func control(_ method: String, _ path: String, _ body: String = "") async throws -> SocketClient.Answer {
    try await send(method, path, body: body)
  }

  /// The id of a journey's session.
  func begin() async throws -> String {
    let begun = try await send("GET", ServedTenant.appStart)
    return try #require(try WebURL(String(decoding: begun.body, as: UTF8.self)).queryValue("session_id"))
  }

  func form(_ form: String, _ body: String, _ session: String) async throws -> JSONValue {
    try await send(
      "POST", "/flow/api/v1/form/\(form)", headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: body
    ).json
  }

  func exchange(_ code: String) async throws -> JSONValue {
    let items: [QueryItem] = [
      .init("grant_type", "authorization_code"), .init("client_id", "acme-web"), .init("code", code), .init("code_verifier", Self.verifier),
      .init("redirect_uri", "https://app.acme.test/callback"),
    ]
    let headers: HTTPFields = ["Content-Type": FormURLEncoding.mediaType]
    return try await send("POST", "/oauth2/token", headers: headers, body: FormURLEncoding.encode(items)).json
  }

  /// Signs Jane in, to her tokens.
  func signIn() async throws {
    let session = try await begin()
    _ = try await send(
      "POST", "/flow/api/v1/init", headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: "{}")
    _ = try await form("identifier", #"{"identifier": "jane@acme.test"}"#, session)
    let done = try await form("password", #"{"password": "Jane-horse-11"}"#, session)
    let finish = try WebURL(try #require(done["finalizeUrl"]?.stringValue, "\(way?.rawValue ?? "")"))
    let callback = try await send("GET", finish.requestTarget, headers: ["Authorization": "Bearer \(session)"])
    let code = try #require(try WebURL(String(decoding: callback.body, as: UTF8.self)).queryValue("code"))
    #expect(try await exchange(code)["id_token"] != nil)
  }
}
