package import Diagnostics

/// A value of a YAML document, with the place where it was written.
///
/// Aliases are replaced by what they name and keep its place; merges are done. No node is deeper than the limit of its parser.
package enum YAMLNode: Sendable, Hashable {
  case scalar(YAMLScalar)
  case sequence(YAMLSequence)
  case mapping(YAMLMapping)

  /// From its first to after its last character.
  package var range: SourceRange {
    switch self {
    case .scalar(let scalar): scalar.range
    case .sequence(let sequence): sequence.range
    case .mapping(let mapping): mapping.range
    }
  }

  /// Whether nothing was written, as after the bare head `- finish:`.
  package var isNothing: Bool {
    switch self {
    case .scalar(let scalar): scalar.kind == .nothing
    case .sequence, .mapping: false
    }
  }
}

/// A list, in the order written; it may be empty.
package struct YAMLSequence: Sendable, Hashable {
  package let items: [YAMLNode]
  /// From the first `-` or `[` to after the last item or `]`.
  package let range: SourceRange

  package init(items: [YAMLNode], range: SourceRange) {
    self.items = items
    self.range = range
  }
}

/// A map, in the order written; keys are text and unique.
package struct YAMLMapping: Sendable, Hashable {
  /// One key with its value.
  package struct Entry: Sendable, Hashable {
    /// The key's text.
    package let name: String
    package let value: YAMLNode
    // A key lies in the file of its value; not to keep the file twice is a good part of the time to build a tree.
    private let keyStart: SourcePosition
    private let keyEnd: SourcePosition

    /// The key with its place.
    package var key: Located<String> {
      Located(name, at: SourceRange(file: value.range.file, start: keyStart, end: keyEnd))
    }

    package init(key: Located<String>, value: YAMLNode) {
      self.init(name: key.value, keyStart: key.range.start, keyEnd: key.range.end, value: value)
    }

    init(name: String, keyStart: SourcePosition, keyEnd: SourcePosition, value: YAMLNode) {
      self.name = name
      self.value = value
      self.keyStart = keyStart
      self.keyEnd = keyEnd
    }
  }

  /// Merged entries are in the place of `<<`.
  package let entries: [Entry]
  /// From the first key or `{` to after the last value or `}`.
  package let range: SourceRange

  package init(entries: [Entry], range: SourceRange) {
    self.entries = entries
    self.range = range
  }

  /// The value of a key, or `nil` when the map does not have it.
  package subscript(key: String) -> YAMLNode? {
    entries.first { $0.name == key }?.value
  }
}
