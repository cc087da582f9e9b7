import TenantImport

/// An expression as it may be shown: its texts may name people, and are not written.
struct OktaExpression: Sendable {
  /// With `'…'` for each text, and without comments.
  let shown: String

  init(_ text: String) {
    var shown = ""
    var rest = Substring(text)
    while let sign = rest.first {
      if sign == "'" || sign == "\"" {
        shown += "'…'"
        rest = rest.dropFirst().drop { $0 != sign }.dropFirst()
      } else if rest.hasPrefix("/*") {
        rest = Self.after("*/", rest.dropFirst(2))
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else {
        shown.append(sign)
        rest = rest.dropFirst()
      }
    }
    self.shown = SourceText.line(shown)
  }

  private static func after(_ end: String, _ text: Substring) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst() }
    return rest.dropFirst(end.count)
  }

  /// What it reads first, e.g. `department` of `user.profile.department == '…'`.
  var name: String {
    let start = shown.drop { !Self.isOfName($0) }
    let words = start.prefix { Self.isOfName($0) || $0 == "." }.split(separator: ".").filter { !["user", "profile"].contains($0) }
    return words.isEmpty ? "expression" : words.prefix(4).joined(separator: "_")
  }

  private static func isOfName(_ sign: Character) -> Bool { sign.isASCII && (sign.isLetter || sign.isNumber || sign == "_") }
}
