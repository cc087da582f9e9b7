package import Encodings

/// What a word of the configuration means, as a short number that changes with it and shows nothing of it.
package enum MeaningDigest {
  /// 12 hexadecimal digits.
  ///
  /// - Parameter ignored: members of the object that are not part of its meaning, e.g. when it was changed.
  package static func of(_ value: JSONValue, without ignored: Set<String> = []) -> String {
    var value = value
    if case .object(let members) = value { value = .object(members.filter { !ignored.contains($0.name) }) }
    return of(JSONWriter.text(of: sorted(value)))
  }

  package static func of(_ text: String) -> String { Hex.encode(Digests.sha256(text).prefix(6)) }

  /// Of what is not a text, or not one that can be read.
  package static func of(_ bytes: [UInt8]) -> String { Hex.encode(Digests.sha256(bytes).prefix(6)) }

  /// The order of an object's members has no meaning.
  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { .init($0.name, sorted($0.value)) }.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) })
    case .array(let items): .array(items.map(sorted))
    case .null, .bool, .number, .string: value
    }
  }
}
