internal import Encodings

extension Pattern {
  /// Whether a regular expression finds a match in every text, so that it checks nothing.
  ///
  /// It is tried on texts of which one differs from anything that a pattern can refuse: none, each sign alone, all signs in every
  /// order, and the pattern's own text. A pattern that excludes by other means is not tried.
  static func fitsEveryText(_ text: String) -> Bool {
    // What comes before it decides nothing, and what comes after it is not looked at.
    if text.hasPrefix("(*ACCEPT)") || fitsEveryEnd(text) || fitsEveryStart(text) { return true }
    let text = plain(text)
    guard !excludingSyntax.contains(where: { TextSearch($0).isFound(in: text) }) else { return false }
    do throws(PatternError) {
      // `^.*$` refuses a text of two lines.
      let pattern = try Pattern(text)
      for sample in [""] + signs.map(String.init) + [text, everyPair] where try pattern.firstMatch(in: sample) == nil { return false }
      return true
    } catch {
      return false
    }
  }

  /// Whether a regular expression finds a match in no text, as far as it is one of the few that are written to say so, or of plain signs
  /// with a beginning of the text behind one of them or an end before one: `a^`, `$a`, `\z.`.
  static func fitsNoText(_ text: String) -> Bool {
    if ["(?!)", "(*F)", "(*FAIL)", "[^\\s\\S]", "[^\\w\\W]", "[^\\d\\D]"].contains(text) { return true }
    var (hasSign, isOver, isNever) = (false, false, false)
    // `\Z` may be before a last line break, so it is not among them.
    for sign in text.replacing("\\z", with: "$").replacing("\\A", with: "^").unicodeScalars {
      switch sign {
      case "^": isNever = isNever || hasSign
      case "$": isOver = true
      case "|", "(", ")", "[", "]", "{", "}", "\\", "*", "?", "+": return false
      default: (hasSign, isNever) = (true, isNever || isOver)
      }
    }
    return isNever
  }

  /// Whether it matches without a sign at the end of every text, where nothing follows, and does not look at what comes before.
  private static func fitsEveryEnd(_ text: String) -> Bool {
    fits("\\z(?:\(text))", without: ["^", "\\A", "\\G", "(?<=", "(?<!"], of: text)
  }

  /// The same at the beginning, where nothing comes before and what follows is not looked at.
  private static func fitsEveryStart(_ text: String) -> Bool {
    fits("\\A(?:\(text))", without: ["$", "\\z", "\\Z", "(?=", "(?!", "(?>", "++", "*+", "?+", "}+", "(?("], of: text)
  }

  /// Whether a pattern matches an empty text and another one, and has none of these signs nor any that look to both sides.
  private static func fits(_ pattern: String, without signs: [String], of text: String) -> Bool {
    guard !(signs + ["\\b", "\\B", "\\K", "(*"]).contains(where: { TextSearch($0).isFound(in: text) }) else { return false }
    do throws(PatternError) {
      let pattern = try Pattern(pattern)
      for sample in ["", "x"] where try pattern.firstMatch(in: sample) == nil { return false }
      return true
    } catch {
      return false
    }
  }

  /// The text that a match begins, ends or is, for a pattern of nothing but plain signs and `^` before or `$` behind them; `nil` for any other.
  static func plainPart(of text: String) -> String? {
    var part = Substring(text)
    if part.hasPrefix("^") { part.removeFirst() }
    if part.hasSuffix("$") { part.removeLast() }
    let isPlain = part.unicodeScalars.allSatisfy { !"\\^$.|?*+()[]{}".unicodeScalars.contains($0) }
    return isPlain && !part.isEmpty ? String(part) : nil
  }

  /// The pattern without what is never or always there, in other words that mean the same.
  private static func plain(_ text: String) -> String {
    guard !text.contains("["), !text.contains("\\Q") else { return text }
    return text.replacing("(?!)", with: "(?:[^\\s\\S])").replacing("(?=)", with: "(?:)").replacing("(*FAIL)", with: "(?:[^\\s\\S])")
  }

  /// What must not follow, and signs that a pattern spells by their number or property.
  private static let excludingSyntax = ["(?!", "(?<!", "\\x", "\\o", "\\p", "\\P", "\\N", "\\X", "(*"]

  private static let signs: [Unicode.Scalar] = (0x01...0x7F).map { Unicode.Scalar(UInt8($0)) } + ["\u{85}", "\u{A0}", "é", "漢"]

  /// Each sign after each other one, so that no two neighbours are missing, in a text longer than a pattern can count.
  private static let everyPair: String = {
    var text = String.UnicodeScalarView()
    for first in signs {
      for second in signs { text.append(contentsOf: [first, second]) }
    }
    return String(repeating: String(text), count: 3)
  }()
}
