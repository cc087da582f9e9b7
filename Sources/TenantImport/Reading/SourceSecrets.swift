import Encodings

/// Takes secrets out of answers: what a member of such a name has, private parts of keys, passwords in addresses, and texts that are secrets
/// by their shape, whatever member has them.
///
/// It is done before anything is made of an answer, so that no digest depends on a secret, and twice is the same as once.
enum SourceSecrets {
  /// What is written in the place of a secret.
  static let mark = SecretShape.mark

  static func removed(from value: JSONValue) -> JSONValue { removed(from: value, in: Surroundings()) }

  /// Where a value is.
  private struct Surroundings {
    /// Whether it is the value of a member that holds a secret, or in one.
    var isSecret = false
    /// Whether it is in the headers of a request.
    var isOfHeaders = false
    /// Whether texts are kept however random they look.
    var isPublic = false
  }

  private static func removed(from value: JSONValue, in around: Surroundings) -> JSONValue {
    switch value {
    case .object(let members):
      let isKey = value["kty"] != nil
      let isHeader = isHeader(value) || around.isOfHeaders && value["value"] != nil
      return .object(
        members.map { member in
          let hides =
            holdsSecret(member.name, isKey: isKey, isSecret: around.isSecret || isHeader) || around.isOfHeaders && !isHeader
          if hides, let hidden = hidden(member.value) { return JSONValue.Member(member.name, hidden) }
          let inside = Surroundings(
            isSecret: around.isSecret || SecretName.isOne(member.name), isOfHeaders: isHeaders(member.name),
            isPublic: SecretName.isPublic(member.name, isKey: isKey, isInPublic: around.isPublic))
          return JSONValue.Member(member.name, removed(from: member.value, in: inside))
        })
    case .array(let items): return .array(items.map { removed(from: $0, in: around) })
    case .string(let text): return .string(removed(from: text, isPublic: around.isPublic))
    case .null, .bool, .number: return value
    }
  }

  private static func removed(from text: String, isPublic: Bool) -> String {
    if let document = document(text) { return document }
    if SecretShape.isSecret(text) || !isPublic && SecretWords.isRandom(text) { return mark }
    return SecretShape.withoutParameters(withoutUser(text))
  }

  /// A text that is JSON, without its secrets; `nil` for any other.
  private static func document(_ text: String) -> String? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    do throws(JSONError) {
      let value = try JSONReader.read(Array(text.utf8))
      let without = removed(from: value)
      return without == value ? text : JSONWriter.text(of: without)
    } catch {
      return nil
    }
  }

  /// The mark in the place of a text, or of each text of a list; `nil` for what has members of its own, and for what hides nothing.
  private static func hidden(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .string(let text): text.isEmpty ? nil : .string(mark)
    case .array(let items) where !items.isEmpty && items.allSatisfy({ $0.stringValue != nil }): .array(items.map { _ in .string(mark) })
    case .array, .object, .null, .bool, .number: nil
    }
  }

  private static func holdsSecret(_ name: String, isKey: Bool, isSecret: Bool) -> Bool {
    SecretName.isOne(name) || isKey && ofKeys.contains(name) || isSecret && ofSecrets.contains(name)
  }

  private static func isHeaders(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("headers") || name.hasSuffix("headerlist")
  }

  /// The private parts of a JSON Web Key (RFC 7518 section 6).
  private static let ofKeys: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "k"]
  /// Members of `password` and the like, where that is an object.
  private static let ofSecrets: Set<String> = ["value", "hash", "salt"]

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
