/// The names of headers, and of members of forms and of JSON, whose values are credentials; the only list of them.
package enum CredentialName {
  /// Whether a header of this name has a credential.
  package static func isHeader(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "proxy-authorization", "cookie"].contains(name)
      || endsOfHeaders.contains { name == $0 || name.hasSuffix("-\($0)") }
  }

  private static let endsOfHeaders = ["api-key", "apikey", "auth", "key", "password", "secret", "token"]

  /// Whether a member of this name has a credential, in any case and with any signs between its words: `access_token`, `clientSecret`.
  package static func isMember(_ name: String) -> Bool {
    let name = String(decoding: name.lowercased().utf8.filter { isLetter($0) || (0x30...0x39).contains($0) }, as: UTF8.self)
    return members.contains(name) || endsOfMembers.contains { name.hasSuffix($0) }
  }

  private static let members: Set<String> = [
    "bearer", "codeverifier", "cookie", "credential", "credentials", "devicecode", "interactionhandle", "jwt", "otp", "passphrase", "pin",
    "secretkey", "sessionid", "setcookie", "sharedsecret", "signingkey", "statehandle", "accesskey", "totp",
  ]

  private static let endsOfMembers = [
    "apikey", "assertion", "authorization", "passcode", "passwd", "password", "privatekey", "secret", "token",
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
    case .map, .null, .bool, .number, .secret: hidingCredentials()
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
