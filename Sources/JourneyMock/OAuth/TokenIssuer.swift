package import Encodings
import JourneyModel
import ModelCoding

extension WorldState {
  /// A signed ID token, in the shape of the tenant's dialect.
  mutating func idToken(for subject: TokenSubject, access: String) throws -> String {
    let payload = tokens.idToken(dated(subject, life: tenant.lives.id), access: access, in: &self)
    return try signed(.object(payload.replaced(by: subject.ownClaims)))
  }

  /// A signed access token, in the shape of the tenant's dialect.
  mutating func accessToken(for subject: TokenSubject) throws -> String {
    let payload = tokens.accessToken(dated(subject, life: tenant.lives.access), in: &self)
    return try keys.sign(.object(payload.replaced(by: subject.ownAccessClaims)))
  }

  private func signed(_ payload: JSONValue) throws -> String {
    if has(.algNone) { return SigningKey.unsigned(payload) }
    let token = try keys.sign(payload)
    guard has(.signatureBad) else { return token }
    let parts = try [token, keys.sign([:])].map { $0.split(separator: ".") }
    return "\(parts[0][0]).\(parts[0][1]).\(parts[1][2])"
  }

  private func dated(_ subject: TokenSubject, life: Duration) -> DatedToken {
    let issued = has(.clockSkew) ? now + .seconds(-86_400) : now
    return DatedToken(subject: subject, issued: issued, expires: issued + (subject.life ?? life))
  }

  /// The nonce that an ID token repeats; `nil` where the client sent none.
  package func nonce(of subject: TokenSubject) -> String? { subject.nonce.map { has(.nonceWrong) ? $0 + "x" : $0 } }

  /// The `at_hash` of an access token (OpenID Connect Core section 3.1.3.6).
  package static func hash(ofAccessToken token: String) -> String { Base64URL.encode(Array(Digests.sha256(token).prefix(16))) }

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
    // A claim that a flow sets may have any name; a token contains a name only once.
    let taken = IssuerClaims.names.union(members.map(\.name))
    return members + account.claims.filter { !taken.contains($0.name) }.map { JSONValue.Member($0.name, JSONValue($0.value)) }
  }
}

extension [JSONValue.Member] {
  /// The same with these in place of those of their names; `null` leaves none.
  fileprivate func replaced(by own: [JSONValue.Member]) -> [JSONValue.Member] {
    guard !own.isEmpty else { return self }
    var members = self
    for member in own {
      let place = members.firstIndex { $0.name == member.name }
      if let place, member.value == .null {
        members.remove(at: place)
      } else if let place {
        members[place] = member
      } else if member.value != .null {
        members.append(member)
      }
    }
    return members
  }
}
