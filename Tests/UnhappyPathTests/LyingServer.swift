import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials
import JourneyTestSupport

/// A small honest server of all three dialects, for any number of tenants, each below a path of its own.
///
/// It keeps nothing: what a later response needs is in the handles, codes and tokens that it gives out.
struct LyingServer: Sendable {
  /// What of a start comes back later.
  struct Ticket: Sendable {
    var tenant: String
    var state: String
    var nonce: String
    /// Whether the app reads addresses in the body of a page, and not in a redirect.
    var readsText: Bool
    /// When it started, in seconds: the time of the sign-in in all of its tokens, however long a busy machine takes.
    var began: Int

    init(tenant: String, state: String, nonce: String, readsText: Bool, began: Int = Int(LyingServer.now)) {
      (self.tenant, self.state, self.nonce, self.readsText, self.began) = (tenant, state, nonce, readsText, began)
    }

    init?(_ text: String) {
      let parts = (Base64URL.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? "").split(separator: "|").map(String.init)
      guard parts.count == 5, let began = Int(parts[4]) else { return nil }
      self.init(tenant: parts[0], state: parts[1], nonce: parts[2], readsText: parts[3] == "text", began: began)
    }

    var text: String { Base64URL.encode(Array("\(tenant)|\(state)|\(nonce)|\(readsText ? "text" : "redirect")|\(began)".utf8)) }
  }

  static let app = "https://app.test"
  static let path = "t"

  let address: String
  let signer: RSASigner

  /// Which of a tenant's responses a request asks for, with the tenant's number.
  static func station(of request: HTTPRequestMessage) -> (station: Lie.Station, tenant: String)? {
    let path = request.url.path
    let form = FormURLEncoding.decode(String(decoding: request.body, as: UTF8.self))
    if path == "/idp/idx/introspect" {
      return ticket(in: request, "interactionHandle").map { (.first, $0.tenant) }
    }
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, parts[0] == Self.path else { return nil }
    let station: Lie.Station? =
      switch parts.last {
      case "auth" where parts.contains("oauth2"), "interact", "authorize": .start
      case "init": .first
      case "pin", "answer": .answer
      case "finalize", "login": .callback
      case "token": form.contains { $0.name == "grant_type" && $0.value == "refresh_token" } ? .refresh : .token
      case "openid-configuration": .discovery
      case "jwks": .keys
      case "userinfo": .userinfo
      case "revoke": .revocation
      case "logout": .logout
      default: nil
      }
    return station.map { ($0, parts[1]) }
  }

  /// What an honest server answers.
  func answer(to request: HTTPRequestMessage, at station: Lie.Station, of tenant: String) throws -> HTTPResponseMessage {
    let base = "\(address)/\(Self.path)/\(tenant)"
    let dialect = Lie.Dialect(tenant: tenant)
    switch station {
    case .start: return start(request, tenant, dialect, base)
    case .first:
      switch dialect {
      case .flow: return Self.json(Self.flowScreen(base))
      case .engine: return Self.json(Self.engineBody(base, Self.ticket(in: request, "interactionHandle")?.text ?? ""))
      case .hosted: return HTTPResponseMessage(404, "text/plain", "")
      }
    case .answer:
      switch dialect {
      case .flow:
        let ticket = request.headers["authorization"]?.split(separator: " ").last.map(String.init) ?? ""
        return Self.json(["hostedUrl": .string(base + "/hosted"), "finalizeUrl": .string("\(base)/finalize?ticket=\(ticket)")])
      case .engine: return Self.json(Self.engineEnd(base, Self.ticket(in: request, "stateHandle")?.text ?? ""))
      case .hosted: return HTTPResponseMessage(404, "text/plain", "")
      }
    case .callback: return callback(request, dialect)
    case .token, .refresh: return try tokens(request, base, dialect)
    case .discovery: return Self.json(Self.discovery(base, dialect))
    case .keys: return Self.json(signer.keySet)
    case .userinfo: return Self.json(["sub": "anna", "email": "anna@lie.test"])
    case .revocation: return HTTPResponseMessage(200, "application/json", "{}")
    case .logout:
      let state = request.url.queryValue("state").map { "?state=\($0)" } ?? ""
      return Self.redirect(to: (request.url.queryValue("post_logout_redirect_uri") ?? Self.app) + state)
    }
  }
}

