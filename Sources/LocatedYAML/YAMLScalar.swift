package import Diagnostics

/// A single value as written.
///
/// A plain scalar is text, unless it is exactly a JSON literal; so `012345`, `NO`, `~` and `12:30` are text.
package struct YAMLScalar: Sendable, Hashable {
  /// How a scalar was written.
  package enum Style: Sendable, Hashable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// What a scalar is by the rule of the language, unless a key or widget decides it.
  package enum Kind: Sendable, Hashable {
    /// Nothing was written at all: `key:`.
    case nothing
    /// The plain word `null`.
    case null
    /// The plain word `true` or `false`.
    case boolean(Bool)
    /// A plain number as JSON writes it; its spelling is the scalar's text.
    case number
    case text
  }

  // The small ones are last: so no room is lost between them, and a tree takes a tenth less.
  /// From the first to after the last character, quotes included; empty if nothing was written.
  package let range: SourceRange
  /// The text, without quotes and with escapes resolved; a literal keeps its spelling.
  package let text: String
  /// How it was written.
  package let style: Style
  /// What it is unless a key or widget decides it.
  package let kind: Kind

  package init(text: String, style: Style, kind: Kind, range: SourceRange) {
    self.text = text
    self.style = style
    self.kind = kind
    self.range = range
  }
}

extension YAMLScalar.Kind {
  /// The kind of a plain scalar by its bytes.
  init(plain bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else {
      self = .nothing
      return
    }
    switch first {
    case UInt8(ascii: "t"): self = bytes.elementsEqual("true".utf8) ? .boolean(true) : .text
    case UInt8(ascii: "f"): self = bytes.elementsEqual("false".utf8) ? .boolean(false) : .text
    case UInt8(ascii: "n"): self = bytes.elementsEqual("null".utf8) ? .null : .text
    case UInt8(ascii: "-"), 0x30...0x39: self = Self.isNumber(bytes) ? .number : .text
    default: self = .text
    }
  }

  /// RFC 8259 section 6.
  private static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let first = rest.popFirst(), isDigit(first) else { return false }
    if first != UInt8(ascii: "0") { rest = rest.drop(while: isDigit) }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard let digit = rest.first, isDigit(digit) else { return false }
      rest = rest.drop(while: isDigit)
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard let digit = rest.first, isDigit(digit) else { return false }
      rest = rest.drop(while: isDigit)
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
