package import Encodings
import JourneyModel

/// Tokens as the standards have them: ID tokens by OpenID Connect Core, access tokens by RFC 9068. `aud` is a list and `auth_time` is
/// always there, as apps of one vendor need.
package struct StandardTokens: WorldState.TokenShape {
  package init() {}

  package func idToken(_ token: DatedToken, access: String, in world: inout WorldState) -> [JSONValue.Member] {
    let subject = token.subject
    var members = common(token, in: world)
    members.append(.init("auth_time", .integer(subject.authTime.seconds)))
    if let nonce = world.nonce(of: subject) { members.append(.init("nonce", .string(nonce))) }
    if let context = subject.context { members.append(.init("acr", .string(context))) }
    members.append(.init("at_hash", .string(WorldState.hash(ofAccessToken: access))))
    members.append(.init("sid", .string(subject.sid)))
    return members + world.claims(of: subject)
  }

  package func accessToken(_ token: DatedToken, in world: inout WorldState) -> [JSONValue.Member] {
    common(token, audience: token.subject.audience, in: world) + [
      .init("client_id", .string(world.tenant.clientRules[token.subject.client].id)), .init("scope", .string(token.subject.scope)),
      .init("jti", .string(world.random.token())),
    ]
  }

  package func userinfo(of subject: TokenSubject, in world: WorldState) -> [JSONValue.Member] {
    [.init("sub", .string(world.accounts[subject.account][.sub] ?? ""))] + world.claims(of: subject)
  }

  private func common(_ token: DatedToken, audience: [String] = [], in world: WorldState) -> [JSONValue.Member] {
    let audience = audience.isEmpty ? [world.tenant.clientRules[token.subject.client].id] : audience
    return [
      .init("iss", .string(token.subject.issuer)), .init("sub", .string(world.accounts[token.subject.account][.sub] ?? "")),
      .init("aud", .array(audience.map { .string($0) })),
    ] + token.dates
  }
}
