import Encodings
import JourneyModel

/// What a person reads of a piece of HTML: no tags, comments or scripts, entities resolved, white space collapsed.
///
/// For labels and static texts, not for pages: it knows no document structure. Only so much of a text is looked at.
enum VisibleText {
  /// Bytes beyond which a text is cut.
  static let limit = 65_536

  /// The text of a piece of HTML.
  static func of(_ html: String) -> String {
    var scanner = HTMLTextScanner(html.utf8.prefix(limit))
    return scanner.text()
  }

  /// The HTML in addition to what is visible of it.
  static func richText(_ html: String) -> RichText {
    RichText(of(html), html: html)
  }
}

private struct HTMLTextScanner {
  private let input: [UInt8]
  private var index = 0
  private var output: [UInt8] = []
  private var owesSpace = false

  init(_ html: some Sequence<UInt8>) {
    input = Array(html)
  }

  mutating func text() -> String {
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "<") where beginsTag: skipTag()
      case UInt8(ascii: "&"): appendEntity()
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
        owesSpace = true
        index += 1
      case let byte:
        append([byte])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    if owesSpace, !output.isEmpty { output.append(0x20) }
    owesSpace = false
    output.append(contentsOf: bytes)
  }

  /// Whether `<` opens a tag or comment, and is not just a sign of comparison.
  private var beginsTag: Bool {
    guard index + 1 < input.count else { return false }
    switch input[index + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return true
    default: return false
    }
  }

  private mutating func skipTag() {
    if matches("<!--") { return skip(behind: "-->") }
    let name = tagName
    skipToTagEnd()
    if name == "script" || name == "style" { skip(behind: "</\(name)"); skipToTagEnd() }
    if Self.blocks.contains(name) { owesSpace = true }
  }

  /// The name of the tag at the index, in lower case, without a slash.
  private var tagName: String {
    let rest = input[(index + 1)...].drop { $0 == UInt8(ascii: "/") }
    let name = rest.prefix(12).prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: false
      }
    }
    return String(decoding: name, as: UTF8.self).asciiLowercased
  }

  /// To the first `>` outside an attribute's quotation marks.
  private mutating func skipToTagEnd() {
    var quote: UInt8?
    while index < input.count {
      let byte = input[index]
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
  }

  private mutating func skip(behind end: String) {
    while index < input.count, !matches(end) { index += 1 }
    index = min(input.count, index + end.utf8.count)
  }

  private func matches(_ text: String) -> Bool {
    let wanted = text.utf8
    guard index + wanted.count <= input.count else { return false }
    return zip(input[index...], wanted).allSatisfy { found, byte in
      found == byte || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(found) && found | 0x20 == byte
    }
  }

  private mutating func appendEntity() {
    let body = input[(index + 1)...].prefix(12)
    guard let end = body.firstIndex(of: UInt8(ascii: ";")), let scalar = Self.scalar(of: body[..<end]) else {
      append([input[index]])
      index += 1
      return
    }
    if scalar == "\u{A0}" || scalar == " " { owesSpace = true } else { append(Array(String(Character(scalar)).utf8)) }
    index = end + 1
  }

  private static func scalar(of body: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: body, as: UTF8.self)
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return code.flatMap(Unicode.Scalar.init)
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®", "trade": "™",
    "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "euro": "€",
    "middot": "·", "bull": "•", "laquo": "«", "raquo": "»",
  ]

  private static let blocks: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "section", "article",
  ]
}
