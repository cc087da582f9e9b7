package import Diagnostics
package import LocatedYAML

/// Keys next to a key without a value that most likely belong below it: their lines are not indented.
package struct StrayContent: Sendable {
  /// In the order written, at least one.
  package let names: [Located<String>]
  /// The same without those that the YAML reader left out, because the map has the key already.
  package let entries: [YAMLMapping.Entry]

  /// What the key without a value would have, were its content indented; `nil` if all of it was left out.
  package var value: YAMLNode? {
    guard let first = entries.first, let last = entries.last else { return nil }
    let range = SourceRange(file: first.key.range.file, start: first.key.range.start, end: last.value.range.end)
    return .mapping(YAMLMapping(entries: entries, range: range))
  }

  /// E.g. `'a', 'b' and 'c' are`.
  package var subject: String { "\(Self.list(names.map(\.value))) \(names.count == 1 ? "is" : "are")" }

  /// E.g. `'a', 'b' and 'c'`.
  package static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The message about it.
  ///
  /// - Parameter key: the key without a value.
  package func diagnostic(beside key: String) -> Diagnostic {
    Diagnostic(
      .misplacedKey, "\(subject) next to '\(key)', not below it", at: names[0].range,
      suggestion: names.count == 1 ? "indent this line by two more spaces" : "indent these lines by two more spaces")
  }
}

extension YAMLMapping {
  /// The keys of this map that were written a second time; the YAML reader left them out and reported each of them.
  package func repeatedKeys(in diagnostics: [Diagnostic]) -> [Located<String>] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.id == .duplicateKey, let place = diagnostic.range, let first = diagnostic.notes.first?.range,
        let entry = entries.first(where: { $0.key.range == first })
      else { return nil }
      return Located(entry.name, at: place)
    }
  }

  /// The keys that follow the one at this index, which has no value, up to the next one that is allowed here.
  ///
  /// - Parameters:
  ///   - repeated: the keys that the YAML reader left out.
  ///   - isOwn: whether a key is allowed in this map.
  package func content(beside index: Int, repeated: [Located<String>], isOwn: (String) -> Bool) -> StrayContent? {
    let bare = entries[index]
    guard bare.value.isNothing else { return nil }
    let place = bare.key.range.start
    var keys: [(key: Located<String>, entry: Entry?)] = entries[(index + 1)...].map { ($0.key, $0) }
    keys += repeated.filter { $0.range.start > place }.map { ($0, nil) }
    keys.sort { $0.key.range.start < $1.key.range.start }
    let strays = keys.prefix { stray in
      let start = stray.key.range.start
      return start.line > place.line && start.column == place.column && !isOwn(stray.key.value)
    }
    guard !strays.isEmpty else { return nil }
    return StrayContent(names: strays.map(\.key), entries: strays.compactMap(\.entry))
  }
}

extension YAMLMapping {
  /// The entries, content that is not indented taken for its key's, and that content with the key.
  package func withContent(
    repeated: [Located<String>], isOwn: (String) -> Bool
  ) -> (entries: [Entry], strays: [(key: String, content: StrayContent)]) {
    var result: [Entry] = []
    var strays: [(key: String, content: StrayContent)] = []
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      index += 1
      guard let stray = content(beside: index - 1, repeated: repeated, isOwn: isOwn) else {
        result.append(entry)
        continue
      }
      index += stray.entries.count
      strays.append((entry.name, stray))
      if let value = stray.value { result.append(Entry(key: entry.key, value: value)) }
    }
    return (result, strays)
  }
}

extension [Diagnostic] {
  /// Leaves out what was said of these keys, which were taken for repeated ones.
  package mutating func removeRepetitions(_ names: [Located<String>]) {
    guard !names.isEmpty else { return }
    removeAll { diagnostic in diagnostic.id == .duplicateKey && names.contains { $0.range == diagnostic.range } }
  }
}
