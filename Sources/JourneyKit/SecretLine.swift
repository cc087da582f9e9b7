import Diagnostics

/// A line of a YAML file without the values of keys that hold secrets: what is wrong with a file may be a password in it.
struct SecretLine {
  private static let mark = "***"
  /// What a value is that is no secret: a word of the language, or a template.
  private static let words: Set<String> = ["required", "optional", "absent", "present", "password", "true", "false", "null", "~"]

  /// The line as it may be shown.
  private(set) var text = ""
  /// What was taken out of it, without quotation marks, and the parts of that.
  private(set) var values: [String] = []

  /// The line of this number.
  ///
  /// - Parameter allowsSentences: whether a value of several words is a text for people, as in scenarios.
  init(_ line: String, number: Int, of file: SourceFile, allowsSentences: Bool) {
    if Self.continuesValue(line, number, file) {
      let indent = line.prefix { $0 == " " }
      text = indent + Self.mark
      take(String(line.dropFirst(indent.count)))
      return
    }
    var rest = Substring(line)
    if let key = rest.firstMatch(of: Self.bareKey) {
      // Its colon was forgotten.
      text = rest[..<key.range.upperBound] + Self.mark
      take(String(rest[key.range.upperBound...]))
      return
    }
    while let key = rest.firstMatch(of: Self.key) {
      let before = line[..<key.range.upperBound]
      text += rest[..<key.range.upperBound]
      rest = rest[key.range.upperBound...]
      let value = Self.value(rest, isInBrackets: before.contains("{") || before.contains("["))
      guard Self.isSecret(value, allowsSentences) else { continue }
      text += Self.mark
      take(String(value))
      rest = rest[value.endIndex...]
    }
    text += rest
  }

  /// Takes note of a value and of its parts: of a line that is wrong, messages show one.
  private mutating func take(_ value: String) {
    let whole = Self.unquoted(value)
    values += [whole] + whole.split { " ,:{}[]\"'".contains($0) }.map(String.init)
  }

  /// The name of a key that holds a secret, as far as the value; the sign between may be the error.
  private static var key: Regex<Substring> {
    /(?i)(?:^|[\s{,\[?-])["']?(?:[\w-]*[_-])?(?:password|passwd|passcode|secret|totp|token|authorization|cookie|api-key)["']?\s*[:=](?!=)\s*/
  }

  /// The name of such a key at the beginning of a line that has one more word, and no sign between.
  private static var bareKey: Regex<Substring> {
    /(?i)^\s*(?:- )?(?:[\w-]*[_-])?(?:password|passwd|passcode|secret|totp|token)\s+(?=[^\s:=#]+\s*$)/
  }

  /// The value that a line begins with: up to its closing quotation mark, in brackets up to what ends it, else all of the line.
  private static func value(_ line: Substring, isInBrackets: Bool) -> Substring {
    if let quote = line.first, quote == "\"" || quote == "'" {
      let inside = line.dropFirst()
      guard let end = inside.firstIndex(of: quote) else { return line }
      let after = inside[inside.index(after: end)...]
      // What follows a value that is closed too early is a part of it.
      let ends = after.allSatisfy { $0 == " " } || after.drop { $0 == " " }.first.map { ",}]#".contains($0) } == true
      return ends ? line[..<inside.index(after: end)] : isInBrackets ? inBrackets(line) : line
    }
    return isInBrackets ? inBrackets(line) : line
  }

  private static func inBrackets(_ line: Substring) -> Substring {
    line[..<(line.firstMatch(of: /,\s|[}\]]/)?.range.lowerBound ?? line.endIndex)]
  }

  private static func isSecret(_ value: Substring, _ allowsSentences: Bool) -> Bool {
    let text = unquoted(String(value))
    guard let first = value.first, !text.isEmpty, !"{[$*|>#".contains(first), !text.contains("${"), !words.contains(text) else {
      return false
    }
    return !allowsSentences || !text.contains(" ")
  }

  /// Whether a line is within the value of such a key above it.
  private static func continuesValue(_ line: String, _ number: Int, _ file: SourceFile) -> Bool {
    let indent = line.prefix { $0 == " " }.count
    guard indent < line.count else { return false }
    for above in stride(from: number - 1, to: max(number - 20, 0), by: -1) {
      guard let text = file.line(above), text.contains(where: { $0 != " " }) else { continue }
      let own = text.prefix { $0 == " " }.count
      // The lines of a block may not be indented, which is an error.
      guard own < indent || own == indent && above == number - 1 && text.contains(/:\s*[|>][-+0-9]*\s*$/) else { continue }
      guard let key = text.firstMatch(of: key) else { return false }
      let value = text[key.range.upperBound...]
      guard let first = value.first else {
        // Below a widget of that name are keys of the widget.
        let isKey = line.firstMatch(of: /^\s*["']?[\w.-]+["']?:(\s|$)/) != nil
        return !isKey && !line.drop { $0 == " " }.hasPrefix("- ")
      }
      return "|>".contains(first) || "\"'".contains(first) && value.count { $0 == first } == 1
    }
    return false
  }

  private static func unquoted(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text = text.dropLast() }
    if let quote = text.first, "\"'".contains(quote) {
      text = text.dropFirst()
      if text.last == quote { text = text.dropLast() }
    }
    return String(text)
  }
}
