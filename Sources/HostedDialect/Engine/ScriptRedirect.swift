import Encodings

/// Where a page's script leads at once, read from its text without running it.
///
/// Only what cannot be misread counts: `location.replace('…')`, `location.assign('…')` and `location.href = '…'` with nothing but a
/// literal, and the same target everywhere. It has to be a statement of its own: what is in a comment, a function, a condition or a
/// timer may never be carried out.
enum ScriptRedirect {
  /// How much of the scripts is read.
  private static let byteLimit = 256 * 1024

  /// The address written in the scripts; `nil` if there is none, or more than one.
  static func target(in scripts: [String]) -> String? {
    var found: Set<String> = []
    for script in scripts {
      guard let targets = targets(in: Array(script.utf8.prefix(byteLimit))) else { return nil }
      found.formUnion(targets)
      if found.count > 1 { return nil }
    }
    return found.first
  }

  /// Every address that a script sets the location to, or opens a window at, in so many words, as the beginning of a text, or by a variable
  /// or member that is set so, wherever in it but in a comment: something may carry it out, such as a timer.
  ///
  /// - Parameter data: what the page keeps for its scripts, such as JSON, where a member may be as well.
  static func literals(in scripts: [String], data: [String] = []) -> [String] {
    let texts = scripts.map { ScriptText(Array($0.utf8.prefix(byteLimit))).bytes }
    var found: [String] = []
    var names: Set<String> = []
    forEachTarget(in: texts) { reader in
      var (named, decoded) = (reader, reader)
      if let literal = reader.literal(mayGoOn: true) {
        found.append(literal)
      } else if let literal = decoded.decodedLiteral() {
        found.append(PercentEncoding.decode(literal) ?? literal)
      } else if let name = named.name() ?? named.expression().lastMember {
        names.insert(name)
      }
    }
    for name in names.sorted() {
      for text in texts + data.map({ Array($0.utf8.prefix(byteLimit)) }) {
        var reader = ScriptReader(text)
        while reader.skipPast(Array(name.utf8)) {
          if reader.skipsEquals() || reader.skipsColon(), let literal = reader.literal() { found.append(literal) }
        }
      }
    }
    return found
  }

  /// Calls the body with a reader at each expression that the location is set to or a window is opened at.
  private static func forEachTarget(in texts: [[UInt8]], _ body: (inout ScriptReader) -> Void) {
    for text in texts {
      var reader = ScriptReader(text)
      while reader.skipPast(location) { if reader.skipsToAssignment() { body(&reader) } }
      reader = ScriptReader(text)
      while reader.skipPast(opening) { if reader.skipsToArgument() { body(&reader) } }
      reader = ScriptReader(text)
      while reader.skipPast(navigation) { if reader.skipsMember("navigate"), reader.skipsToArgument() { body(&reader) } }
    }
  }

  /// Whether a script sets the location to something that its text does not tell, or presses what is on its page.
  ///
  /// A script that only leaves a frame, or loads the same page again, leads to no other page.
  static func leadsOnUnread(_ scripts: [String]) -> Bool {
    scripts.contains { script in
      let text = ScriptText(Array(script.utf8.prefix(byteLimit))).bytes
      let plain = String(decoding: text, as: UTF8.self)
      if [".click()", "[\"location\"]", "['location']", "location.pathname =", "location.pathname="].contains(where: plain.contains) {
        return true
      }
      let isRead = !literals(in: [script]).isEmpty || !sources(in: [script]).isEmpty
      var expressions: [String] = []
      forEachTarget(in: [text]) { expressions.append($0.expression().trimmingASCIISpace) }
      return expressions.contains { expression in
        let isPutTogether = expression.contains("+") || expression.contains("${")
        return isPutTogether || !isRead && !expression.hasSuffix("location") && !expression.hasSuffix("location.href")
      }
    }
  }

  // MARK: What a script finds on its page

  /// Where a script takes an address from.
  enum Source: Sendable, Hashable {
    /// A parameter of the page's own address.
    case parameter(String)
    /// An attribute of the page, without `data-`.
    case data(String)
  }

  /// What scripts set the location to, or open a window at, as they find it, directly or by variables.
  ///
  /// A script that compares anything is left out: it may look at the address first.
  static func sources(in scripts: [String]) -> [Source] {
    var found: Set<Source> = []
    for script in scripts {
      let text = ScriptText(Array(script.utf8.prefix(byteLimit))).bytes
      guard !String(decoding: text, as: UTF8.self).mayCompare else { continue }
      var expressions: [String] = []
      forEachTarget(in: [text]) { expressions.append($0.expression()) }
      for expression in expressions { found.formUnion(sources(of: expression, in: text)) }
    }
    return found.sorted { "\($0)" < "\($1)" }
  }

