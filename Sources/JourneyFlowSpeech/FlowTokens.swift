import Encodings
import JourneyMock
import JourneyModel

/// Tokens as the vendor's servers issue them: the standard's, and in ID tokens the client, the person again, when the sign-in was asked for,
/// and a name, as in the token of the Kotlin SDK's tests (`TokenResponseBuilder.kt`). `rat` is Ory Hydra's *requested at*.
struct FlowTokens: WorldState.TokenShape {
  private let standard = StandardTokens()

  func idToken(_ token: DatedToken, access: String, in world: inout WorldState) -> [JSONValue.Member] {
    let subject = token.subject
    // Each goes with an access token of its own, so that its name is made of that.
    let name = Base64URL.encode(Array(Digests.sha256(access).suffix(16)))
    return standard.idToken(token, access: access, in: &world) + [
      .init("client_id", .string(world.tenant.clientRules[subject.client].id)), .init("jti", .string(name)),
      .init("rat", .integer((subject.requested ?? subject.authTime).seconds)),
      .init("user_id", .string(world.accounts[subject.account][.sub] ?? "")),
    ]
  }

  func accessToken(_ token: DatedToken, in world: inout WorldState) -> [JSONValue.Member] { standard.accessToken(token, in: &world) }

  func userinfo(of subject: TokenSubject, in world: WorldState) -> [JSONValue.Member] { standard.userinfo(of: subject, in: world) }
}
