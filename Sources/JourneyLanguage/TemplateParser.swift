package import Diagnostics
package import LocatedYAML

extension Template {
  /// Reads `${…}` in a text; what cannot be read is reported and stays as it was written.
  ///
  /// Errors are placed to the column if the scalar is on one line and was not folded, else on the whole scalar.
  package static func parse(
    _ text: String, range: SourceRange, style: YAMLScalar.Style = .plain, diagnostics: inout [Diagnostic]
  ) -> Template {
    guard mayHoldVariables(text) else {
      if let warning = missingSign(in: text, at: range) { diagnostics.append(warning) }
      return Template(parts: text.isEmpty ? [] : [.literal(text)], range: range)
    }
    var parser = TemplateParser(text, places: ScalarPlaces(of: text, range: range, style: style))
    let parts = parser.parts()
    diagnostics += parser.diagnostics
    return Template(parts: parts, range: range)
  }

  /// Reads `${…}` in a scalar of any kind: a literal counts by its spelling.
  package static func parse(_ scalar: YAMLScalar, diagnostics: inout [Diagnostic]) -> Template {
    parse(scalar.text, range: scalar.range, style: scalar.style, diagnostics: &diagnostics)
  }

  /// Most texts hold none, and are not looked at any further.
  private static func mayHoldVariables(_ text: String) -> Bool {
    var isBehindDollar = false
    for byte in text.utf8 {
      if isBehindDollar && byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }
}

/// Reads one text with `${…}` in it, byte by byte; continues after every error.
struct TemplateParser {
  private(set) var diagnostics: [Diagnostic] = []
  private let places: ScalarPlaces
  private let bytes: [UInt8]
  private var index = 0

  /// Nested calls; more are not a text that a person wrote.
  private static let maxDepth = 8

  init(_ text: String, places: ScalarPlaces) {
    bytes = Array(text.utf8)
    self.places = places
  }

  /// The whole text as parts; an expression that cannot be read stays as literal text.
  mutating func parts() -> [Template.Part] {
    var parts: [Template.Part] = []
    var literal: [UInt8] = []
    while index < bytes.count {
      if startsWith("$${") {
        literal += "${".utf8
        index += 3
      } else if startsWith("${") {
        let start = index
        do throws(TemplateFault) {
          let expression = try placeholder()
          Self.append(literal, to: &parts)
          literal = []
          parts.append(.expression(expression))
        } catch {
          recover(from: start, error)
          literal += bytes[start..<index]
        }
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    Self.append(literal, to: &parts)
    return parts
  }

  private static func append(_ literal: [UInt8], to parts: inout [Template.Part]) {
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
  }

  /// Reports an error and goes past the `}` that most likely closes it.
  private mutating func recover(from start: Int, _ fault: TemplateFault) {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
      diagnostics.append(
        Diagnostic(.badTemplate, "'${' is not closed", at: places.range(of: start..<bytes.count), suggestion: "write '}' after the name"))
      index = bytes.count
      return
    }
    // A `}` inside quotes that were read as an argument is not the one.
    index = max(index, end)
    index = (bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? end) + 1
    diagnostics.append(
      Diagnostic(fault.id, fault.message, at: places.range(of: fault.bytes), suggestion: fault.suggestion))
  }
}

/// What is wrong with one `${…}`, and where in the text.
struct TemplateFault: Error {
  let id: DiagnosticID
  let message: String
  /// Offsets in UTF-8 bytes of the text.
  let bytes: Range<Int>
  let suggestion: String?

  init(_ message: String, _ bytes: Range<Int>, id: DiagnosticID = .badTemplate, suggestion: String? = nil) {
    self.id = id
    self.message = message
    self.bytes = bytes
    self.suggestion = suggestion
  }
}

extension TemplateParser {
  private mutating func placeholder() throws(TemplateFault) -> Expression {
    let start = index
    index += 2
    skipBlanks()
    if startsWith("}") {
      throw TemplateFault("there is nothing between '${' and '}'", start..<index + 1, suggestion: "write a variable's name, e.g. ${email}")
    }
    if startsWith("{") {
      throw TemplateFault("a variable opens with one brace", start..<index + 1, suggestion: "write one: ${name}")
    }
    var expression = try expression(depth: 0)
    if case .literal(let text) = expression {
      throw TemplateFault("'\(text)' is a text, expected a variable or a function", start + 2..<index)
    }
    if startsWith(","), case .reference(var reference) = expression {
      reference.fallback = try fallback()
      expression = .reference(reference)
    }
    guard startsWith("}") else { throw unexpected("'}'", for: expression) }
    index += 1
    return expression
  }

  /// A reference, a call or an argument's literal, and the blanks after it.
  private mutating func expression(depth: Int) throws(TemplateFault) -> Expression {
    skipBlanks()
    let start = index
    guard let first = current else { throw missingName() }
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") { return .literal(try quoted()) }
    if depth > 0, Self.isDigit(first) { return .literal(number()) }
    let name = try self.name()
    guard startsWith("(") else {
      let path = try path()
      let end = index
      skipBlanks()
      return .reference(Reference(name: name, path: path, range: places.range(of: start..<end)))
    }
    return try call(name, from: start, depth: depth)
  }

