package import Diagnostics

/// Reads nodes as values and collects what is wrong with them: what all decoders of YAML files share.
///
/// Each value gets the key at which it is written, for the message. What cannot be read is reported and left out.
package protocol LocatedDecoder {
  var diagnostics: [Diagnostic] { get set }
}

extension LocatedDecoder {
  package mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, suggestion: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, message, at: range, severity: severity, suggestion: suggestion, notes: notes))
  }

  /// Warns of a map or list without members where some are needed.
  package mutating func warnIfEmpty(_ node: YAMLNode, key: String) {
    switch node {
    case .mapping(let mapping) where mapping.entries.isEmpty: break
    case .sequence(let sequence) where sequence.items.isEmpty: break
    case .mapping, .sequence, .scalar: return
    }
    // What stood in it was wrong, and that is reported.
    guard !diagnostics.contains(where: { $0.severity == .error && $0.range.map(node.range.contains) == true }) else { return }
    report(
      .checksNothing, "'\(key)' is empty, so it has no effect", at: node.range, severity: .warning,
      suggestion: "leave '\(key)' out")
  }

  package mutating func reportEmpty(_ key: String, at range: SourceRange) {
    report(.emptyValue, "'\(key)' has no value", at: range)
  }

  /// Reports that something else was expected; names nothing that is empty as that.
  package mutating func reportType(_ key: String, _ wanted: String, _ node: YAMLNode, suggestion: String? = nil) {
    if node.isNothing { return reportEmpty(key, at: node.range) }
    report(.wrongType, "'\(key)' takes \(wanted), found \(node.kindName)", at: node.range, suggestion: suggestion)
  }

  /// The scalar of a place that takes one text; `null` is none.
  package mutating func textScalar(_ node: YAMLNode, key: String, wanted: String = "a text") -> YAMLScalar? {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing, scalar.kind != .null else {
      reportType(key, wanted, node, suggestion: node.scalar?.kind == .null ? "the text is written \"null\"" : nil)
      return nil
    }
    return scalar
  }

  package mutating func flag(_ node: YAMLNode, key: String) -> Bool? {
    if case .scalar(let scalar) = node {
      if case .boolean(let flag) = scalar.kind { return flag }
      if let meant = Self.flagMeant(by: scalar.text) {
        report(
          .wrongType, "'\(key)' takes true or false, found \(node.kindName)", at: scalar.range, suggestion: "write \(meant)")
        return meant
      }
    }
    reportType(key, "true or false", node)
    return nil
  }

  package static func flagMeant(by text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y", "on", "true", "1": true
    case "no", "n", "off", "false", "0": false
    default: nil
    }
  }

  /// A whole number within bounds.
  package mutating func count(_ node: YAMLNode, key: String, in bounds: ClosedRange<Int>) -> Int? {
    let wanted = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    guard case .scalar(let scalar) = node, let number = Int(scalar.text) else {
      reportType(key, wanted, node)
      return nil
    }
    guard case .number = scalar.kind else {
      reportType(key, wanted, node, suggestion: "write it without quotes: \(number)")
      return nil
    }
    guard bounds.contains(number) else {
      report(.badValue, "'\(key)' takes \(wanted), found \(number)", at: scalar.range)
      return nil
    }
    return number
  }

  /// One of a few words.
  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: YAMLNode, key: String, _: Word.Type) -> Word? {
    let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    guard let scalar = textScalar(node, key: key, wanted: "one of \(words)") else { return nil }
    if let word = Word(rawValue: scalar.text) { return word }
    reportWord(scalar, key: key, among: Word.allCases.map(\.rawValue))
    return nil
  }

  package mutating func reportWord(_ scalar: YAMLScalar, key: String, among words: [String]) {
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    report(
      .badValue, "'\(key)' takes \(words.count == 1 ? list : "one of \(list)"), found '\(scalar.text)'", at: scalar.range,
      suggestion: ClosestMatch.suggestion(for: scalar.text, in: words))
  }

  package mutating func map(_ node: YAMLNode, key: String, wanted: String = "a map") -> YAMLMapping? {
    guard case .mapping(let mapping) = node else {
      reportType(key, wanted, node)
      return nil
    }
    return mapping
  }

  /// The items of a list, read one by one; a single item outside of a list is a list of one.
  package mutating func list<Item>(_ node: YAMLNode, _ item: (inout Self, YAMLNode) -> Item?) -> [Item] {
    guard case .sequence(let sequence) = node else { return item(&self, node).map { [$0] } ?? [] }
    var items: [Item] = []
    items.reserveCapacity(sequence.items.count)
    for node in sequence.items {
      if let read = item(&self, node) { items.append(read) }
    }
    return items
  }
}

/// Keys in the wrong place.
extension LocatedDecoder {
  /// Hands each entry of a map to `take` by its key, in the order written; unknown keys are reported.
  ///
  /// - Parameter place: where the map is, as a sentence's end, e.g. `in 'response'`.
  package mutating func entries<Key: RawRepresentable<String> & CaseIterable>(
    _ mapping: YAMLMapping, _: Key.Type, in place: String, _ take: (inout Self, Key, YAMLMapping.Entry) -> Void
  ) {
    for entry in mapping.entries {
      guard let key = Key(rawValue: entry.name) else {
        reportUnknown(entry.key, Key.self, in: place)
        continue
      }
      take(&self, key, entry)
    }
  }

  /// Reports a key that is not among those of `Key`.
  ///
  /// - Parameter place: its place, as a sentence's end, e.g. `in 'response'`.
  package mutating func reportUnknown<Key: RawRepresentable<String> & CaseIterable>(_ key: Located<String>, _: Key.Type, in place: String) {
    reportUnknown(key, among: Key.allCases.map(\.rawValue), in: place)
  }

  package mutating func reportUnknown(_ key: Located<String>, among names: [String], in place: String) {
    diagnostics.append(.unknown(.unknownKey, "unknown key '\(key.value)' \(place)", key, among: names))
  }
}
