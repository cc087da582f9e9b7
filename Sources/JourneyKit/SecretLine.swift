import Diagnostics
import Encodings
import ModelCoding

/// A line of a YAML file without the values of keys that hold secrets: what is wrong with a file may be a password in it.
struct SecretLine {
  private static let mark = "***"
  /// What a value is that is not a secret: a word of the language, or a template.
  private static let words: Set<String> = ["required", "optional", "absent", "present", "password", "true", "false", "null", "~"]

  /// The line as it may be shown.
  private(set) var text = ""
  /// What was taken out of it, without quotation marks, and the parts of that.
  private(set) var values: [String] = []

  /// The line of this number.
  ///
  /// - Parameter isOfPeople: whether a value of several words is a text for people, as in scenarios; in rows of JSON it never is.
  init(_ line: String, number: Int, of file: SourceFile, allowsSentences isOfPeople: Bool) {
    let allowsSentences = isOfPeople && !file.name.asciiLowercased.hasSuffix(".json")
    if number > 1, Self.isOfSecretRows(file) {
      // Cells need not be where the first line has their names: that may be the error.
      text = Self.mark
      values += line.split { ",;\t".contains($0) }.map { Self.unquoted(String($0)) }
      take(line)
      return
    }
    if let name = line.firstMatch(of: Self.variable) {
      text = name.output + Self.mark
      take(String(line[name.range.upperBound...]))
      return
    }
    if Self.continuesValue(line, number, file) {
      let indent = line.prefix { $0 == " " }
      text = indent + Self.mark
      take(String(line.dropFirst(indent.count)))
      return
    }
    var line = line
    if let start = SecretPlace.start(in: line, number, of: file, isOfTenants: !allowsSentences) {
      // Keys of letters are words of the language, which messages have.
      take(String(line[start...]).replacing(/(^|[\s{,\["'])[A-Za-z_]+:\s/) { String($0.output.1) })
      line = line[..<start] + Self.mark
    }
    var rest = Substring(line)
    if let key = rest.firstMatch(of: Self.bareKey) {
      // Its colon was forgotten.
      text = rest[..<key.range.upperBound] + Self.mark
      take(String(rest[key.range.upperBound...]))
      return
    }
    if !allowsSentences, Self.followsOption(number, file), let item = rest.firstMatch(of: /^\s*-\s+/) {
      text = rest[..<item.range.upperBound] + Self.mark
      take(String(rest[item.range.upperBound...]))
      return
    }
    var isHeader = !allowsSentences && Self.isHeader(line, number, file)
    while let key = SecretKey.next(in: rest, isOfTenants: !allowsSentences, isHeader: isHeader) {
      let before = line[..<key.range.upperBound]
      text += rest[..<key.range.upperBound]
      rest = rest[key.range.upperBound...]
      isHeader = isHeader || !allowsSentences && key.isOfHeaders
      guard !key.isOfHeaders else { continue }
      let value = Self.value(rest, isInBrackets: before.contains("{") || before.contains("["))
      guard Self.isSecret(value, of: key, allowsSentences) else { continue }
      text += Self.mark
      take(String(value))
      rest = rest[value.endIndex...]
    }
    text += rest
    hideCredentials()
  }

  /// Hides what commands and headers are given in the form that everybody knows, wherever it is.
  private mutating func hideCredentials() {
    for value in CredentialText.found(inAddressesOf: text) {
      text = text.replacing(value, with: Self.mark)
      take(value)
    }
    // Making a pattern takes longer than looking for the signs that each of them needs.
    let small = text.lowercased()
    if small.contains("basic") || small.contains("bearer") { hide(Self.scheme, if: Self.isValue) }
    if text.contains("--") || small.contains("-u") {
      hide(Self.quotedArgument, if: Self.isValue)
      hide(Self.listedArgument, if: Self.isValue)
      hide(Self.quotedOption, if: Self.isValue)
    }
    if text.contains("--") { hide(Self.option, if: Self.isValue) }
    if small.contains("-u") {
      hide(text.contains("curl") ? Self.user : Self.userWithPassword, if: Self.isValue)
    }
    if text.contains("${"), ["secret.", "env.", "totp("].contains(where: { text.contains($0) }) {
      hide(SecretPlace.defaults) { !$0.allSatisfy { " )".contains($0) } }
    }
  }

  private static func isValue(_ text: Substring) -> Bool { !text.hasPrefix("${") }

  /// Hides the second part of what a pattern finds, if it is a value.
  private mutating func hide(_ pattern: Regex<(Substring, Substring, Substring)>, if isValue: (Substring) -> Bool) {
    text = text.replacing(pattern) { match in
      guard match.output.2 != Self.mark, isValue(match.output.2) else { return String(match.output.0) }
      take(String(match.output.2))
      return match.output.1 + Self.mark
    }
  }

  /// What a line of a file of variables begins with: such a file is in the wrong place, and may be one of secrets.
  private static var variable: Regex<Substring> { /^(?:export )?[A-Za-z_][A-Za-z0-9_]*=(?![=\s])/ }

  /// A credential after the name of its scheme (RFC 9110 section 11.4): one with a number in it, as sentences have the names, too.
  private static var scheme: Regex<(Substring, Substring, Substring)> {
    /(?i)(\b(?:Bearer|Basic)\s+)((?=[^\s"',}\]]*[0-9])[^\s"',}\]]{4,})/
  }

  /// The argument of an option that holds a secret, and no such option.
  private static var option: Regex<(Substring, Substring, Substring)> {
    /(?i)(--(?:user|proxy-user|password|passwd|pass|token|secret|api-key|client-secret)["']?[ =,]+["']?)(?!--[a-z-]+["']?[ =,])([^\s"',}\]]+)/
  }

  /// The argument of such an option in quotation marks: it may have blanks.
  private static var quotedArgument: Regex<(Substring, Substring, Substring)> {
    /(?i)((?:\s|[\[,])["']?(?:-u|--(?:user|proxy-user|password|passwd|pass|token|secret|api-key|client-secret))["']?\s*[, =]\s*["'])([^"']+)/
  }

  /// Such an option and its argument, joined by `=`, in quotation marks.
  private static var quotedOption: Regex<(Substring, Substring, Substring)> {
    /(?i)(["']--(?:user|proxy-user|password|passwd|pass|token|secret|api-key|client-secret)=)([^"']+)/
  }

  /// The next item of a list after such an option, up to the next comma.
  private static var listedArgument: Regex<(Substring, Substring, Substring)> {
    /(?i)((?:\s|[\[,])["']?--(?:user|proxy-user|password|passwd|pass|token|secret|api-key|client-secret)["']?\s*,\s*)([^\s"',\]\-][^,\]]*)/
  }

  private static var user: Regex<(Substring, Substring, Substring)> { /([\s,\[]["']?-[uU]["']?[ ,]+["']?)([^\s"',}\]]+)/ }

  /// The same of another program, of which `-u` may mean something else.
  private static var userWithPassword: Regex<(Substring, Substring, Substring)> {
    /([\s,\[]["']?-[uU]["']?[ ,]+["']?)([^\s"',}\]:]+:[^\s"',}\]]+)/
  }

  /// Whether the item of a list above is such an option.
  private static func followsOption(_ number: Int, _ file: SourceFile) -> Bool {
    guard number > 1, let above = file.line(number - 1) else { return false }
    return above.contains(/^\s*-\s+["']?(?:-[uU]|--(?:user|proxy-user|password|passwd|pass|token|secret|api-key|client-secret))["']?\s*$/)
  }

  /// Whether a line is below the key 'headers', whose values may hold credentials under any name.
  private static func isHeader(_ line: String, _ number: Int, _ file: SourceFile) -> Bool {
    let indent = line.prefix { $0 == " " }.count
    for above in stride(from: number - 1, to: max(number - 20, 0), by: -1) {
      guard let text = file.line(above), text.contains(where: { $0 != " " }), text.prefix(while: { $0 == " " }).count < indent else {
        continue
      }
      return text.firstMatch(of: /^\s*["']?(\w+)["']?\s*:\s*$/).map { SecretKey.isOfHeaders(String($0.output.1)) } ?? false
    }
    return false
  }

  /// Whether a file of rows has a column of secrets, by the names in its first line.
  private static func isOfSecretRows(_ file: SourceFile) -> Bool {
    guard file.name.asciiLowercased.hasSuffix(".csv"), let names = file.line(1) else { return false }
    return names.split { ",;\t".contains($0) }.contains {
      SecretKey.isSecret(unquoted(String($0.filter { !$0.isWhitespace })).lowercased(), isOfTenants: false)
    }
  }

  /// Takes note of a value and of its parts: of a line that is wrong, messages show one.
  private mutating func take(_ value: String) {
    let whole = Self.unquoted(value)
    // A sign before it is left out of messages.
    values += [whole, String(whole.drop { "*&!|>#$@%`".contains($0) })] + whole.split { " ,:{}[]()\"'".contains($0) }.map(String.init)
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
    // A list is a value as a whole.
    if line.first == "[", let end = line.firstIndex(of: "]") { return line[...end] }
    return isInBrackets ? inBrackets(line) : line
  }

  private static func inBrackets(_ line: Substring) -> Substring {
    line[..<(line.firstMatch(of: /,\s|[}\]]/)?.range.lowerBound ?? line.endIndex)]
  }

  private static func isSecret(_ value: Substring, of key: SecretKey, _ allowsSentences: Bool) -> Bool {
    let text = unquoted(String(value))
    guard let first = value.first, !text.isEmpty, !words.contains(text) else { return false }
    switch first {
    // A list of words that the language has, and a map, are not secrets; a password may begin like either.
    case "[": return !text.hasSuffix("]") || !isOfWords(text.dropFirst().dropLast())
    case "{": return !text.contains(/[\w-]["']?:(\s|$)/)
    case "|", ">": return !text.contains(/^[|>][-+0-9]*\s*(#.*)?$/)
    default: break
    }
    if text.contains("${") { return !text.replacing(reference, with: "").isEmpty }
    return !allowsSentences || key.isCredential || !text.contains(" ")
  }

  /// A template that is a name. A number in a name is allowed after a root of the language only: people write a password in braces, too.
  private static var reference: Regex<Substring> {
    /\$\{\s*(?:(?:secret|env|account|tenant|app)\.[\w.-]+|[A-Za-z_.-]+)\s*\}/
  }

  private static func isOfWords(_ list: Substring) -> Bool {
    list.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }.allSatisfy {
      words.contains($0) || $0.hasPrefix("${") || $0.isEmpty
    }
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
      guard let key = SecretKey.next(in: text[...], isOfTenants: false, isHeader: false) else { return false }
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