  private mutating func call(_ name: String, from start: Int, depth: Int) throws(TemplateFault) -> Expression {
    let nameEnd = index
    guard depth < Self.maxDepth else { throw TemplateFault("functions are nested too deeply", start..<nameEnd) }
    index += 1
    let arguments = try arguments(depth: depth + 1)
    let range = start..<index
    skipBlanks()
    guard let function = TemplateFunction(rawValue: name) else {
      let known = NameAdvice(for: name, among: TemplateFunction.allCases.map(\.rawValue))
      throw TemplateFault(
        "unknown function '\(name)'\(known.expected)", start..<nameEnd, id: .unknownFunction, suggestion: known.suggestion)
    }
    if let mistake = function.mistake(in: arguments.map(\.quotedText)) {
      throw TemplateFault(mistake, range, id: .wrongArguments, suggestion: "write \(function.usage)")
    }
    return .call(function, arguments: arguments, range: places.range(of: range))
  }

  private mutating func arguments(depth: Int) throws(TemplateFault) -> [Expression] {
    var arguments: [Expression] = []
    skipBlanks()
    while !startsWith(")") {
      arguments.append(try expression(depth: depth))
      skipBlanks()
      if startsWith(",") {
        index += 1
        skipBlanks()
        if startsWith(")") { throw TemplateFault("an argument is missing after ','", index - 1..<index) }
      } else if !startsWith(")") {
        throw unexpected("',' or ')'", for: nil)
      }
    }
    index += 1
    return arguments
  }

  private mutating func fallback() throws(TemplateFault) -> String {
    index += 1
    skipBlanks()
    guard let first = current, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") else {
      throw TemplateFault("a default needs quotes", here, suggestion: "write ${name, 'default'}")
    }
    let text = try quoted()
    skipBlanks()
    return text
  }
}

extension TemplateParser {
  private mutating func path() throws(TemplateFault) -> [Reference.Part] {
    var path: [Reference.Part] = []
    while true {
      if startsWith(".") {
        index += 1
        path.append(.member(try member()))
      } else if startsWith("[") {
        path.append(try bracket())
      } else {
        return path
      }
    }
  }

  /// `[0]`, or `['name']` for a member whose name no path can hold.
  private mutating func bracket() throws(TemplateFault) -> Reference.Part {
    let start = index
    index += 1
    skipBlanks()
    var part: Reference.Part?
    if let first = current {
      if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
        part = .member(try quoted())
      } else {
        let digits = number()
        part = digits.utf8.count > 9 ? nil : Int(digits).map { .index($0) }
      }
    }
    skipBlanks()
    guard let part, startsWith("]") else {
      throw TemplateFault("'[' takes a number from 0, or a name in quotes, and ']'", start..<min(index + 1, bytes.count))
    }
    index += 1
    return part
  }

  /// A variable's or function's name.
  private mutating func name() throws(TemplateFault) -> String {
    guard let first = current, Self.isNameByte(first), !Self.isDigit(first), first != UInt8(ascii: "-") else { throw missingName() }
    return word()
  }

  /// A part's name, which may begin with a digit.
  private mutating func member() throws(TemplateFault) -> String {
    guard let first = current, Self.isNameByte(first) else { throw missingName() }
    return word()
  }

  private mutating func word() -> String {
    let start = index
    while let byte = current, Self.isNameByte(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func number() -> String {
    let start = index
    while let byte = current, Self.isDigit(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A text in quotes; it has no escapes, and ends at the next quote of its kind.
  private mutating func quoted() throws(TemplateFault) -> String {
    let start = index
    guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
      throw TemplateFault("a quotation mark is not closed", start..<start + 1)
    }
    index = end + 1
    return String(decoding: bytes[start + 1..<end], as: UTF8.self)
  }
}

extension TemplateParser {
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The whole character at this place.
  private var here: Range<Int> {
    var end = min(index + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return index..<end
  }

  private func startsWith(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private func missingName() -> TemplateFault {
    guard current != nil else { return TemplateFault("a name is missing", here) }
    return TemplateFault("'\(String(decoding: bytes[here], as: UTF8.self))' cannot begin a name", here)
  }

  private func unexpected(_ wanted: String, for expression: Expression?) -> TemplateFault {
    let found = String(decoding: bytes[here], as: UTF8.self)
    if case .reference(let reference) = expression, reference.fallback != nil, let quote = bytes[..<index].last, Self.isQuote(quote) {
      let other = quote == UInt8(ascii: "'") ? "\"" : "'"
      return TemplateFault(
        "the default ends before '\(found)', expected \(wanted)", here,
        suggestion:
          "a text with \(Character(Unicode.Scalar(quote))) in it needs the other quotes: ${\(reference.spelling), \(other)…\(other)}")
    }
    guard case .reference(let reference) = expression, found == ":" || found == "|" || found == "?" else {
      return TemplateFault("unexpected '\(found)', expected \(wanted)", here)
    }
    return TemplateFault(
      "unexpected '\(found)', expected \(wanted)", here, suggestion: "a default is written ${\(reference.spelling), 'default'}")
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Letters of any script, digits, `_` and `-`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x80...0xFF: true
    default: false
    }
  }
}
