import Encodings
import JourneyClient
import JourneyModel

@testable import HostedDialect

/// A site in memory: an authorization server and its pages on one origin, answered by method and path.
///
/// An actor, as a transport is shared by value while what it was asked grows.
actor PageServer: HTTPTransport {
  /// What a route knows besides its request.
  struct Context: Sendable {
    /// The `state` of the last authorization request.
    var state = ""
    /// How many authorization requests came.
    var launches = 0
  }

  typealias Route = @Sendable (HTTPRequestMessage, Context) -> HTTPResponseMessage

  static let origin = "https://profile.example.test"
  static let issuer = "\(origin)/oauth2/aus1"

  private let routes: [String: Route]
  private var context = Context()
  private(set) var requests: [HTTPRequestMessage] = []

  /// - Parameter routes: by method and path, e.g. `GET /signin`; they come before the usual ones.
  init(_ routes: [String: Route]) { self.routes = routes }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    let place = "\(request.method) \(request.url.path)"
    if place == "GET /oauth2/aus1/v1/authorize", request.url.queryValue("code_challenge") != nil {
      context.state = request.url.queryValue("state") ?? ""
      context.launches += 1
    }
    return (routes[place] ?? Self.usual[place])?(request, context) ?? HTTPResponseMessage(status: 404, body: Array("no such page".utf8))
  }

  /// The requests to one path, in order.
  func requests(to path: String) -> [HTTPRequestMessage] { requests.filter { $0.url.path == path } }

  static let usual: [String: Route] = [
    "GET /oauth2/aus1/.well-known/openid-configuration": { _, _ in
      .json(
        """
        {"issuer": "\(issuer)", "authorization_endpoint": "\(issuer)/v1/authorize", "token_endpoint": "\(issuer)/v1/token",
         "jwks_uri": "\(issuer)/v1/keys", "revocation_endpoint": "\(issuer)/v1/revoke", "end_session_endpoint": "\(issuer)/v1/logout"}
        """)
    },
    "GET /oauth2/aus1/v1/keys": { _, _ in .json(#"{"keys": []}"#) },
    "POST /oauth2/aus1/v1/token": { _, _ in
      .json(#"{"access_token": "access-1", "token_type": "Bearer", "expires_in": 3600, "scope": "profile"}"#)
    },
    "POST /oauth2/aus1/v1/revoke": { _, _ in HTTPResponseMessage(status: 200) },
    "GET /signin": { _, _ in .page(signInPage()) },
  ]

  static func signInPage(error: String? = nil) -> String {
    let alert = error.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return """
      <!doctype html><html lang="en"><head><title>Sign in | Example</title></head><body><main><h1>Sign in</h1>\(alert)
      <form action="/signin" method="post"><input type="hidden" name="_csrf" value="Xw81kZp2QrTy77aa">
      <label>Email <input type="email" name="email" required></label>
      <label>Password <input type="password" name="password" required minlength="8"></label>
      <label><input type="checkbox" name="keep" value="yes"> Stay signed in</label>
      <select name="edition"><option value="uk">UK</option><option value="us">US</option></select>
      <button>Sign in</button></form>
      <a href="/reset-password">Reset password</a></main></body></html>
      """
  }
}

extension HTTPResponseMessage {
  static func page(_ html: String, status: Int = 200, policy: String? = nil) -> HTTPResponseMessage {
    var response = HTTPResponseMessage(status: status, headers: guarded, body: Array(html.utf8))
    response.headers["Content-Security-Policy"] = policy
    return response
  }

  /// What every page should have.
  private static let guarded: HTTPFields = [
    "Content-Type": "text/html; charset=utf-8", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000",
  ]

  static func json(_ text: String, status: Int = 200) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: Array(text.utf8))
  }

  static func redirect(_ location: String, status: Int = 303) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Location": location])
  }
}
