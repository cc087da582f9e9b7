internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML
internal import ModelCoding

/// What is noticed while a scenario is read, and decides which checks can be sure of what they find.
struct ReadingNotes {
  /// Whether an error hides names that the scenario at hand binds, so that unknown names say nothing.
  var mayLackNames = false
  /// Whether a step of the scenario at hand could not be read, so that what follows may be right with it.
  var lacksSteps = false
  /// Whether the YAML reader left out duplicate keys: only then maps are searched for them.
  fileprivate(set) var hasRepetitions = false

  /// Forgets what was noticed of the scenario before.
  mutating func beginScenario() { (mayLackNames, lacksSteps) = (false, false) }

  /// Looks through what the YAML reader found in a file.
  ///
  /// - Parameter isFirst: whether the file is the scenario's own, so that those before it are done with.
  mutating func noteRepetitions(in diagnostics: [Diagnostic], isFirst: Bool = false) {
    if isFirst { hasRepetitions = false }
    if !hasRepetitions { hasRepetitions = diagnostics.contains { $0.id == .duplicateKey } }
  }
}

/// A decoder of one part of a scenario: it reads with what was found so far, and hands that back with what it found.
protocol PartDecoder: NodeDecoder {
  var notes: ReadingNotes { get set }
}

extension PartDecoder {
  /// Reads with the decoder of another part, which goes on with what this one has found.
  mutating func reading<Part: PartDecoder, Result>(_ part: Part, _ read: (inout Part) -> Result) -> Result {
    var part = part
    swap(&diagnostics, &part.diagnostics)
    swap(&notes, &part.notes)
    defer {
      swap(&diagnostics, &part.diagnostics)
      swap(&notes, &part.notes)
    }
    return read(&part)
  }

  /// The duplicate keys of a map.
  func repeatedKeys(of mapping: YAMLMapping) -> [Located<String>] {
    notes.hasRepetitions ? mapping.repeatedKeys(in: diagnostics) : []
  }

  /// Steps in line with the key of their list: all of them became one map, or keys of the scenario.
  mutating func reportMissingDashes(_ stray: StrayContent, key: String) {
    diagnostics.removeRepetitions(stray.names)
    notes.mayLackNames = true
    report(
      .wrongType, "'\(key)' is a list of steps, and the first of them has no dash", at: stray.names[0].range,
      suggestion: "begin each step with a dash: '- \(SourceFile.line(from: stray.names[0].range))'")
  }
}

/// What several parts have.
extension NodeDecoder {
  /// A name that `${…}` can name, and that is not one of those which are bound by themselves.
  @discardableResult mutating func checkVariableName(_ name: Located<String>) -> Bool {
    let isName = name.value.utf8.enumerated().allSatisfy { index, byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
        || index > 0 && (0x30...0x39 ~= byte || byte == UInt8(ascii: "-"))
    }
    if !isName || name.value.isEmpty {
      report(.badValue, "a variable's name is made of letters, digits, '_' and '-', found '\(name.value)'", at: name.range)
    } else if BoundByItself(rawValue: name.value) != nil {
      report(.badValue, "'\(name.value)' is predefined and cannot be given another value", at: name.range)
    } else {
      return true
    }
    return false
  }

  /// A path into a JSON body begins with `$` and can be followed.
  mutating func checkPath(_ path: Located<String>) {
    guard path.value.utf8.first == UInt8(ascii: "$") else {
      return report(
        .badValue, "a path into JSON begins with '$', found '\(path.value)'", at: path.range, suggestion: "write '$.\(path.value)'")
    }
    do throws(ValuePathError) {
      _ = try ValuePath(parsing: path.value)
    } catch {
      report(
        .badValue, "'\(path.value)' is not a path into JSON: \(error.message)", at: path.range, suggestion: "write it as in '$.a[0].b'")
    }
  }

  /// `start`, and the value of `start_again`: a dialect's keys are checked once the dialect is known.
  mutating func start(_ node: YAMLNode, key: String) -> StartSpecification {
    guard let mapping = map(node, key: key, wanted: "a map such as {prompt: none}") else { return StartSpecification() }
    var start = StartSpecification(range: mapping.range)
    var rest: [YAMLMapping.Entry] = []
    for entry in mapping.entries {
      switch StartKey(rawValue: entry.key.value) {
      case .parameters: start.parameters = members(entry.value, key: entry.key.value, scalars: .text)
      case .headers: start.headers = headers(entry.value)
      case nil: rest.append(entry)
      }
    }
    start.keys = members(rest, scalars: .text)
    return start
  }
}

extension NodeDecoder {
  /// Reports content that is not indented, once, and nothing that was said of its keys before.
  mutating func reportStray(_ stray: StrayContent, beside key: String) {
    diagnostics.removeRepetitions(stray.names)
    diagnostics.append(stray.diagnostic(beside: key))
  }
}

extension SourceFile {
  /// Its very beginning.
  var start: SourceRange {
    let first = SourcePosition(line: 1, column: 1)
    return SourceRange(file: self, start: first, end: first)
  }

  /// The rest of the line that a key begins.
  static func line(from range: SourceRange) -> String {
    let rest = range.file.line(range.start.line).map { String($0.unicodeScalars.dropFirst(range.start.column - 1)) } ?? ""
    return rest.utf8.count > 60 ? String(rest.prefix { $0 != ":" }) + ": …" : rest
  }
}
