/// A JSON document as a tree (RFC 8259) that forgets neither the order of members nor the spelling of numbers.
///
/// Equality is exact: members in another order, or `1.0` and `1`, are different values.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The number as it was spelled, always by the grammar of RFC 8259 section 6; `integer(_:)` makes one.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order of the text. A name may occur twice; a lookup then finds the last, as `JSON.parse` does.
  case object([Member])

  /// One named value of an object.
  package struct Member: Sendable, Hashable {
    /// May be empty, as any text.
    package var name: String
    /// What the name means.
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// A number in its shortest decimal spelling.
  package static func integer(_ value: some BinaryInteger) -> JSONValue {
    .number(String(value))
  }
}
