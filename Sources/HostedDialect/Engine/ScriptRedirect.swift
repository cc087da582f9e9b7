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

  /// Every address that a script sets the location to in so many words, or by a variable that it sets so, wherever in it but in a comment:
  /// something may carry it out, such as a timer.
  static func literals(in scripts: [String]) -> [String] {
    let texts = scripts.map { ScriptText(Array($0.utf8.prefix(byteLimit))).bytes }
    var found: [String] = []
    var names: Set<String> = []
    for text in texts {
      var reader = ScriptReader(text)
      while reader.skipPast(location) {
        guard reader.skipsToAssignment() else { continue }
        var named = reader
        if let literal = reader.literal() { found.append(literal) } else if let name = named.name() { names.insert(name) }
      }
    }
    for name in names.sorted() {
      for text in texts {
        var reader = ScriptReader(text)
        while reader.skipPast(Array(name.utf8)) { if reader.skipsEquals(), let literal = reader.literal() { found.append(literal) } }
      }
    }
    return found
  }

  private static let location = Array("location".utf8)

  /// Whether a script or handler submits a form by itself.
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

  /// Moves behind the next occurrence of a word that is no part of a longer name.
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

  /// Moves to what the location is set to: behind `=`, `.href =`, `.replace(` or `.assign(`.
  mutating func skipsToAssignment() -> Bool {
    let start = index
    for method in [".replace", ".assign"] where skip(method) {
      skipSpace()
      if skip("(") { return true }
      index = start
    }
    _ = skip(".href")
    if skipsEquals() { return true }
    index = start
    return false
  }

  /// Moves behind `=`; a comparison sets nothing.
  mutating func skipsEquals() -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
    guard index + 1 == bytes.count || ![UInt8(ascii: "="), UInt8(ascii: ">")].contains(bytes[index + 1]) else { return false }
    index += 1
    return true
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
  mutating func literal() -> String? {
    skipSpace()
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") else { return nil }
    index += 1
    guard let text = quoted(until: quote), endsExpression() else { return nil }
    return text
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

  /// What an escape stands for: `\/`, `\x2F`, `\u0026`; `nil` for those that no address has.
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

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }
}
