internal import Encodings
internal import JourneyModel

/// The `login_hint` that a journey-flow server reads: a JWT without a signature (protocols/journey-flow.md §1.1).
enum LoginHint {
  /// What the hint says of a person: of a text its kind, of an account its `username` and `email`; `nil` for the rest.
  static func metadata(of value: Value) -> [Value.Member]? {
    switch value {
    case .text(let text): return [Value.Member(name(for: text), value)]
    case .secret(let secret): return [Value.Member(name(for: secret.unsafeText), value)]
    case .number: return [Value.Member("username", value)]
    case .map(let members):
      let told = members.filter { ["username", "email"].contains($0.name) && isText($0.value) }
      return told.isEmpty ? nil : told
    case .null, .bool, .list: return nil
    }
  }

  /// Header, payload and no signature, separated by dots.
  static func text(metadata: [Value.Member]) -> String {
    let header: JSONValue = ["alg": "none", "typ": "JWT"]
    let told = metadata.map { JSONValue.Member($0.name, .string(text(of: $0.value))) }
    let payload: JSONValue = ["type": "identifier", "metadata": .object(told)]
    return "\(encoded(header)).\(encoded(payload))."
  }

  private static func name(for text: String) -> String {
    text.utf8.contains(UInt8(ascii: "@")) ? "email" : "username"
  }

  private static func isText(_ value: Value) -> Bool {
    switch value {
    case .text, .secret, .number: true
    case .null, .bool, .list, .map: false
    }
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .secret(let secret): secret.unsafeText
    case .null, .bool, .list, .map: ""
    }
  }

  private static func encoded(_ value: JSONValue) -> String { Base64URL.encode(JSONWriter.write(value)) }
}
