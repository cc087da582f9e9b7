/// The strings of JSON texts, found without reading anything else of them.
package enum JSONStrings {
  /// Just behind the quote that ends a string; `nil` if none does.
  package static func end(ofStringAt quote: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var index = quote + 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  /// Calls the body for the inside of each string, in order, and says whether it is the name of a member, as long as it returns true.
  package static func each(in bytes: [UInt8], _ body: (Range<Int>, Bool) -> Bool) {
    var index = 0
    while let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      let end = end(ofStringAt: quote, in: bytes[...]) ?? bytes.count
      let start = min(quote + 1, end)
      let text = start..<max(end - 1, start)
      if !body(text, end < bytes.count && bytes[end] == UInt8(ascii: ":")) { return }
      index = end
    }
  }
}

/// Goes over the members of one JSON object without building anything; for texts of which few members matter.
///
/// It trusts the text to be JSON and ends where it finds something else.
package struct JSONMemberCursor {
  package struct Member {
    /// As it is spelled, without quotes.
    package var name: Range<Int>
    package var value: Range<Int>
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// `nil` if the bytes are not an object.
  package init?(_ object: ArraySlice<UInt8>) {
    bytes = object
    index = object.startIndex
    skipSpace()
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") else { return nil }
    index += 1
  }

  /// The next member, `nil` after the last one.
  package mutating func next() -> Member? {
    skipSpace()
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ",") {
      index += 1
      skipSpace()
    }
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\""), let quoted = string() else { return nil }
    skipSpace()
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    skipSpace()
    guard let value = value() else { return nil }
    return Member(name: (quoted.lowerBound + 1)..<(quoted.upperBound - 1), value: value)
  }

  /// The value of the next member with this name; members before it are passed over.
  package mutating func value(of name: StaticString) -> Range<Int>? {
    while let member = next() {
      if matches(member.name, name) { return member.value }
    }
    return nil
  }

  /// Whether a name or value is spelled like this.
  package func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// The text of a string; `nil` for other values.
  package func text(_ value: Range<Int>) -> String? {
    guard value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let inner = bytes[(value.lowerBound + 1)..<(value.upperBound - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    do { return try JSONReader.read(Array(bytes[value])).stringValue } catch { return nil }
  }

  /// A whole number; `nil` for other values.
  package func integer(_ value: Range<Int>) -> Int? { Int(String(decoding: bytes[value], as: UTF8.self)) }

  package func slice(_ value: Range<Int>) -> ArraySlice<UInt8> { bytes[value] }
}

extension JSONMemberCursor {
  private mutating func skipSpace() {
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") { index += 1 }
  }

  /// Passes a string over; its range holds both quotes.
  private mutating func string() -> Range<Int>? {
    let start = index
    guard let end = JSONStrings.end(ofStringAt: start, in: bytes) else {
      index = bytes.endIndex
      return nil
    }
    index = end
    return start..<end
  }

  private mutating func value() -> Range<Int>? {
    guard index < bytes.endIndex else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return nested()
    default:
      let start = index
      while index < bytes.endIndex, !Self.endsLiteral(bytes[index]) { index += 1 }
      return start < index ? start..<index : nil
    }
  }

  private mutating func nested() -> Range<Int>? {
    let start = index
    var depth = 0
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard string() != nil else { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          index += 1
          return start..<index
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func endsLiteral(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: " ")
  }
}
