/// The paths that are the same for every tenant: the authorization server's, and those of the gateway that show no screen.
enum GatewayPath {
  /// Where a person who tries the tenant out begins.
  static let start = "/"
  /// The login page of older authorization servers, which only leads on.
  static let login = "/login/login.htm"
  static let signIn = "/signin"
  static let reauthenticate = "/reauthenticate"
  static let signOut = "/signout"
  static let signOutEverywhere = "/signout/all"
  /// Where the authorization server sends the gateway's own code.
  static let callback = "/oauth/authorization-code/callback"
  /// Below it are the authorization servers.
  static let authorization = "/oauth2"
  static let wellKnown = "/.well-known/openid-configuration"
}

/// A path of an authorization server.
struct ServerPath {
  enum Endpoint: String {
    case authorize, token, keys, userinfo, revoke, logout
    /// Where a request goes on that the login page interrupted.
    case resume = "authorize/redirect"
    case discovery = "openid-configuration"
  }

  /// The path of the server: `/oauth2` for the site's own, `/oauth2/{id}` for another.
  let server: String
  let endpoint: Endpoint

  /// `nil` for a path that no authorization server has.
  init?(_ path: String) {
    if path == GatewayPath.wellKnown {
      (server, endpoint) = (GatewayPath.authorization, .discovery)
      return
    }
    guard path.hasPrefix(GatewayPath.authorization + "/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let mark = parts.firstIndex(where: { $0 == "v1" || $0 == ".well-known" }), (1...2).contains(mark),
      let endpoint = Endpoint(rawValue: parts[(mark + 1)...].joined(separator: "/")),
      (endpoint == .discovery) == (parts[mark] == ".well-known")
    else { return nil }
    server = "/" + parts[..<mark].joined(separator: "/")
    self.endpoint = endpoint
  }
}