extension LyingServer {
  private func start(_ request: HTTPRequestMessage, _ tenant: String, _ dialect: Lie.Dialect, _ base: String) -> HTTPResponseMessage {
    let fields = FormURLEncoding.decode(String(decoding: request.body, as: UTF8.self)) + request.url.queryItems
    func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "-" }
    let ticket = Ticket(
      tenant: tenant, state: value("state"), nonce: value("nonce"), readsText: ["web", "ios", "android"].contains(value("sdk"))
    ).text
    switch dialect {
    case .flow: return Self.lead(to: "\(Self.app)/callback?session_id=\(ticket)", inText: Ticket(ticket)?.readsText ?? false)
    case .engine: return Self.json(["interaction_handle": .string(ticket)])
    case .hosted:
      let form = "<form method=post action=\"\(base)/login\"><input type=hidden name=ticket value=\"\(ticket)\">"
      let page = "<!doctype html><title>Sign in</title>\(form)<label>PIN <input name=pin></label><button>Go</button></form>"
      return HTTPResponseMessage(200, "text/html", page, headers: ["Content-Security-Policy": "frame-ancestors 'none'"])
    }
  }

  private func callback(_ request: HTTPRequestMessage, _ dialect: Lie.Dialect) -> HTTPResponseMessage {
    let text = request.url.queryValue("ticket") ?? FormURLEncoding.decode(String(decoding: request.body, as: UTF8.self)).first?.value
    guard let text, let ticket = Ticket(text) else { return HTTPResponseMessage(404, "text/plain", "") }
    let address = "\(Self.app)/callback?code=\(text)&state=\(ticket.state)"
    return dialect == .flow && ticket.readsText ? Self.lead(to: address, inText: true) : Self.redirect(to: address)
  }

  private func tokens(_ request: HTTPRequestMessage, _ base: String, _ dialect: Lie.Dialect) throws -> HTTPResponseMessage {
    let fields = FormURLEncoding.decode(String(decoding: request.body, as: UTF8.self))
    let names: Set<String> = ["code", "interaction_code", "refresh_token"]
    guard let text = fields.first(where: { names.contains($0.name) })?.value, let ticket = Ticket(text) else {
      return Self.json(["error": "invalid_grant"], status: 400)
    }
    let now = JSONValue.integer(Int(Self.now))
    let claims: [JSONValue.Member] = [
      .init("iss", .string(dialect.issuer(base))), .init("sub", "anna"), .init("aud", dialect == .flow ? ["lie-app"] : "lie-app"),
      .init("exp", .integer(Int(Self.now) + 3_600)), .init("iat", now),
      .init("auth_time", .integer(ticket.began)), .init("nonce", .string(ticket.nonce)),
    ]
    return Self.json([
      "access_token": .string("access-\(text.prefix(24))"), "token_type": "Bearer", "expires_in": 3_600,
      "refresh_token": .string(text), "id_token": .string(try signer.token(claims)),
    ])
  }

  static var now: Int64 { Int64(Date().timeIntervalSince1970) }

  static func ticket(in request: HTTPRequestMessage, _ name: String) -> Ticket? {
    do { return Ticket(try JSONReader.read(request.body)[name]?.stringValue ?? "") } catch { return nil }
  }

  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponseMessage {
    HTTPResponseMessage(status, "application/json", JSONWriter.text(of: value), headers: ["Cache-Control": "no-store"])
  }

  static func redirect(to address: String) -> HTTPResponseMessage {
    HTTPResponseMessage(302, "text/plain", "", headers: ["Location": address])
  }

  static func lead(to address: String, inText: Bool) -> HTTPResponseMessage {
    inText ? HTTPResponseMessage(200, "text/plain", address) : redirect(to: address)
  }

  private static func discovery(_ base: String, _ dialect: Lie.Dialect) -> JSONValue {
    let flow = dialect == .flow
    let places = flow ? ["oauth2/auth", "oauth2/token", "oauth2/revoke", "oauth2/logout"] : ["authorize", "token", "revoke", "logout"]
    return [
      "issuer": .string(dialect.issuer(base)), "authorization_endpoint": .string("\(base)/\(places[0])"),
      "token_endpoint": .string("\(base)/\(places[1])"), "revocation_endpoint": .string("\(base)/\(places[2])"),
      "end_session_endpoint": .string("\(base)/\(places[3])"), "userinfo_endpoint": .string("\(base)/userinfo"),
      "jwks_uri": .string("\(base)/jwks"), "code_challenge_methods_supported": ["S256"],
    ]
  }

  private static func flowScreen(_ base: String) -> JSONValue {
    let input: JSONValue = [
      "type": "input", "id": "pin", "label": "PIN", "value": .null, "readonly": false,
      "validator": ["minLength": .null, "maxLength": .null, "regexp": .null, "required": true],
    ]
    let button: JSONValue = ["type": "submit", "id": "go", "label": "Go", "render": ["type": "button"]]
    let nodes: [JSONValue] = ["pin", "go"].map { ["type": "widget", "formId": "pin", "widgetId": .string($0)] }
    return [
      "screen": "pin", "hostedUrl": .string(base + "/hosted"), "forms": [["type": "form", "id": "pin", "widgets": [input, button]]],
      "layout": ["type": "vertical", "items": .array(nodes)], "messages": [:],
    ]
  }

  private static func engineBody(_ base: String, _ ticket: String) -> JSONValue {
    let handle: JSONValue = ["name": "stateHandle", "required": true, "value": .string(ticket), "visible": false]
    let form: JSONValue = [
      "rel": ["create-form"], "name": "identify", "href": .string("\(base)/answer"), "method": "POST",
      "value": [["name": "pin", "label": "PIN", "required": true], handle],
    ]
    return ["version": "1.0.0", "stateHandle": .string(ticket), "remediation": ["type": "array", "value": [form]]]
  }

  private static func engineEnd(_ base: String, _ ticket: String) -> JSONValue {
    let form: JSONValue = [
      "rel": ["create-form"], "name": "issue", "href": .string("\(base)/token"), "method": "POST",
      "value": [
        ["name": "grant_type", "value": "interaction_code"], ["name": "interaction_code", "value": .string(ticket)],
        ["name": "client_id", "value": "lie-app"], ["name": "code_verifier"],
      ],
    ]
    return ["version": "1.0.0", "stateHandle": .string(ticket), "successWithInteractionCode": form]
  }
}

