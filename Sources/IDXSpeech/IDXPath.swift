/// The paths at which an org answers.
enum IDXPath {
  static let introspect = "/idp/idx/introspect"
  /// What every remediation's own path is below.
  static let remediations = "/idp/idx/"
  /// An identity provider's id follows.
  static let provider = "/sso/idps/"
  /// A web page on which a journey goes on; its name follows.
  static let page = "/login/"
  /// Where a browser is led once the pages of a journey are done, or another site's page leads back.
  static let browserEnd = page + "token/redirect"
  /// What the app on a person's device opens to be set up, by a QR code or a link of a message; the vendor's own is not published.
  static let setUp = "/authenticators/okta-verify/set-up"
  static let wellKnown = "/.well-known/openid-configuration"
  static let authorization = "/oauth2"
  /// Where a person allows a device what it asked for.
  static let activate = "/activate"
  /// The sign-in of the browser that asks.
  static let ownSession = "/api/v1/sessions/me"
  static let refreshedSession = ownSession + "/lifecycle/refresh"

  /// A browser is identified by the device token that it was given.
  static let cookie = "DT"
  /// Who is signed in.
  static let signOnCookie = "idx"
}

/// An endpoint of an authorization server.
enum AuthorizationEndpoint: String, CaseIterable {
  case interact, token, keys, userinfo, revoke, introspect, logout, authorize, par
  case device = "device/authorize"
  case discovery = "openid-configuration"
}

/// A path of an authorization server: which one, and which endpoint.
struct AuthorizationPath {
  /// `nil` for the org's own server.
  var server: String?
  var endpoint: AuthorizationEndpoint

  /// `nil` for a path that no authorization server has.
  init?(_ path: String) {
    var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if parts == [".well-known", "openid-configuration"] {
      (server, endpoint) = (nil, .discovery)
      return
    }
    let isDevice = parts.suffix(2).joined(separator: "/") == AuthorizationEndpoint.device.rawValue
    guard parts.first == "oauth2", let last = parts.last,
      let endpoint = isDevice ? .device : AuthorizationEndpoint(rawValue: last)
    else { return nil }
    parts = Array(parts.dropFirst().dropLast(isDevice ? 2 : 1))
    guard parts.popLast() == (endpoint == .discovery ? ".well-known" : "v1"), parts.count <= 1 else { return nil }
    server = parts.first
    self.endpoint = endpoint
  }
}
