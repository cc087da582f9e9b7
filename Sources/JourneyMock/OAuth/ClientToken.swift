package import Encodings
package import JourneyModel

/// An access token that a client has for itself (RFC 6749 section 4.4).
package struct ClientToken: Sendable {
  package let client: Int
  package let scope: String
  package let audience: [String]
  package let issuer: String
  package let issued: Instant
  package let expires: Instant

  /// The moments that every token has, in seconds since 1970.
  package var dates: [JSONValue.Member] { [.init("iat", .integer(issued.seconds)), .init("exp", .integer(expires.seconds))] }
}
