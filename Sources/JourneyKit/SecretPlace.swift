import Diagnostics

/// A place of a YAML file where secrets are expected further down, so that a value of another shape there may be one: a list or a text in
/// place of a map of accounts, of headers or of answers, and what comes after the name of a secret in a template.
enum SecretPlace {
  /// Where the value of such a key begins that is not written as the language asks; `nil` where none is.
  ///
  /// - Parameter isOfTenants: whether the file is one of tenants, and none of scenarios.
  static func start(in line: String, _ number: Int, of file: SourceFile, isOfTenants: Bool) -> String.Index? {
    for match in line.matches(of: key) {
      let name = String(match.output.1)
      let isForm = name == "form" && isOfRequest(line, number, file)
      guard isLookedAt(name, isOfTenants), isForm || !isWellFormed(line[match.range.upperBound...], name) else { continue }
      if isForm, line[match.range.upperBound...].first.map({ "{*&#".contains($0) }) ?? true { continue }
      return match.range.upperBound
    }
    if isOfTenants, let value = line.firstMatch(of: valueOfSecret), SecretKey.isSecret(value.output.1.lowercased(), isOfTenants: true) {
      return value.range.upperBound
    }
    guard let (parent, above) = parent(of: line, number, file) else {
      // A file without any key may be the secret itself, given in the place of another file.
      return isOfTenants && !hasKeys(file) ? line.firstIndex { $0 != " " && $0 != "-" } : nil
    }
    if isOfTenants, let entry = line.firstMatch(of: /^\s*["']?(\w+)["']?:\s+/) {
      // The entries of a list of names, and what is given for a secret in place of where it may go.
      if parent == "env" || entry.output.1 == "value" && SecretKey.isSecret(parent.lowercased(), isOfTenants: true) {
        return entry.range.upperBound
      }
    }
    if isOfTenants, !line.contains(/^\s*["']?[^\s"':]+["']?:(\s|$)/), let text = file.line(above),
      Self.parent(of: text, above, file)?.name == "accounts"
    {
      // An account is a map, and this is an item or a text in place of one.
      return line.firstIndex { $0 != " " && $0 != "-" }
    }
    guard isLookedAt(parent, isOfTenants), parent != "env", parent != "form" else { return nil }
    if let item = line.firstMatch(of: /^\s*-\s+/) {
      // A row of examples is a map.
      return parent == "examples" && line[item.range.upperBound...].contains(/^["'{*&]|^[\w-]+["']?:(\s|$)/) ? nil : item.range.upperBound
    }
    guard parent == "accounts" || plurals.contains(parent), let entry = line.firstMatch(of: /^(\s*)["']?([^\s"':]+)["']?:\s+/) else {
      return nil
    }
    guard !isEntry(line[entry.range.upperBound...], of: parent) else { return nil }
    // Account and password may have changed places.
    return entry.output.2.allSatisfy { $0.isLetter || $0 == "_" } ? entry.range.upperBound : entry.output.1.endIndex
  }

  /// What comes after the name of a secret or of a variable of the environment in a template, and what `totp` is given in place of a name.
  static var defaults: Regex<(Substring, Substring, Substring)> {
    // Another '${' ends the search for what belongs to the first one, so that a line of many takes no longer than one of few.
    /(\$\{(?:[^}$]|\$(?!\{))*?\b(?:(?:secret|env)\.\w+(?!\w)|totp\(\s*(?=["'A-Z0-9])|totp\(\s*[\w.]+(?=\s*,)))(\s*[^\s})][^}]*)/
  }

  private static let plurals: Set<String> = ["secrets", "credentials", "passwords"]

  private static var key: Regex<(Substring, Substring)> {
    /(?:^|[\s{,])["']?(accounts|headers|answers|secrets|credentials|passwords|env|form|parameters)["']?:\s+/
  }

  /// `DB_PASSWORD: {value: …}`.
  private static var valueOfSecret: Regex<(Substring, Substring)> { /["']?([\w-]+)["']?:\s+\{\s*["']?(?:value|text|default)["']?:\s+/ }

  /// Whether a key is next to that of a request.
  private static func isOfRequest(_ line: String, _ number: Int, _ file: SourceFile) -> Bool {
    let indent = line.prefix { $0 == " " }.count
    return stride(from: number - 1, to: max(number - 12, 0), by: -1).contains { above in
      file.line(above)?.contains(/^\s*- request:/) == true && file.line(above)?.prefix { $0 == " " }.count == indent - 2
    }
  }

  private static func hasKeys(_ file: SourceFile) -> Bool {
    (1...max(1, min(file.lineCount, 50))).contains { file.line($0)?.contains(/^\s*(?:- )?[{"']?[^\s"':]+["']?:(\s|$)|^\s*[{\[]/) == true }
  }

  private static func isLookedAt(_ name: String, _ isOfTenants: Bool) -> Bool {
    switch name {
    case "headers": true
    case "env": isOfTenants
    case "answers", "examples", "form", "parameters": !isOfTenants
    default: isOfTenants && (name == "accounts" || plurals.contains(name))
    }
  }

  /// Whether a value is empty, a name of another one, or a map, as the language asks.
  private static func isWellFormed(_ value: Substring, _ name: String) -> Bool {
    guard let first = value.first(where: { $0 != " " }) else { return true }
    switch first {
    case "#", "*", "&": return true
    // A form of a screen is named by a word, one of a request is a map.
    case _ where name == "form": return !value.contains("=")
    case _ where name == "env": return first == "["
    case "{": return !(name == "accounts" || plurals.contains(name)) || entries(of: value).allSatisfy { isWellFormed(entry: $0, of: name) }
    default: return false
    }
  }

  /// Whether an entry of a map in braces has a name with a value as the language asks.
  private static func isWellFormed(entry: Substring, of name: String) -> Bool {
    guard let key = entry.firstMatch(of: /^\s*["']?[^\s"':]+["']?:(\s+|$)/) else { return entry.allSatisfy { $0 == " " } }
    return isEntry(entry[key.range.upperBound...], of: name)
  }

  /// Whether the value of one account, or of one of a policy's secrets, may be that.
  private static func isEntry(_ value: Substring, of name: String) -> Bool {
    guard let first = value.first(where: { $0 != " " }) else { return true }
    if "{*&#".contains(first) { return true }
    return name == "secrets" && (first == "[" || value.contains(/^["']?https?:/))
  }

  /// The entries of a map in braces that a line begins, as far as it goes.
  private static func entries(of map: Substring) -> [Substring] {
    var entries: [Substring] = []
    var (depth, start, place) = (0, map.startIndex, map.startIndex)
    loop: while place < map.endIndex {
      switch map[place] {
      case "{", "[":
        depth += 1
        if depth == 1 { start = map.index(after: place) }
      case "}", "]":
        depth -= 1
        if depth == 0 { break loop }
      case "," where depth == 1:
        entries.append(map[start..<place])
        start = map.index(after: place)
      default: break
      }
      place = map.index(after: place)
    }
    return entries + [map[start..<place]]
  }

  /// The key in whose value a line is, where that has a line of its own, and the number of that line.
  private static func parent(of line: String, _ number: Int, _ file: SourceFile) -> (name: String, line: Int)? {
    let indent = line.prefix { $0 == " " }.count
    let isItem = line.drop { $0 == " " }.hasPrefix("- ")
    for above in stride(from: number - 1, to: max(number - 50, 0), by: -1) {
      guard let text = file.line(above), text.contains(where: { $0 != " " }) else { continue }
      let own = text.prefix { $0 == " " }.count
      // The items of a list may be where their key is.
      guard own < indent || isItem && own == indent && !text.drop(while: { $0 == " " }).hasPrefix("-") else { continue }
      return text.firstMatch(of: /^\s*(?:- )?["']?(\w+)["']?:\s*(?:#.*)?$/).map { (String($0.output.1), above) }
    }
    return nil
  }
}
