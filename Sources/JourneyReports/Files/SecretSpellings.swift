import Encodings

/// How a secret may be spelled in an output that went through other hands.
enum SecretSpellings {
  /// The text itself, and as it stands in addresses, forms, JSON, markup, Base64 and hexadecimal digits; each once.
  static func all(of text: String) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return (isPlain(bytes) ? [bytes] : escaped(text, bytes)) + coded(bytes)
  }

  /// Whether nothing that escapes has anything to escape in it: tokens and codes, which most secrets are.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
      default: false
      }
    }
  }

  private static func escaped(_ text: String, _ bytes: [UInt8]) -> [[UInt8]] {
    let percent = PercentEncoding.encodeComponent(text)
    let json = escapedForJSON(text)
    // The log holds answers as texts, and an answer may hold JSON as a text.
    let twice = escapedForJSON(String(decoding: json, as: UTF8.self))
    let spellings: Set<[UInt8]> = [
      bytes, Array(percent.utf8), lowerEscapes(percent), Array(formEncoded(text).utf8), json, twice,
      escapedForJSON(String(decoding: twice, as: UTF8.self)), slashesEscaped(json), asciiJSON(text), markup(text),
    ]
    return Array(spellings)
  }

  private static func coded(_ bytes: [UInt8]) -> [[UInt8]] {
    let digits = Array(Hex.encode(bytes).utf8)
    var spellings = [digits]
    let capitals = digits.map { $0 >= UInt8(ascii: "a") ? $0 & ~0x20 : $0 }
    if capitals != digits { spellings.append(capitals) }
    for shift in 0..<3 {
      let standard = base64(bytes, shift: shift)
      spellings.append(standard)
      let forURLs = standard.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
      if forURLs != standard { spellings.append(forURLs) }
    }
    return spellings
  }

  private static func formEncoded(_ text: String) -> String {
    let pair = FormURLEncoding.encode([QueryItem("", text)])
    return String(pair.drop { $0 == "=" })
  }

  private static func lowerEscapes(_ percent: String) -> [UInt8] {
    var left = 0
    return percent.utf8.map { byte in
      if byte == UInt8(ascii: "%") {
        left = 2
        return byte
      }
      guard left > 0 else { return byte }
      left -= 1
      return (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) ? byte | 0x20 : byte
    }
  }

  private static func escapedForJSON(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(.string(text), to: &bytes)
    return Array(bytes.dropFirst().dropLast())
  }

  private static func slashesEscaped(_ json: [UInt8]) -> [UInt8] {
    json.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] }
  }

  private static func asciiJSON(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 {
      switch unit {
      case 0x22: bytes += Array(#"\""#.utf8)
      case 0x5C: bytes += Array(#"\\"#.utf8)
      case 0x20..<0x7F: bytes.append(UInt8(unit))
      default: bytes += Array(#"\u"#.utf8) + Array(Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)]).utf8)
      }
    }
    return bytes
  }

  private static func markup(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      default: [byte]
      }
    }
  }

  /// What stands in a Base64 text for certain, so many bytes of something else in front.
  private static func base64(_ bytes: [UInt8], shift: Int) -> [UInt8] {
    let whole = Array(Base64.encode(Array(repeating: 0, count: shift) + bytes).utf8)
    let first = (shift * 8 + 5) / 6
    let end = (shift + bytes.count) * 8 / 6
    return first < end ? Array(whole[first..<end]) : []
  }
}
