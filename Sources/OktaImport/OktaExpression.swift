import TenantImport

/// An expression as it may be shown: its texts may name people, and are not written.
struct OktaExpression: Sendable {
  /// With `'…'` for each text, pattern and number of several digits, and for what is compared and is not a name of a fact; without comments.
  let shown: String

  init(_ text: String) {
    var shown = ""
    var rest = Substring(text)
    while let sign = rest.first {
      if let end = Self.quotes[sign] {
        shown += "'…'"
        rest = Self.afterText(rest.dropFirst(), end)
      } else if rest.hasPrefix("/*") {
        rest = Self.after("*/", rest.dropFirst(2))
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if Self.isOfName(sign) || sign == "+" {
        let word = rest.prefix { Self.isOfName($0) || $0 == "." || $0 == "+" }
        shown += Self.isValue(word, after: shown) ? "'…'" : String(word)
        rest = rest.dropFirst(word.count)
      } else {
        shown.append(sign)
        rest = rest.dropFirst()
      }
    }
    self.shown = SourceText.line(shown)
  }

  private static let quotes: [Character: Character] = [
    "'": "'", "\"": "\"", "`": "`", "\u{2018}": "\u{2019}", "\u{201C}": "\u{201D}",
  ]

  /// What comes behind a text; a sign behind a backslash does not end it.
  private static func afterText(_ text: Substring, _ end: Character) -> Substring {
    var rest = text
    while let sign = rest.first, sign != end { rest = rest.dropFirst(sign == "\\" ? 2 : 1) }
    return rest.dropFirst()
  }

  /// Whether a word may say something of a person or a thing: a long number, or what is compared and is not a name with dots.
  private static func isValue(_ word: Substring, after shown: String) -> Bool {
    if word.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count > 3 }) { return true }
    let before = shown.last { $0 != " " }
    guard before == "=" || before == "<" || before == ">" else { return false }
    return !word.contains(".") && word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
  }

  private static func after(_ end: String, _ text: Substring) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst() }
    return rest.dropFirst(end.count)
  }

  /// What it reads first, e.g. `department` of `user.profile.department == '…'`; empty if it begins with none.
  var name: String {
    let start = shown.drop { !Self.isOfName($0) }
    let words = start.prefix { Self.isOfName($0) || $0 == "." }.split(separator: ".").filter { !["user", "profile"].contains($0) }
    return words.prefix(4).joined(separator: "_")
  }

  private static func isOfName(_ sign: Character) -> Bool { sign.isASCII && (sign.isLetter || sign.isNumber || sign == "_") }
}
