/// Where a Journey Flow server answers.
enum FlowPath {
  static let authorize = "/oauth2/auth"
  static let error = "/oauth2/error"
  static let initialize = "/flow/api/v1/init"
  /// A form's id follows, slashes and all.
  static let form = "/flow/api/v1/form/"
  static let finish = "/provider/oauth2/v1/finish"
  static let hosted = "/provider/flow"
  static let entry = "/provider/flow/entry"
  /// Where an app that shows pages sends a browser with a link.
  static let pageEntry = "/provider/entry"
  /// What draws the embedded journey, which is the vendor's alone.
  static let components = "/assets/components/bundle.js"
  static let token = "/oauth2/token"
  static let userinfo = "/userinfo"
  static let revoke = "/oauth2/revoke"
  static let logout = "/oauth2/sessions/logout"
  static let discovery = "/.well-known/openid-configuration"
  static let keys = "/.well-known/jwks.json"

  static let cookie = "journey-browser"

  private static let all: Set<String> = [
    authorize, error, initialize, finish, hosted, entry, pageEntry, components, token, userinfo, revoke, logout, discovery, keys,
  ]

  /// Whether a request for the head alone is answered there, as nothing happens by a `GET`.
  static func takesHead(_ path: String) -> Bool { [error, discovery, keys].contains(path) }

  /// Whether a server of the dialect answers there.
  static func isOne(_ path: String) -> Bool { path.hasPrefix(form) || all.contains(path) }
}
