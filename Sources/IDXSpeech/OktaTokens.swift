import Encodings
import JourneyMock
import JourneyModel

/// Tokens as an org issues them (okta/okta-idx-swift, `SampleResponses/Passcode/05-token-response.json`): `aud` is a text, people are
/// named by their ids, and access tokens are for an API.
struct OktaTokens: WorldState.TokenShape {
  func idToken(_ token: DatedToken, access: String, in world: inout WorldState) -> [JSONValue.Member] {
    let subject = token.subject
    let person = world.accounts[subject.account]
    var members: [JSONValue.Member] = [.init("sub", .string(person.orgID))]
    members += Self.profile(of: subject, in: world)
    members += [
      .init("ver", 1), .init("iss", .string(subject.issuer)), .init("aud", .string(world.tenant.clientRules[subject.client].id)),
    ]
    members += token.dates
    members.append(.init("jti", .string("ID." + world.random.token())))
    if !subject.methods.isEmpty { members.append(.init("amr", .array(subject.methods.map { .string($0) }))) }
    if let context = subject.context { members.append(.init("acr", .string(context))) }
    members.append(.init("idp", .string(OktaID.org.text(world.tenant.name))))
    if let nonce = world.nonce(of: subject) { members.append(.init("nonce", .string(nonce))) }
    return members + [
      .init("auth_time", .integer(subject.authTime.seconds)), .init("at_hash", .string(WorldState.hash(ofAccessToken: access))),
      .init("sid", .string(subject.sid)),
    ]
  }

  func accessToken(_ token: DatedToken, in world: inout WorldState) -> [JSONValue.Member] {
    let subject = token.subject
    let person = world.accounts[subject.account]
    let scopes = subject.scope.utf8.split(separator: UInt8(ascii: " ")).map { JSONValue.string(String(Substring($0))) }
    // The org's own server issues tokens for its own API.
    let audience = subject.issuer == world.orgAddress ? subject.issuer : "api://default"
    let context = subject.context.map { [JSONValue.Member("acr", .string($0))] } ?? []
    let key = subject.proofKey.map { [JSONValue.Member("cnf", ["jkt": .string($0)])] } ?? []
    return [
      .init("ver", 1), .init("jti", .string("AT." + world.random.token())), .init("iss", .string(subject.issuer)),
      .init("aud", .string(audience)),
    ] + token.dates + [
      .init("cid", .string(world.tenant.clientRules[subject.client].id)), .init("uid", .string(person.orgID)),
      .init("scp", .array(scopes)), .init("auth_time", .integer(subject.authTime.seconds)), .init("sub", .string(person.login ?? "")),
    ] + context + key
  }

  func clientToken(_ token: ClientToken, in world: inout WorldState) -> [JSONValue.Member] {
    let client = JSONValue.string(world.tenant.clientRules[token.client].id)
    return [
      .init("ver", 1), .init("jti", .string("AT." + world.random.token())), .init("iss", .string(token.issuer)),
      .init("aud", .string(token.issuer == world.orgAddress ? token.issuer : "api://default")),
    ] + token.dates + [
      .init("cid", client), .init("scp", .array(token.scope.split(separator: " ").map { .string(String($0)) })), .init("sub", client),
    ]
  }

  func userinfo(of subject: TokenSubject, in world: WorldState) -> [JSONValue.Member] {
    [.init("sub", .string(world.accounts[subject.account].orgID))] + Self.profile(of: subject, in: world)
  }

  /// What the scopes let be known; with `profile` always a name and the login.
  private static func profile(of subject: TokenSubject, in world: WorldState) -> [JSONValue.Member] {
    let claims = world.claims(of: subject)
    guard subject.scope.utf8.split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual("profile".utf8) }) else {
      return claims
    }
    let person = world.accounts[subject.account]
    var members: [JSONValue.Member] = []
    if !claims.contains(where: { $0.name == "name" }), let name = person.fullName { members.append(.init("name", .string(name))) }
    members += claims.filter { $0.name != "preferred_username" }
    if let login = person.login { members.append(.init("preferred_username", .string(login))) }
    return members
  }
}

/// What an org's ids are of, by how they begin.
enum OktaID: String {
  case org = "00o"
  case user = "00u"
  case app = "0oa"
  case authenticator = "aut"

  /// The same in every world, and unlike any other's.
  func text(_ seed: String) -> String {
    rawValue + String(Hex.encode(Array(Digests.sha256("\(rawValue) \(seed)").prefix(9))).prefix(17))
  }
}

extension AccountState {
  /// What the person signs in as.
  var login: String? { self[.username] ?? self[.email] }

  /// First and last name, else the login.
  var fullName: String? {
    let parts = ["given_name", "family_name"].compactMap { claim in claims.first { $0.name == claim }?.value.text }
    return parts.isEmpty ? login : parts.joined(separator: " ")
  }
}