  private static let mostVariables = 5

  /// What an expression reads, with the variables in it.
  private static func sources(of expression: String, in text: [UInt8]) -> [Source] {
    var (whole, read) = (expression, Set<String>())
    for _ in 0..<mostVariables {
      let names = Set(whole.split { !ScriptReader.isOfName($0) }.map(String.init)).subtracting(read)
      guard !names.isEmpty else { break }
      read.formUnion(names)
      for name in names.sorted() where !known.contains(name) {
        var reader = ScriptReader(text)
        while reader.skipPast(Array(name.utf8)) { if reader.skipsEquals() { whole += " " + reader.expression() } }
      }
    }
    var found = whole.arguments(of: "getAttribute").filter { $0.hasPrefix("data-") }.map { Source.data(String($0.dropFirst(5))) }
    found += whole.words(after: ".dataset.").map { .data($0.inKebabCase) }
    found += whole.arguments(of: "dataset", bracket: "[").map { .data($0.inKebabCase) }
    if whole.contains("URLSearchParams") || whole.contains("searchParams") { found += whole.arguments(of: "get").map(Source.parameter) }
    return found
  }

  /// Names that are not the script's own variables.
  private static let known: Set<String> = ["location", "window", "document", "search", "href", "new", "get", "URLSearchParams", "dataset"]
  private static let opening = Array("open".utf8)
  private static let location = Array("location".utf8)
  private static let navigation = Array("navigation".utf8)

  /// Whether a script or handler submits a form without the person.
  static func submitsForm(_ scripts: [String]) -> Bool {
    scripts.contains { $0.contains(".submit()") || $0.contains(".requestSubmit()") || $0.contains(".submit.call(") }
  }

  /// The literals that the location is set to; `nil` if it is also set to what is computed.
  private static func targets(in script: [UInt8]) -> [String]? {
    var found: [String] = []
    let text = ScriptText(script)
    var reader = ScriptReader(text.bytes)
    while reader.skipPast(location) {
      let isStatement = text.isStatement(at: reader.index - "location".utf8.count)
      guard reader.skipsToAssignment(), isStatement else { continue }
      guard let literal = reader.literal() else { return nil }
      found.append(literal)
    }
    return found
  }
}

