import Encodings

/// Takes secrets out of answers: what a member of such a name has, private parts of keys, passwords in addresses, and texts that are secrets
/// by their shape, whatever member has them.
///
/// It is done before anything is made of an answer, so that no digest depends on a secret, and twice is the same as once.
enum SourceSecrets {
  /// What is written in the place of a secret.
  static let mark = SecretShape.mark

  static func removed(from value: JSONValue) -> JSONValue { removed(from: value, isSecret: false) }

  /// - Parameter isSecret: whether the value is that of a member that holds a secret, or in one.
  private static func removed(from value: JSONValue, isSecret: Bool) -> JSONValue {
    switch value {
    case .object(let members):
      let isKey = value["kty"] != nil
      let isHeader = isHeader(value)
      return .object(
        members.map { member in
          if case .string(let text) = member.value, !text.isEmpty, holdsSecret(member.name, isKey: isKey, isSecret: isSecret || isHeader) {
            return JSONValue.Member(member.name, .string(mark))
          }
          let isSecret = isSecret || isName(member.name)
          return JSONValue.Member(member.name, removed(from: member.value, isSecret: isSecret))
        })
    case .array(let items): return .array(items.map { removed(from: $0, isSecret: isSecret) })
    case .string(let text): return .string(SecretShape.isSecret(text) ? mark : SecretShape.withoutParameters(withoutUser(text)))
    case .null, .bool, .number: return value
    }
  }

  private static func holdsSecret(_ name: String, isKey: Bool, isSecret: Bool) -> Bool {
    isName(name) || isKey && ofKeys.contains(name) || isSecret && ofSecrets.contains(name)
  }

  /// Endings of names, in lower case and without signs between words.
  private static let endings = [
    "secret", "password", "passwd", "passcode", "passphrase", "privatekey", "secretkey", "sharedkey", "accesskey", "apikey", "token",
    "authorization", "pass", "pwd", "pin", "pem", "cookie", "hmac", "salt", "seed", "recoverycode", "recoverycodes", "webhook",
    "connectionstring",
  ]
  /// Endings of names whose values are not secrets, though the names end as one does.
  private static let others = ["bypass", "compass", "spin"]
  /// The private parts of a JSON Web Key (RFC 7518 section 6).
  private static let ofKeys: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "k"]
  /// Members of `password` and the like, where that is an object.
  private static let ofSecrets: Set<String> = ["value", "hash", "salt"]

  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 100 else { return false }
    let plain = String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    return endings.contains { plain.hasSuffix($0) } && !others.contains { plain.hasSuffix($0) }
  }

  /// Whether it is a header of a request, or how one is authorized: its value may be a secret, whatever its name is.
  private static func isHeader(_ value: JSONValue) -> Bool {
    value["value"]?.stringValue != nil && (value["key"]?.stringValue != nil || value["type"]?.stringValue == "HEADER")
  }

  /// An address without user and password.
  private static func withoutUser(_ text: String) -> String {
    guard let scheme = text.firstRange(of: "://") else { return text }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return text[..<scheme.upperBound] + mark + rest[at...]
  }
}
