internal import Encodings

extension Pattern {
  /// Whether a regular expression finds a match in every text, so that it checks nothing.
  ///
  /// It is tried on texts of which one differs from anything that a pattern can refuse: none, each sign alone, all signs in every
  /// order, and the pattern's own text. A pattern that excludes by other means is not tried.
  static func fitsEveryText(_ text: String) -> Bool {
    // What comes before it decides nothing, and what comes after it is not looked at.
    if text.hasPrefix("(*ACCEPT)") { return true }
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
