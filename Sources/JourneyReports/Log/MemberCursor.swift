import Encodings

/// Goes over the members of one JSON object without building anything; for the lines that only few members matter of.
///
/// It trusts the log to be JSON and ends where it finds something else.
struct MemberCursor {
  struct Member {
    /// As it is spelled, without quotes.
    var name: Range<Int>
    var value: Range<Int>
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// `nil` where the bytes are no object.
  init?(_ object: ArraySlice<UInt8>) {
    bytes = object
    index = object.startIndex
    skipSpace()
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") else { return nil }
    index += 1
  }

  /// The next member, `nil` behind the last one.
  mutating func next() -> Member? {
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
  mutating func value(of name: StaticString) -> Range<Int>? {
    while let member = next() {
      if matches(member.name, name) { return member.value }
    }
    return nil
  }

  /// Whether a name or value is spelled like this.
  func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// The text of a string; `nil` for other values.
  func text(_ value: Range<Int>) -> String? {
    guard value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let inner = bytes[(value.lowerBound + 1)..<(value.upperBound - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    do { return try JSONReader.read(Array(bytes[value])).stringValue } catch { return nil }
  }

  /// A whole number; `nil` for other values.
  func integer(_ value: Range<Int>) -> Int? { Int(String(decoding: bytes[value], as: UTF8.self)) }

  func slice(_ value: Range<Int>) -> ArraySlice<UInt8> { bytes[value] }
}

extension MemberCursor {
  private mutating func skipSpace() {
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") { index += 1 }
  }

  /// Passes a string over; its range holds both quotes.
  private mutating func string() -> Range<Int>? {
    let start = index
    index += 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""):
        index += 1
        return start..<index
      default: index += 1
      }
    }
    return nil
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
