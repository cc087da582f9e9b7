extension YAMLNode {
  /// The node as it may be written into a file: it is read as the same node again.
  ///
  /// Comments and layout are not kept. Below `depth` levels, a map or list that fits into a line is in brackets.
  ///
  /// - Parameters:
  ///   - indent: blanks in front of each line.
  ///   - depth: how many levels of maps have a line for each key in any case.
  package func block(indent: Int = 0, depth: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .scalar: return margin + inBrackets(false) + "\n"
    case .mapping(let mapping):
      guard !mapping.entries.isEmpty else { return margin + "{}\n" }
      return mapping.entries.map { margin + Self.line(YAMLText.scalar($0.name) + ":", $0.value, indent, depth) }.joined()
    case .sequence(let sequence):
      guard !sequence.items.isEmpty else { return margin + "[]\n" }
      return sequence.items.map { item in
        if let line = item.line(indent + 2, depth: 0) { return margin + "- " + line + "\n" }
        // The first line of an item is on the line of the dash.
        return margin + "- " + item.block(indent: indent + 2, depth: 0).dropFirst(indent + 2)
      }.joined()
    }
  }

  /// In one line, however long.
  package var inLine: String { inBrackets(scalar == nil) }

  private static let width = 140

  private static func line(_ head: String, _ value: YAMLNode, _ indent: Int, _ depth: Int) -> String {
    if let line = value.line(indent + head.count + 1, depth: depth - 1) { return line.isEmpty ? head + "\n" : "\(head) \(line)\n" }
    return head + "\n" + value.block(indent: indent + 2, depth: depth - 1)
  }

  /// In one line; `nil` where it has to have several.
  private func line(_ start: Int, depth: Int) -> String? {
    if case .scalar = self { return inBrackets(false) }
    guard !isEmpty else { return inBrackets(true) }
    if depth > 0, mapping != nil { return nil }
    guard height <= 2 else { return nil }
    let line = inBrackets(true)
    return start + line.count <= Self.width ? line : nil
  }

  /// Whether it is a map or list without entries.
  package var isEmpty: Bool {
    switch self {
    case .scalar: false
    case .mapping(let mapping): mapping.entries.isEmpty
    case .sequence(let sequence): sequence.items.isEmpty
    }
  }

  /// How many maps and lists are in one another.
  private var height: Int {
    switch self {
    case .scalar: 0
    case .mapping(let mapping): 1 + (mapping.entries.map(\.value.height).max() ?? 0)
    case .sequence(let sequence): 1 + (sequence.items.map(\.height).max() ?? 0)
    }
  }

  private func inBrackets(_ isInside: Bool) -> String {
    switch self {
    case .scalar(let scalar): scalar.written(isInBrackets: isInside)
    case .mapping(let mapping):
      "{"
        + mapping.entries.map { "\(YAMLText.scalar($0.name, isInBrackets: true)): \($0.value.inBrackets(true))" }.joined(separator: ", ")
        + "}"
    case .sequence(let sequence): "[" + sequence.items.map { $0.inBrackets(true) }.joined(separator: ", ") + "]"
    }
  }
}

extension YAMLScalar {
  /// A plain scalar stays one, unless brackets would end it.
  fileprivate func written(isInBrackets: Bool) -> String {
    guard style == .plain else { return YAMLText.scalar(text, isInBrackets: isInBrackets) }
    if kind == .nothing { return isInBrackets ? "null" : "" }
    let ends = isInBrackets && text.contains { ",[]{}".contains($0) } || text.unicodeScalars.contains(where: YAMLText.needsEscape)
    return ends ? YAMLText.scalar(text, isInBrackets: isInBrackets) : text
  }
}
