/// Why a text is not a path, and where.
package struct ValuePathError: Error, Sendable, Hashable {
  /// Where it was noticed, in Unicode scalars from the beginning, from 0; the text's length for its end.
  package var offset: Int
  /// What was found, then what was possible: lower case, no full stop.
  package var message: String

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

extension ValuePath {
  /// As many steps as a path may have.
  package static let stepLimit = 64

  /// Reads a path as it is written.
  package init(parsing text: String) throws(ValuePathError) {
    var parser = ValuePathParser(text)
    self = try parser.path()
  }
}

/// A cursor over one path's text.
struct ValuePathParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func path() throws(ValuePathError) -> ValuePath {
    var path = ValuePath(root: try root(), steps: [])
    while offset < scalars.count {
      guard path.steps.count < ValuePath.stepLimit else {
        throw ValuePathError("more than \(ValuePath.stepLimit) steps in a path", at: offset)
      }
      path.steps.append(try step())
    }
    return path
  }

  private mutating func root() throws(ValuePathError) -> ValuePath.Root {
    if current == "$" {
      offset += 1
      return .document
    }
    return .variable(try name(possible: "'$' or a name"))
  }

  private mutating func step() throws(ValuePathError) -> ValuePath.Step {
    switch current {
    case ".":
      offset += 1
      return .member(try name(possible: "a name; any other is written ['…']"))
    case "[":
      offset += 1
      let step = try bracketed()
      guard current == "]" else { throw unexpected(possible: "']'") }
      offset += 1
      return step
    default: throw unexpected(possible: "'.' or '['")
    }
  }

  private mutating func name(possible: String) throws(ValuePathError) -> String {
    let start = offset
    while let scalar = current, scalar.isPartOfPathName { offset += 1 }
    guard offset > start else { throw unexpected(possible: possible) }
    return text(start..<offset)
  }

  private mutating func bracketed() throws(ValuePathError) -> ValuePath.Step {
    switch current {
    case "*":
      offset += 1
      return .every
    case "'", "\"": return .member(try quoted())
    default: return .index(try index())
    }
  }

  private mutating func quoted() throws(ValuePathError) -> String {
    let start = offset
    let quote = scalars[start]
    var name = String.UnicodeScalarView()
    offset += 1
    while let scalar = current, scalar != quote {
      if scalar == "\\" { offset += 1 }
      guard let taken = current else { break }
      name.append(taken)
      offset += 1
    }
    guard current == quote else { throw ValuePathError("a quotation mark is not closed", at: start) }
    offset += 1
    return String(name)
  }

  private mutating func index() throws(ValuePathError) -> Int {
    let start = offset
    if current == "-" { offset += 1 }
    while let scalar = current, ("0"..."9").contains(scalar) { offset += 1 }
    guard offset > start else { throw unexpected(possible: "an index, '*' or a name in quotation marks") }
    let digits = text(start..<offset)
    guard let index = Int(digits) else { throw ValuePathError("'\(digits)' is not an index", at: start) }
    return index
  }

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  private func unexpected(possible: String) -> ValuePathError {
    guard let found = current else { return ValuePathError("the path ends too early, expected \(possible)", at: offset) }
    let name = found.value < 0x20 || found.value == 0x7F ? "a control character" : "'\(found)'"
    return ValuePathError("unexpected \(name), expected \(possible)", at: offset)
  }
}