/// Signs tokens with RS256, which every vendor's SDK verifies.
struct RSASigner: Sendable {
  private let key: _RSA.Signing.PrivateKey
  /// A key of the same issuer for another algorithm.
  let other = TokenForge()

  init() throws { key = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  var keySet: JSONValue {
    do {
      let parts = try key.publicKey.getKeyPrimitives()
      let own: JSONValue = [
        "kty": "RSA", "kid": "lie", "use": "sig", "alg": "RS256", "e": .string(Base64URL.encode(Array(parts.publicExponent))),
        "n": .string(Base64URL.encode(Array(parts.modulus))),
      ]
      return ["keys": .array([own] + (other.keySet["keys"]?.arrayValue ?? []))]
    } catch {
      return ["keys": []]
    }
  }

  func token(_ claims: [JSONValue.Member], header: JSONValue = ["alg": "RS256", "kid": "lie", "typ": "JWT"]) throws -> String {
    try token(JSONWriter.text(of: .object(claims)), header: JSONWriter.text(of: header))
  }

  /// A token whose header names its type.
  func token(_ claims: [JSONValue.Member], type: JSONValue) throws -> String {
    try token(claims, header: ["alg": "RS256", "kid": "lie", "typ": type])
  }

  /// The token of texts that need not be JSON.
  func token(_ claims: String, header: String) throws -> String {
    let input = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    let signature = try key.signature(for: SHA256.hash(data: Array(input.utf8)), padding: .insecurePKCS1v1_5)
    return input + "." + Base64URL.encode(Array(signature.rawRepresentation))
  }
}
