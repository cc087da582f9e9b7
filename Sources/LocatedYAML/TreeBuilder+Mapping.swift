internal import CLibYAML
internal import Diagnostics

extension TreeBuilder {
  /// The key of an entry until its value is read.
  private struct Key {
    let name: String
    let start: SourcePosition
    let end: SourcePosition
    /// Whether it is the unquoted `<<`.
    let isMerge: Bool
    /// Whether it is not text after all, which is reported; its entry is left out.
    var isRefused = false
  }

  /// The entries of one map while it is read.
  private struct OpenMapping {
    /// Where its entries begin in the pile.
    let base: Int
    var mergeIndex: Int?
    /// Whether it is the document itself.
    let isOutermost: Bool
    /// Whether its first key is repeated, so that what follows is likely a document that lacks its `---`.
    var isRepeated = false
    /// Index in the pile by key, once there are so many keys that comparing with each would cost more.
    var index: [String: Int] = [:]

    static let fewEntries = 8
  }

  /// The map that begins with the current event; afterwards its end is current.
  mutating func mapping(depth: Int) throws(YAMLStop) -> YAMLNode {
    let start = try open(depth: depth)
    let isFlow = events.current.isFlow
    var mapping = OpenMapping(base: entries.count, isOutermost: depth == 1)
    try advance()
    while events.kind != YAML_MAPPING_END_EVENT {
      let key = try key(depth: depth)
      try advance()
      let value = try node(depth: depth + 1)
      if !key.isRefused { add(key, value, to: &mapping) }
      try advance()
    }
    let range = close(from: start, isFlow: isFlow)
    let written = entries.take(from: mapping.base)
    guard let mergeIndex = mapping.mergeIndex else { return .mapping(YAMLMapping(entries: written, range: range)) }
    return .mapping(YAMLMapping(entries: merged(written, at: mergeIndex - mapping.base), range: range))
  }

  /// The key that begins with the current event.
  private mutating func key(depth: Int) throws(YAMLStop) -> Key {
    let event = events.current
    let isMerge = event.isMergeKey
    if event.pointee.type == YAML_SCALAR_EVENT, event.anchor == nil, !event.hasTag, !event.scalarBytes.isEmpty {
      return plainKey(event, isMerge: isMerge)
    }
    let node = try node(depth: depth + 1)
    switch node {
    case .scalar(let scalar) where scalar.kind != .nothing:
      return Key(name: scalar.text, start: scalar.range.start, end: scalar.range.end, isMerge: isMerge)
    case .scalar(let scalar):
      diagnostics.append(Diagnostic(.keyNotText, "a key is missing before ':'", at: scalar.range))
    case .sequence(let sequence):
      diagnostics.append(Diagnostic(.keyNotText, "a list cannot be a key, keys are text", at: sequence.range))
    case .mapping(let mapping):
      // `{{account.email}}`, as other tools write a variable.
      let name = mapping.entries.count == 1 && mapping.entries[0].value.isNothing ? mapping.entries[0].name : nil
      diagnostics.append(
        Diagnostic(
          .keyNotText, "a map cannot be a key, keys are text", at: mapping.range,
          suggestion: name.map { "a variable is written \"${\($0)}\"" }))
    }
    return Key(name: "", start: node.range.start, end: node.range.end, isMerge: false, isRefused: true)
  }

  /// A key without anchor and tag, as nearly all are.
  @inline(__always)
  private mutating func plainKey(_ event: UnsafeMutablePointer<yaml_event_t>, isMerge: Bool) -> Key {
    let start = position(event.pointee.start_mark)
    let end = position(event.pointee.end_mark)
    lastEnd = end
    lastScalar = SyntaxError.WrittenScalar(start: start, end: end, isPlain: event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
    nodes += 1
    return Key(name: String(decoding: event.scalarBytes, as: UTF8.self), start: start, end: end, isMerge: isMerge)
  }

  @inline(__always)
  private mutating func add(_ key: consuming Key, _ value: consuming YAMLNode, to mapping: inout OpenMapping) {
    let isLarge = entries.count - mapping.base > OpenMapping.fewEntries
    let first = isLarge ? mapping.index[key.name] : entries.firstIndex(from: mapping.base) { $0.name == key.name }
    if let first {
      reportDuplicate(key, of: first, in: &mapping)
      return
    }
    if key.isMerge { mapping.mergeIndex = entries.count }
    entries.push(YAMLMapping.Entry(name: key.name, keyStart: key.start, keyEnd: key.end, value: value))
    if entries.count - mapping.base > OpenMapping.fewEntries { remember(&mapping) }
  }

  private mutating func reportDuplicate(_ key: Key, of first: Int, in mapping: inout OpenMapping) {
    guard !mapping.isRepeated else { return }
    mapping.isRepeated = mapping.isOutermost && first == mapping.base
    diagnostics.append(
      Diagnostic(
        .duplicateKey, "duplicate key '\(key.name)'", at: SourceRange(file: file, start: key.start, end: key.end),
        suggestion: mapping.isRepeated ? "another document of this file begins with a line '---'" : nil,
        notes: [.init("it is first written here", at: entries[first].key.range)]))
  }

  private func remember(_ mapping: inout OpenMapping) {
    let first = mapping.index.isEmpty ? mapping.base : entries.count - 1
    for position in first..<entries.count { mapping.index[entries[position].name] = position }
  }

  /// The entries with those that `<<` names in its place; own keys win, then earlier maps.
  private mutating func merged(_ written: [YAMLMapping.Entry], at mergeIndex: Int) -> [YAMLMapping.Entry] {
    var result = written
    let merge = result.remove(at: mergeIndex)
    var known = Set(result.map(\.name))
    var added: [YAMLMapping.Entry] = []
    for mapping in maps(in: merge) {
      for entry in mapping.entries where known.insert(entry.name).inserted { added.append(entry) }
    }
    result.insert(contentsOf: added, at: mergeIndex)
    return result
  }

  private mutating func maps(in merge: YAMLMapping.Entry) -> [YAMLMapping] {
    switch merge.value {
    case .mapping(let mapping): return [mapping]
    case .sequence(let sequence):
      var maps: [YAMLMapping] = []
      for item in sequence.items {
        if case .mapping(let mapping) = item { maps.append(mapping) } else { diagnostics.append(badMerge(at: item.range)) }
      }
      return maps
    case .scalar:
      diagnostics.append(badMerge(at: merge.key.range))
      return []
    }
  }

  private func badMerge(at range: SourceRange) -> Diagnostic {
    Diagnostic(.badMerge, "'<<' takes the alias of a map, or a list of such aliases", at: range)
  }
}
