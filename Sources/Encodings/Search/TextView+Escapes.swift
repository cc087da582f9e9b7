/// Escapes of JSON and scripts, references of HTML, and percent-encoding, all taken back at once.
extension TextView {
  /// The text without its escapes; `nil` if it has none.
  var withoutEscapes: TextView? {
    guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") }) else { return nil }
    var view = TextView(madeOf: self)
    var copied = 0
    var index = 0
    while index < bytes.count {
      guard let escape = escape(at: index) else {
        index += 1
        continue
      }
      view.append(copied..<index, of: self)
      switch escape.meaning {
      case .byte(let byte): view.append(byte, for: index..<escape.end, of: self)
      case .scalar(let scalar): view.append(scalar, for: index..<escape.end, of: self)
      case .nothing: break
      }
      index = escape.end
      copied = index
    }
    guard copied > 0 else { return nil }
    view.append(copied..<bytes.count, of: self)
    return view
  }

  /// The text with blanks for its plus signs, as forms write them; `nil` if it has none.
  var withBlanksForPluses: TextView? {
    guard bytes.contains(UInt8(ascii: "+")) else { return nil }
    var view = self
    for index in bytes.indices where bytes[index] == UInt8(ascii: "+") { view.bytes[index] = UInt8(ascii: " ") }
    return view
  }

  /// The text with a sign for each `U+005A`; `nil` if it has none.
  var withoutCodePoints: TextView? {
    guard zip(bytes, bytes.dropFirst()).contains(where: { $0 | 0x20 == UInt8(ascii: "u") && $1 == UInt8(ascii: "+") }) else { return nil }
    var view = TextView(madeOf: self)
    var copied = 0
    var index = 0
    while index + 5 < bytes.count {
      guard bytes[index] | 0x20 == UInt8(ascii: "u"), bytes[index + 1] == UInt8(ascii: "+"), let value = hexadecimal(index + 2, digits: 4)
      else {
        index += 1
        continue
      }
      view.append(copied..<index, of: self)
      view.append(Unicode.Scalar(value) ?? "\u{FFFD}", for: index..<(index + 6), of: self)
      index += 6
      copied = index
    }
    guard copied > 0 else { return nil }
    view.append(copied..<bytes.count, of: self)
    return view
  }

  private struct Escape {
    enum Meaning {
      case byte(UInt8)
      case scalar(Unicode.Scalar)
      /// It represents nothing, as a backslash at the end of a line does.
      case nothing
    }

    var meaning: Meaning
    var end: Int
  }

  private func escape(at index: Int) -> Escape? {
    switch bytes[index] {
    case UInt8(ascii: "\\"): backslash(at: index)
    case UInt8(ascii: "%"): hexadecimal(index + 1, digits: 2).map { Escape(meaning: .byte(UInt8($0)), end: index + 3) }
    case UInt8(ascii: "&"): reference(at: index)
    default: nil
    }
  }

  private func backslash(at index: Int) -> Escape? {
    guard index + 1 < bytes.count else { return nil }
    let end = index + 2
    switch bytes[index + 1] {
    case UInt8(ascii: "u"): return unicode(at: index)
    case UInt8(ascii: "x"): return hexadecimal(end, digits: 2).map { Escape(meaning: scalar($0), end: end + 2) }
    case UInt8(ascii: "n"): return Escape(meaning: .byte(0x0A), end: end)
    case UInt8(ascii: "r"): return Escape(meaning: .byte(0x0D), end: end)
    case UInt8(ascii: "t"): return Escape(meaning: .byte(0x09), end: end)
    case UInt8(ascii: "b"): return Escape(meaning: .byte(0x08), end: end)
    case UInt8(ascii: "f"): return Escape(meaning: .byte(0x0C), end: end)
    case 0x0A: return Escape(meaning: .nothing, end: end)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "$"):
      return Escape(meaning: .byte(bytes[index + 1]), end: end)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return styleSheet(at: index)
    default: return nil
    }
  }

  /// Up to six hexadecimal digits and a blank, as style sheets write a sign.
  private func styleSheet(at index: Int) -> Escape? {
    let digits = bytes[(index + 1)...].prefix(6).prefix { Self.digit($0) != nil }.count
    guard digits >= 2, let value = hexadecimal(index + 1, digits: digits), value >= 0x20 else { return nil }
    let end = index + 1 + digits
    return Escape(meaning: scalar(value), end: end < bytes.count && bytes[end] == 0x20 ? end + 1 : end)
  }

  /// `\u0041`, a pair of surrogates, or `\u{41}`.
  private func unicode(at index: Int) -> Escape? {
    if index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "{") {
      guard let close = bytes[(index + 3)...].prefix(7).firstIndex(of: UInt8(ascii: "}")),
        let value = hexadecimal(index + 3, digits: close - index - 3)
      else { return nil }
      return Escape(meaning: scalar(value), end: close + 1)
    }
    guard let first = hexadecimal(index + 2, digits: 4) else { return nil }
    if (0xD800..<0xDC00).contains(first), index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] == UInt8(ascii: "u"), let second = hexadecimal(index + 8, digits: 4), (0xDC00..<0xE000).contains(second)
    {
      return Escape(meaning: scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)), end: index + 12)
    }
    return Escape(meaning: scalar(first), end: index + 6)
  }

  private func reference(at index: Int) -> Escape? {
    guard index + 2 < bytes.count else { return nil }
    guard bytes[index + 1] == UInt8(ascii: "#") else { return named(at: index) }
    let isHexadecimal = bytes[index + 2] | 0x20 == UInt8(ascii: "x")
    let start = isHexadecimal ? index + 3 : index + 2
    var end = start
    var value: UInt32 = 0
    while end < bytes.count, end - start < 8, let digit = Self.digit(bytes[end]), isHexadecimal || digit < 10 {
      value = value &* (isHexadecimal ? 16 : 10) &+ digit
      end += 1
    }
    guard end > start else { return nil }
    return Escape(meaning: scalar(value), end: endOfReference(end))
  }

  private func named(at index: Int) -> Escape? {
    let name = bytes[(index + 1)...].prefix(CharacterReference.maxNameLength).prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard !name.isEmpty, let scalar = CharacterReference.scalar(named: String(decoding: name, as: UTF8.self)) else { return nil }
    return Escape(meaning: .scalar(scalar), end: endOfReference(name.endIndex))
  }

  private func endOfReference(_ end: Int) -> Int { end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end + 1 : end }

  private func scalar(_ value: UInt32) -> Escape.Meaning { .scalar(Unicode.Scalar(value) ?? "\u{FFFD}") }

  private func hexadecimal(_ start: Int, digits: Int) -> UInt32? {
    guard digits > 0, start + digits <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<(start + digits)] {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
