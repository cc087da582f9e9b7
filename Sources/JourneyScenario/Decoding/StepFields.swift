internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// A step's map, taken apart: its head, and the keys next to it.
struct StepFields {
  struct Field {
    let key: StepKey
    let place: SourceRange
    let value: YAMLNode
  }

  let head: StepHead
  let headKey: Located<String>
  /// The head's value; nothing if it has none.
  let value: YAMLNode
  /// Only keys that fit the head, each once.
  let fields: [Field]

  subscript(key: StepKey) -> YAMLNode? { fields.first { $0.key == key }?.value }

  /// The place of the key.
  func place(of key: StepKey) -> SourceRange? { fields.first { $0.key == key }?.place }

  /// Of the head: key and value; of a value that an alias brought from elsewhere the key alone.
  var range: SourceRange {
    let (key, range) = (headKey.range, value.range)
    guard key.file == range.file, key.end <= range.start, !value.isNothing else { return key }
    return SourceRange(file: key.file, start: key.start, end: range.end)
  }
}
