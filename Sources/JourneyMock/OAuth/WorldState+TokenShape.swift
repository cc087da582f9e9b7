package import Encodings
package import JourneyModel

extension WorldState {
  /// What the tokens of a dialect's servers say, and under which names.
  ///
  /// The machine knows when a token is issued, for which client and how long, and signs it; a dialect has its own shape where the
  /// vendor's servers write more, or use other names.
  package protocol TokenShape: Sendable {
    /// The claims of an ID token, in the order sent.
    ///
    /// - Parameter access: the access token that comes with it, for `at_hash`.
    func idToken(_ token: DatedToken, access: String, in world: inout WorldState) -> [JSONValue.Member]
    /// The claims of an access token, in the order sent; one of them distinguishes it from all others.
    func accessToken(_ token: DatedToken, in world: inout WorldState) -> [JSONValue.Member]
    /// The claims of an access token that a client has for itself.
    func clientToken(_ token: ClientToken, in world: inout WorldState) -> [JSONValue.Member]
    /// What the userinfo endpoint says of an access token's subject, in the order sent.
    func userinfo(of subject: TokenSubject, in world: WorldState) -> [JSONValue.Member]
  }
}

/// A token that is about to be issued.
package struct DatedToken: Sendable {
  package let subject: TokenSubject
  package let issued: Instant
  package let expires: Instant
}

extension DatedToken {
  /// The moments that every token has (RFC 7519 section 4.1), in seconds since 1970.
  package var dates: [JSONValue.Member] { [.init("iat", .integer(issued.seconds)), .init("exp", .integer(expires.seconds))] }
}

extension WorldState.TokenShape {
  /// As the standard has it (RFC 9068 section 2.2): the client is the subject.
  package func clientToken(_ token: ClientToken, in world: inout WorldState) -> [JSONValue.Member] {
    let client = JSONValue.string(world.tenant.clientRules[token.client].id)
    let audience = token.audience.isEmpty ? [client] : token.audience.map { .string($0) }
    return [.init("iss", .string(token.issuer)), .init("sub", client), .init("aud", .array(audience))] + token.dates + [
      .init("client_id", client), .init("scope", .string(token.scope)), .init("jti", .string(world.random.token())),
    ]
  }
}
