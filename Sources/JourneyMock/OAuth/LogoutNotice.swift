import Encodings

/// What a tenant tells an app's server of a person who signed out (OpenID Connect Back-Channel Logout section 2.5).
package struct LogoutNotice: Sendable, Hashable {
  /// Where the app's server is told.
  package let address: String
  package let token: String

  /// The form that is posted.
  package var body: [UInt8] { Array(FormURLEncoding.encode([QueryItem("logout_token", token)]).utf8) }
}
