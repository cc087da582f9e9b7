import Diagnostics
import LocatedYAML
import Testing

/// One fact of a scenario's screen steps changed, so that the step fails.
struct FactChange: CustomStringConvertible {
  /// The keys of a step under which every value is a fact of the screen.
  private static let expectations = ["screen", "forms", "widgets", "only_forms", "only_widgets", "messages", "press"]
  /// The keys below which ids are keys.
  private static let mapsOfIDs: Set<String> = ["forms", "widgets", "messages"]

  private let range: SourceRange
  private let replacement: String
  /// Where the failure may point: at the fact, or at the expectation of a changed id.
  let lines: ClosedRange<Int>

  var description: String { "line \(range.start.line) with \(replacement)" }

  private init(_ range: SourceRange, _ replacement: String, upTo end: SourcePosition? = nil) {
    self.range = range
    self.replacement = replacement
    lines = range.start.line...(end ?? range.end).line
  }

  /// Every change that can be made to the screen steps of a file.
  static func all(in text: String) throws -> [FactChange] {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "fixture.yaml", text: text)
    let documents = YAMLParser.documents(in: file, diagnostics: &diagnostics)
    try #require(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    var changes: [FactChange] = []
    for case .mapping(let scenario) in documents {
      guard case .sequence(let steps)? = scenario["steps"] else { continue }
      for case .mapping(let step) in steps.items {
        for entry in step.entries where expectations.contains(entry.name) { collect(entry.value, key: entry.name, into: &changes) }
      }
    }
    return changes
  }

  private static func collect(_ node: YAMLNode, key: String, into changes: inout [FactChange]) {
    switch node {
    case .scalar(let scalar):
      changes.append(FactChange(scalar.range, other(scalar, key: key)))
    case .sequence(let sequence):
      for item in sequence.items { collect(item, key: key, into: &changes) }
    case .mapping(let mapping):
      for entry in mapping.entries {
        if mapsOfIDs.contains(key), !isAbsent(entry.value) {
          changes.append(FactChange(entry.key.range, quoted(entry.name + "x"), upTo: entry.value.range.end))
        }
        collect(entry.value, key: entry.name, into: &changes)
      }
    }
  }

  /// Renaming what has to be absent changes nothing.
  private static func isAbsent(_ node: YAMLNode) -> Bool {
    guard case .scalar(let scalar) = node else { return false }
    return scalar.text == "absent"
  }

  private static func other(_ scalar: YAMLScalar, key: String) -> String {
    switch (scalar.text, scalar.kind) {
    case ("none", _) where key == "messages": "{global: Another message.}"
    case ("any", _) where key == "messages": "none"
    case ("present", _): "absent"
    case ("absent", _): "present"
    case ("error", _) where key == "level": "info"
    case (_, _) where key == "level": "error"
    case (_, .boolean(let value)): value ? "false" : "true"
    case (let text, .number): "1\(text)"
    case (let text, .text), (let text, .null), (let text, .nothing): quoted(text + " x")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// The text with this change; a fact is on one line.
  func changed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = range.start.line - 1
    let scalars = Array(lines[index].unicodeScalars)
    var changed = String.UnicodeScalarView(scalars[..<(range.start.column - 1)])
    changed += replacement.unicodeScalars
    changed += scalars[(range.end.column - 1)...]
    lines[index] = String(changed)
    return lines.joined(separator: "\n")
  }
}
