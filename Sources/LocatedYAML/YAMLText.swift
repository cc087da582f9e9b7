/// Texts as they are written into a file, so that they are read as the same texts again.
package enum YAMLText {
  /// The text as a value or a key, in quotes where it needs them.
  ///
  /// - Parameter isInBrackets: whether it is within `{…}` or `[…]`, where a `${…}` needs quotes too.
  package static func scalar(_ text: String, isInBrackets: Bool = false) -> String {
    if isPlain(text) || !isInBrackets && isVariable(text) { return text }
    if text.unicodeScalars.contains(where: needsEscape) { return escaped(text) }
    return YAMLQuoting.quoted(text)
  }

  private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"]

  /// Letters, digits and what joins them, which nothing in a file takes for anything else.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, last != " " else { return false }
    guard first.properties.isAlphabetic, !words.contains(text.lowercased()) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " -_./@+()'".unicodeScalars.contains(scalar)
    }
  }

  /// A single `${…}` with names and paths only.
  private static func isVariable(_ text: String) -> Bool {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return false }
    return text.dropFirst(2).dropLast().unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-()".unicodeScalars.contains(scalar))
    }
  }

  /// Whether a sign is written as an escape: it cannot be seen, or a terminal takes it for something else.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  private static func escaped(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": written += "\\\(scalar)"
      case "\n": written += "\\n"
      case "\t": written += "\\t"
      case _ where needsEscape(scalar): written += "\\U" + padded(scalar.value)
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }

  private static func padded(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
