/// The names of headers, and of members of forms and of JSON, whose values are credentials; the only list of them.
package enum CredentialName {
  /// Whether a header of this name has a credential.
  package static func isHeader(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "proxy-authorization", "cookie"].contains(name)
      || endsOfHeaders.contains { name == $0 || name.hasSuffix("-\($0)") } || isMember(name)
  }

  private static let endsOfHeaders = [
    "access", "api-key", "apikey", "auth", "authentication-info", "csrf", "dpop", "key", "password", "secret", "session", "signature",
    "token",
  ]

  /// Whether a member of this name has a credential, in any case and with any signs between its words: `access_token`, `clientSecret`.
  package static func isMember(_ name: String) -> Bool {
    let name = letters(of: name)
    return isOne(name) || name.hasSuffix("s") && isOne(String(name.dropLast()))
  }

  private static func isOne(_ name: String) -> Bool { members.contains(name) || endsOfMembers.contains { name.hasSuffix($0) } }

  /// Whether a member of this name may have a credential: one that looks like a token is, and `E-17` under `code` is not.
  package static func mayBeMember(_ name: String) -> Bool { ambiguousMembers.contains(letters(of: name)) }

  private static let ambiguousMembers: Set<String> = [
    "auth", "code", "csrf", "d", "key", "nonce", "seed", "session", "sid", "sig", "signature", "ticket", "usercode",
  ]

  /// Whether a member of this name says what its neighbour is: `{"name": "password", "value": …}`.
  package static func isName(_ name: String) -> Bool { ["field", "id", "key", "name", "parameter"].contains(letters(of: name)) }

  /// Whether a member of this name has what the name next to it, or that of its object, says.
  package static func isValue(_ name: String) -> Bool { ["content", "plaintext", "raw", "text", "value"].contains(letters(of: name)) }

  private static func letters(of name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { isLetter($0) || (0x30...0x39).contains($0) }, as: UTF8.self)
  }

  private static let members: Set<String> = [
    "bearer", "codeverifier", "connectionstring", "cookie", "credential", "devicecode", "interactionhandle", "jwt", "motdepasse", "otp",
    "pass", "passphrase", "pin", "pwd", "resetlink", "secretkey", "setcookie", "sharedsecret", "signingkey", "statehandle", "totp",
  ]

  private static let endsOfMembers = [
    "accesskey", "apikey", "assertion", "authorization", "backupcode", "kennwort", "passcode", "passwd", "password", "passwort",
    "privatekey", "pw", "recoverycode", "secret", "sessionid", "token",
  ]

  /// What a body has that is not JSON, of the same.
  package static let membersOfForms: Set<String> = [
    "access_token", "api_key", "assertion", "client_assertion", "client_secret", "id_token", "password", "refresh_token",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

extension Value {
  /// The same value, with each text under the name of a credential as a secret of the project, at any depth.
  package func hidingCredentials() -> Value {
    switch self {
    case .list(let elements): .list(elements.map { $0.hidingCredentials() })
    case .map(let members): .map(members.hidingCredentials(CredentialName.isMember))
    case .null, .bool, .number, .text, .secret: self
    }
  }

  fileprivate func hidden(as name: String) -> Value {
    switch self {
    case .text(let text): text.isEmpty ? self : .secret(Secret(text, name: name, source: .project))
    case .list(let elements): .list(elements.map { $0.hidden(as: name) })
    case .map(let members):
      .map(members.hidingCredentials { CredentialName.isMember($0) || CredentialName.isValue($0) })
    case .null, .bool, .number, .secret: self
    }
  }
}

extension [Value.Member] {
  /// The same members, with each text under the name of a credential as a secret of the project.
  ///
  /// - Parameter isCredential: says of which names.
  package func hidingCredentials(_ isCredential: (String) -> Bool) -> [Value.Member] {
    map { Value.Member($0.name, isCredential($0.name) ? $0.value.hidden(as: $0.name) : $0.value.hidingCredentials()) }
  }
}