/// Walks over a script, statement by statement as far as it has to.
private struct ScriptReader {
  private let bytes: [UInt8]
  private(set) var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Moves behind the next occurrence of a word that is not part of a longer name.
  mutating func skipPast(_ wanted: [UInt8]) -> Bool {
    while index + wanted.count <= bytes.count {
      defer { index += 1 }
      guard bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) else { continue }
      let isWhole = index == 0 || !Self.isOfName(bytes[index - 1])
      let end = index + wanted.count
      guard isWhole, end == bytes.count || !Self.isOfName(bytes[end]) else { continue }
      index = end - 1
      return true
    }
    return false
  }

  /// Moves to what the location is set to: behind `=`, `.href =`, `['href'] =`, `.replace(` or `.assign(`.
  mutating func skipsToAssignment() -> Bool {
    let start = index
    for method in ["replace", "assign"] where skipMember(method) {
      if skipsToArgument() { return true }
      index = start
    }
    _ = skipMember("href")
    if skipsEquals() { return true }
    index = start
    return false
  }

  /// Moves to the first argument of a call.
  mutating func skipsToArgument() -> Bool {
    skipSpace()
    return skip("(")
  }

  /// Moves behind `.name` or `['name']`.
  mutating func skipsMember(_ name: String) -> Bool { skipMember(name) }

  private mutating func skipMember(_ name: String) -> Bool {
    skip(".\(name)") || skip("['\(name)']") || skip("[\"\(name)\"]")
  }

  /// The text up to where the expression ends: an argument, or the right side of an assignment.
  mutating func expression() -> String {
    let start = index
    var depth = 0
    while index < bytes.count, depth > 0 || ![UInt8(ascii: ";"), UInt8(ascii: "\n"), UInt8(ascii: ",")].contains(bytes[index]) {
      if bytes[index] == UInt8(ascii: "(") || bytes[index] == UInt8(ascii: "[") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") || bytes[index] == UInt8(ascii: "]") {
        if depth == 0 { break }
        depth -= 1
      }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Moves behind `=`; a comparison sets nothing.
  mutating func skipsEquals() -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
    guard index + 1 == bytes.count || ![UInt8(ascii: "="), UInt8(ascii: ">")].contains(bytes[index + 1]) else { return false }
    index += 1
    return true
  }

  /// Moves behind `:` or `":`, as between a member and its value.
  mutating func skipsColon() -> Bool {
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") { index += 1 }
    skipSpace()
    return skip(":")
  }

  /// The quoted text that a function decodes.
  mutating func decodedLiteral() -> String? {
    skipSpace()
    guard skip("decodeURIComponent(") || skip("decodeURI(") || skip("unescape(") else { return nil }
    return literal()
  }

  /// The name of a variable that is the whole expression; `nil` for anything else.
  mutating func name() -> String? {
    skipSpace()
    let name = bytes[index...].prefix(while: Self.isOfName)
    guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    index += name.count
    return endsExpression() ? String(decoding: name, as: UTF8.self) : nil
  }

  private mutating func endsExpression() -> Bool {
    skipSpace()
    let ends: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "\n")]
    return index == bytes.count || ends.contains(bytes[index]) || bytes[index - 1] == UInt8(ascii: "\n")
  }

  /// A quoted text that is the whole expression; `nil` for anything computed.
  ///
  /// - Parameter mayGoOn: whether something may be put behind the text.
  mutating func literal(mayGoOn: Bool = false) -> String? {
    skipSpace()
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") else { return nil }
    index += 1
    guard let text = quoted(until: quote) else { return nil }
    if endsExpression() { return text }
    return mayGoOn && index < bytes.count && bytes[index] == UInt8(ascii: "+") ? text : nil
  }

  private mutating func quoted(until quote: UInt8) -> String? {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      if quote == UInt8(ascii: "`"), bytes[index] == UInt8(ascii: "$") { return nil }
      if bytes[index] == UInt8(ascii: "\\") {
        guard let escaped = escape() else { return nil }
        text += escaped
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else { return nil }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// What an escape means: `\/`, `\x2F`, `\u0026`; `nil` for those that no address has.
  private mutating func escape() -> [UInt8]? {
    index += 1
    guard index < bytes.count else { return nil }
    let kind = bytes[index]
    index += 1
    switch kind {
    case UInt8(ascii: "x"): return hex(2)
    case UInt8(ascii: "u"): return hex(4)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "0")...UInt8(ascii: "9"): return nil
    default: return [kind]
    }
  }

  private mutating func hex(_ count: Int) -> [UInt8]? {
    guard index + count <= bytes.count, let code = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return nil }
    index += count
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  static func isOfName(_ character: Character) -> Bool { character.asciiValue.map(isOfName) ?? false }

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }
}

/// Reading expressions that are not run.
extension String {
  /// Whether a script has a condition, or asks a text for something.
  fileprivate var mayCompare: Bool {
    let signs = ["if(", "if (", "?", "&&", "==", "!=", "switch", ".test(", ".match", ".includes(", ".indexOf(", ".startsWith(", ".origin"]
    // `??` and `?.` are not conditions.
    let text = replacing("??", with: " ").replacing("?.", with: ".")
    return signs.contains(where: text.contains)
  }

  /// The literals with which a function is called or a member is named: `get('next')`.
  fileprivate func arguments(of name: String, bracket: Character = "(") -> [String] {
    parts(after: "\(name)\(bracket)").compactMap { rest in
      let rest = rest.drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "'" || quote == "\"" || quote == "`" else { return nil }
      return String(rest.dropFirst().prefix { $0 != quote })
    }
  }

  /// The name behind the last point of an expression that ends with one, e.g. `next` of `JSON.parse(text).next`; `nil` for any other.
  fileprivate var lastMember: String? {
    let text = trimmingASCIISpace
    guard let point = text.lastIndex(of: ".") else { return nil }
    let name = text[text.index(after: point)...]
    guard let first = name.first, !first.isNumber, name.allSatisfy(ScriptReader.isOfName) else { return nil }
    return String(name)
  }

  fileprivate func words(after sign: String) -> [String] { parts(after: sign).map { String($0.prefix(while: ScriptReader.isOfName)) } }

  private func parts(after sign: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: sign) {
      rest = rest[range.upperBound...]
      found.append(rest)
    }
    return found
  }

  /// The name of an attribute for that of a member of `dataset` (HTML section 3.2.6.6).
  fileprivate var inKebabCase: String { reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" } }
}
