/// A CBOR item of the kinds that WebAuthn uses (RFC 8949): no tags, no floats, definite lengths.
package enum CBORValue: Sendable, Hashable {
  case unsigned(UInt64)
  /// The number -1 - n for this n (major type 1).
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  /// In the order written; CTAP2's canonical order is the caller's to keep.
  case map([Entry])
  case bool(Bool)
  case null

  /// A key and its value.
  package struct Entry: Sendable, Hashable {
    /// A number or a text in all that WebAuthn has.
    package var key: CBORValue
    /// Any item.
    package var value: CBORValue

    package init(_ key: CBORValue, _ value: CBORValue) {
      self.key = key
      self.value = value
    }
  }

  /// A number of either sign.
  package static func integer(_ value: Int64) -> CBORValue {
    value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
  }

  /// The value of a map's first entry with this key; `nil` if there is none or this is not a map.
  package subscript(key: CBORValue) -> CBORValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral value: String) {
    self = .text(value)
  }

  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension CBORValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: CBORValue...) {
    self = .array(elements)
  }

  package init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    self = .map(elements.map { key, value in Entry(key, value) })
  }
}
