/// Text from a server or a file made harmless for a terminal, a log and XML.
///
/// Escape sequences go whole, hyperlinks included, so that no debris of them remains; every other control character, and
/// what changes the order of the text around it, is replaced by a visible sign.
public enum HarmlessText {
  /// The default length of a text in a report, in bytes.
  public static let usualLimit = 2000
  /// An escape sequence longer than this is none: a text that never ends it must not vanish.
  private static let maxSequenceLength = 4096

  /// The text on one line, cut at this many bytes with a note on how many there were.
  public static func line(_ text: String, limit: Int = usualLimit) -> String {
    cut(clean(text, limit: limit, keepsLines: false), limit: limit, of: text.utf8.count)
  }

  /// The text with its line breaks and tabs, cut likewise.
  public static func block(_ text: String, limit: Int = usualLimit) -> String {
    cut(clean(text, limit: limit, keepsLines: true), limit: limit, of: text.utf8.count)
  }

  /// The text with its line breaks and tabs, its middle taken out if it is longer than this many bytes.
  public static func ends(of text: String, limit: Int) -> String {
    let whole = clean(text, limit: nil, keepsLines: true)
    let count = whole.utf8.count
    guard count > limit else { return whole }
    let head = prefix(of: whole, limit: limit / 2)
    let tail = suffix(of: whole, limit: limit / 2)
    return "\(head)\n… \(count - head.utf8.count - tail.utf8.count) bytes left out …\n\(tail)"
  }

  /// The beginning of a text, with a note on how many bytes there were.
  static func cut(_ text: String, limit: Int, of count: Int) -> String {
    guard text.utf8.count > limit || count > looked(at: limit) else { return text }
    return prefix(of: text, limit: limit) + "… (cut, \(count) bytes in all)"
  }

  /// How much may be read to show this many bytes: sequences that vanish come on top.
  private static func looked(at limit: Int) -> Int { limit * 2 + 2 * maxSequenceLength }

  private static func clean(_ text: String, limit: Int?, keepsLines: Bool) -> String {
    if isPlain(text, keepsLines: keepsLines) { return text }
    var cleaner = Cleaner(keepsLines: keepsLines)
    var scalars = text.unicodeScalars[...]
    if let limit, text.utf8.count > looked(at: limit) { scalars = prefix(of: text, limit: looked(at: limit)).unicodeScalars[...] }
    while let scalar = scalars.first {
      if let length = sequenceLength(scalars) {
        scalars = scalars.dropFirst(length)
      } else {
        scalars.removeFirst()
        cleaner.add(scalar)
      }
    }
    return String(cleaner.result)
  }

  /// Whether nothing but plain ASCII is in it, which most texts are.
  private static func isPlain(_ text: String, keepsLines: Bool) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || keepsLines && ($0 == 0x0A || $0 == 0x09) }
  }

  private struct Cleaner {
    var keepsLines: Bool
    var result = String.UnicodeScalarView()
    private var endedWithReturn = false

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    mutating func add(_ scalar: Unicode.Scalar) {
      defer { endedWithReturn = scalar == "\r" }
      guard keepsLines else {
        result.append(HarmlessText.sign(for: scalar))
        return
      }
      switch scalar {
      case "\t": result.append(scalar)
      case "\n": if !endedWithReturn { result.append(scalar) }
      case "\r": result.append("\n")
      default: result.append(HarmlessText.sign(for: scalar))
      }
    }
  }

  /// What is shown for a scalar; two of each plane are not characters, which XML refuses.
  private static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : DisplayText.harmless(scalar)
  }

  static func prefix(of text: String, limit: Int) -> String {
    let utf8 = text.utf8
    guard utf8.count > limit else { return text }
    var end = utf8.index(utf8.startIndex, offsetBy: max(limit, 0))
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(text[..<end])
  }

  private static func suffix(of text: String, limit: Int) -> String {
    let utf8 = text.utf8
    var start = utf8.index(utf8.endIndex, offsetBy: -min(limit, utf8.count))
    while start < utf8.endIndex, utf8[start] & 0xC0 == 0x80 { start = utf8.index(after: start) }
    return String(text[start...])
  }
}

// Escape sequences, by ECMA-48: what introduces them, what they hold, what ends them.
extension HarmlessText {
  /// How many scalars the sequence that begins here has; `nil` if none begins.
  private static func sequenceLength(_ text: Substring.UnicodeScalarView) -> Int? {
    var rest = text
    guard let introducer = rest.popFirst() else { return nil }
    switch introducer {
    case "\u{9B}": return controlSequence(rest).map { $0 + 1 }
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": return commandString(rest).map { $0 + 1 }
    case "\u{1B}":
      switch rest.popFirst() {
      case "[": return controlSequence(rest).map { $0 + 2 }
      case "]", "P", "X", "^", "_": return commandString(rest).map { $0 + 2 }
      case let next?: return shortSequence(next, rest)
      case nil: return nil
      }
    default: return nil
    }
  }

  private static func controlSequence(_ text: Substring.UnicodeScalarView) -> Int? {
    var length = 0
    for scalar in text.prefix(maxSequenceLength) {
      length += 1
      switch scalar.value {
      case 0x20...0x3F: continue
      case 0x40...0x7E: return length
      default: return nil
      }
    }
    return nil
  }

  /// Up to BEL, ST or its two-character form.
  private static func commandString(_ text: Substring.UnicodeScalarView) -> Int? {
    var length = 0
    var wasEscape = false
    for scalar in text.prefix(maxSequenceLength) {
      length += 1
      if scalar == "\u{07}" || scalar == "\u{9C}" || wasEscape && scalar == "\\" { return length }
      wasEscape = scalar == "\u{1B}"
    }
    return nil
  }

  private static func shortSequence(_ next: Unicode.Scalar, _ text: Substring.UnicodeScalarView) -> Int? {
    switch next.value {
    case 0x20...0x2F:
      let between = text.prefix { (0x20...0x2F).contains($0.value) }.count
      guard between < 16, let last = text.dropFirst(between).first, (0x30...0x7E).contains(last.value) else { return nil }
      return between + 3
    case 0x30...0x7E: return 2
    default: return nil
    }
  }
}
