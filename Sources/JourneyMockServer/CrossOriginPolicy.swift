import Encodings
import HTTPTypes
import Hummingbird
import JourneyMock

/// Which web origins' scripts may use the protocol's routes, as the vendors' tenants have lists of trusted origins (Fetch, section 3.2).
struct CrossOriginPolicy: Sendable {
  private let origins: Set<String>
  private let takesAny: Bool

  /// The origins of the clients' redirect URIs, and those that the caller allows.
  init(settings: MockServerSettings, clients: [MockTenant.Client]) {
    var origins = Set(settings.allowedOrigins.map { WebOrigin.text(of: $0) ?? $0 })
    if settings.allowsOriginsOfClients { origins.formUnion(WebOrigin.origins(of: clients)) }
    takesAny = origins.remove("*") != nil
    self.origins = origins
  }

  func allows(_ origin: String) -> Bool { takesAny || origins.contains(origin) }

  /// What a browser asks before it lets a script of another origin ask.
  func preflight(_ request: Request) -> Response {
    var response = Response(status: .noContent)
    mark(&response, of: request)
    response.headers[.vary] =
      "Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network"
    guard response.headers[.accessControlAllowOrigin] != nil else { return response }
    response.headers[.accessControlExposeHeaders] = nil
    response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
    response.headers[.accessControlMaxAge] = "600"
    if let asked = request.headers[.accessControlRequestHeaders], Self.isList(asked) {
      response.headers[.accessControlAllowHeaders] = asked
    }
    if request.headers[.requestPrivateNetwork] == "true" { response.headers[.allowPrivateNetwork] = "true" }
    return response
  }

  /// Lets an allowed origin's scripts see the answer.
  func mark(_ response: inout Response, of request: Request) {
    response.headers[.vary] = "Origin"
    guard let origin = request.headers[.origin], allows(origin) else { return }
    // With cookies no `*` may stand here, so the origin is echoed.
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlAllowCredentials] = "true"
    response.headers[.accessControlExposeHeaders] = Self.exposed
  }

  /// The web origin whose page asks, where it is neither the mock's own nor allowed; `nil` for everybody else, and for a person who
  /// follows a link: a page can lead there only by going away itself.
  ///
  /// Browsers say so in `Sec-Fetch-Site` to addresses that they trust; else in `Origin`, or in `Referer`. For a picture that a page loads,
  /// `Referer` is missing only if the page's site forbids it.
  func stranger(of request: Request, at address: String) -> String? {
    let headers = request.headers
    let site = headers[.fetchSite]
    if site == "same-origin" || site == "none" { return nil }
    func isKnown(_ origin: String) -> Bool { allows(origin) || origin == WebOrigin.text(of: address) }
    if let origin = headers[.origin] { return isKnown(origin) ? nil : WebOrigin.text(of: origin) ?? "another site" }
    // A Referer that cannot be read is that of another site.
    let referrer = headers[.referer].map { WebOrigin.text(of: $0) ?? "another site" }
    if let referrer, isKnown(referrer) { return nil }
    // A script, or a browser that loads pages ahead, follows no link.
    let isPersons = headers[.fetchUser] == "?1" && headers[.purpose] == nil
    let isLink =
      isPersons && (request.method == .get || request.method == .head) && headers[.fetchMode] == "navigate"
      && headers[.fetchDestination] == "document"
    guard site != nil || referrer != nil, !isLink else { return nil }
    return referrer ?? "another site"
  }

  /// The origin of a script that the browser will not let see the answer; `nil` where none is in the way, as with a form that leads on.
  func refusedOrigin(of request: Request, at address: String) -> String? {
    guard let origin = request.headers[.origin], !allows(origin), origin != WebOrigin.text(of: address),
      request.headers[.fetchMode] != "navigate"
    else { return nil }
    return origin == "null" ? origin : WebOrigin.text(of: origin)
  }

  /// Header names as browsers list them; anything else is not echoed.
  private static func isList(_ text: String) -> Bool {
    text.utf8.count <= 4096
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_.!#$%&'*+^`|~, ".utf8.contains(byte)
        }
      }
  }

  /// What the vendors' servers let scripts read in addition to the body: the limits on requests and the request's id, of both vendors, and
  /// why a token is refused.
  private static let exposed = [
    "X-Event-ID", "X-Okta-Request-Id", "X-Rate-Limit-Limit", "X-Rate-Limit-Remaining", "X-Rate-Limit-Reset", "X-Ratelimit-Limit",
    "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Retry-After", "Date", "WWW-Authenticate", "DPoP-Nonce", "X-Journey-Edge",
  ].joined(separator: ", ")
}

extension HTTPField.Name {
  fileprivate static let requestPrivateNetwork = Self("Access-Control-Request-Private-Network") ?? .userAgent
  fileprivate static let allowPrivateNetwork = Self("Access-Control-Allow-Private-Network") ?? .userAgent
  fileprivate static let fetchMode = Self("Sec-Fetch-Mode") ?? .userAgent
  static let fetchSite = Self("Sec-Fetch-Site") ?? .userAgent
  fileprivate static let fetchUser = Self("Sec-Fetch-User") ?? .userAgent
  static let purpose = Self("Sec-Purpose") ?? .userAgent
  /// What browsers sent before there was `Sec-Purpose`.
  static let formerPurpose = Self("Purpose") ?? .userAgent
  fileprivate static let fetchDestination = Self("Sec-Fetch-Dest") ?? .userAgent
}
