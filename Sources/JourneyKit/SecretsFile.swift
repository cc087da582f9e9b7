/// A file of `NAME=value` lines, as dotenv files are written: quotes, `export`, comments and blanks around `=` are understood.
enum SecretsFile {
  /// What is wrong with it: the file and the line, and nothing of what the line holds.
  struct Problem: Error { var message: String }

  private static let sizeLimit = 1024 * 1024

  /// The secrets by name; where a name is there twice, the last one counts.
  static func read(_ path: String) throws(Problem) -> [String: String] {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) { bytes = try BoundedFile.bytes(of: path, limit: sizeLimit) } catch {
      switch error {
      case .unreadable: throw Problem(message: "the secrets file '\(Self.shown(path))' cannot be read")
      case .tooLarge: throw Problem(message: "the secrets file '\(path)' has more than \(sizeLimit / 1024 / 1024) MB")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(message: "the secrets file '\(path)' is not UTF-8")
    }
    var reader = SecretsReader(text)
    do throws(SecretsReader.Failure) { return try reader.secrets() } catch {
      throw Problem(message: "\(path):\(error.line): \(error.reason)")
    }
  }

  /// A path as messages show it: a secret that was written in the place of a file is not shown.
  private static func shown(_ path: String) -> String {
    path.firstIndex(of: "=").map { "\(path[...$0])***" } ?? path
  }
}

/// Reads the text of a secrets file, sign by sign.
private struct SecretsReader {
  struct Failure: Error {
    /// From 1.
    var line: Int
    var reason: String
  }

  private let text: [Unicode.Scalar]
  private var index = 0
  private var line = 1

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.text = scalars
  }

  mutating func secrets() throws(Failure) -> [String: String] {
    var secrets: [String: String] = [:]
    while true {
      skipBlanks()
      guard let next = peek else { return secrets }
      if next == "#" { skipLine() }
      if takeLineEnd() { continue }
      guard peek != nil else { return secrets }
      let name = try self.name()
      secrets[name] = try value()
    }
  }

  /// The name, without `export` before it and `=` after it.
  private mutating func name() throws(Failure) -> String {
    var name = word()
    skipBlanks()
    if name == "export", peek != "=" {
      name = word()
      skipBlanks()
    }
    guard !name.isEmpty, name.unicodeScalars.first.map({ $0.properties.numericType == nil }) == true, peek == "=" else {
      throw Failure(line: line, reason: "a secret is written as NAME=value")
    }
    index += 1
    return name
  }

  private mutating func word() -> String {
    take { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "." || $0 == "-" }
  }

  private mutating func value() throws(Failure) -> String {
    let start = index
    skipBlanks()
    guard let quote = peek, quote == "\"" || quote == "'" else {
      index = start
      return plainValue()
    }
    let first = line
    index += 1
    let value = quote == "'" ? take { $0 != "'" } : doubleQuoted()
    guard peek == quote else { throw Failure(line: first, reason: "the quotes are not closed") }
    index += 1
    skipBlanks()
    if peek == "#" { skipLine() }
    guard takeLineEnd() || peek == nil else {
      throw Failure(line: line, reason: "only a comment may follow the closing quotes")
    }
    return value
  }

  /// All of the line up to a comment, which has a blank before it; without blanks at its ends.
  private mutating func plainValue() -> String {
    let start = index
    var end = index
    while let next = peek, !Self.isLineEnd(next) {
      if next == "#", index > start, Self.isBlank(text[index - 1]) {
        skipLine()
        break
      }
      if !Self.isBlank(next) { end = index + 1 }
      index += 1
    }
    let value = text[start..<end].drop(while: Self.isBlank)
    _ = takeLineEnd()
    return Self.string(value)
  }

  private mutating func doubleQuoted() -> String {
    var value: [Unicode.Scalar] = []
    while let next = peek, next != "\"" {
      index += 1
      if next == "\n" { line += 1 }
      guard next == "\\", let escaped = peek else {
        value.append(next)
        continue
      }
      index += 1
      switch escaped {
      case "n": value.append("\n")
      case "r": value.append("\r")
      case "t": value.append("\t")
      case "\"", "\\", "$": value.append(escaped)
      default: value += ["\\", escaped]
      }
    }
    return Self.string(value[...])
  }

  // MARK: Signs

  private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let next = peek, isWanted(next) {
      if next == "\n" { line += 1 }
      index += 1
    }
    return Self.string(text[start..<index])
  }

  private mutating func skipBlanks() { while let next = peek, Self.isBlank(next) { index += 1 } }

  private mutating func skipLine() { while let next = peek, !Self.isLineEnd(next) { index += 1 } }

  /// Goes past the end of a line; says whether there was one.
  private mutating func takeLineEnd() -> Bool {
    guard let next = peek, Self.isLineEnd(next) else { return false }
    index += 1
    if next == "\r", peek == "\n" { index += 1 }
    line += 1
    return true
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
