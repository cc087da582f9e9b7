import Encodings

/// What a tenant sends an app's server about a person who signed out (OpenID Connect Back-Channel Logout section 2.5).
package struct LogoutNotice: Sendable, Hashable {
  /// The address of the app's server.
  package let address: String
  package let token: String

  /// The form that is posted.
  package var body: [UInt8] { Array(FormURLEncoding.encode([QueryItem("logout_token", token)]).utf8) }
}
