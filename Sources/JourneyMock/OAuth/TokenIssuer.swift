package import Encodings
import JourneyModel
import ModelCoding

extension WorldState {
  /// An ID token (OpenID Connect Core section 2); `aud` is a list and `auth_time` always there, as the vendor's apps need.
  package func idToken(for subject: TokenSubject, access: String) throws -> String {
    var members = common(subject, life: tenant.lives.id)
    members.append(.init("auth_time", .integer(subject.authTime.seconds)))
    if let nonce = subject.nonce { members.append(.init("nonce", .string(has(.nonceWrong) ? nonce + "x" : nonce))) }
    members.append(.init("at_hash", .string(Base64URL.encode(Array(Digests.sha256(access).prefix(16))))))
    members.append(.init("sid", .string(subject.sid)))
    if !subject.idMembers.isEmpty { members += subject.idMembers + [.init("jti", .string(Self.name(ofIDTokenWith: access)))] }
    members += claims(of: subject)
    return try signed(.object(members))
  }

  private func signed(_ payload: JSONValue) throws -> String {
    if has(.algNone) { return SigningKey.unsigned(payload) }
    let token = try tenant.key.sign(payload)
    guard has(.signatureBad) else { return token }
    let parts = try [token, tenant.key.sign([:])].map { $0.split(separator: ".") }
    return "\(parts[0][0]).\(parts[0][1]).\(parts[1][2])"
  }

  /// An access token as a JWT (RFC 9068); its `jti` distinguishes it from all others.
  package mutating func accessToken(for subject: TokenSubject) throws -> String {
    var members = common(subject, life: tenant.lives.access, audience: subject.audience)
    members.append(.init("client_id", .string(tenant.clientRules[subject.client].id)))
    members.append(.init("scope", .string(subject.scope)))
    members.append(.init("jti", .string(random.token())))
    return try tenant.key.sign(.object(members))
  }

  /// A name that no other ID token has, as each goes with an access token of its own; in the shape of a UUID.
  private static func name(ofIDTokenWith access: String) -> String {
    AccountCompiler.uuid(Array(Digests.sha256(access).suffix(16)))
  }

  private func common(_ subject: TokenSubject, life: Duration, audience: [String] = []) -> [JSONValue.Member] {
    let audience = audience.isEmpty ? [tenant.clientRules[subject.client].id] : audience
    let issued = has(.clockSkew) ? now + .seconds(-86_400) : now
    return [
      .init("iss", .string(subject.issuer)), .init("sub", .string(accounts[subject.account][.sub] ?? "")),
      .init("aud", .array(audience.map { .string($0) })), .init("iat", .integer(issued.seconds)),
      .init("exp", .integer((issued + life).seconds)),
    ]
  }

  /// What the granted scopes let be known of the account (OpenID Connect Core section 5.4).
  package func claims(of subject: TokenSubject) -> [JSONValue.Member] {
    let account = accounts[subject.account]
    var members: [JSONValue.Member] = []
    if subject.has(scope: "email"), let email = account[.email] {
      members += [.init("email", .string(email)), .init("email_verified", true)]
    }
    if subject.has(scope: "phone"), let phone = account[.phone] {
      members += [.init("phone_number", .string(phone)), .init("phone_number_verified", true)]
    }
    guard subject.has(scope: "profile") else { return members }
    if let username = account[.username] { members.append(.init("preferred_username", .string(username))) }
    return members + account.claims.map { JSONValue.Member($0.name, JSONValue($0.value)) }
  }
}
