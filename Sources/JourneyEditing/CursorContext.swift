/// Where the cursor of an editor is in a file of scenarios: the keys that lead there, and what is next to it.
///
/// It is derived from indents and brackets alone, since a file is not valid YAML most of the time while a person types it.
struct CursorContext {
  /// One key on the way from the outermost map to the cursor.
  struct Step: Hashable {
    var name: String
    /// The other keys of its map, and their values as they are written.
    var siblings: [String: String]
  }

  /// From the outside to the inside; an item of a list is not a step of its own.
  private(set) var path: [Step] = []
  /// Whether a key is typed here, or a value.
  private(set) var isKey = true
  /// The key whose value is typed.
  private(set) var key: String?
  /// What of the word is typed so far.
  private(set) var typed = ""
  /// The keys of the map in which the cursor is, with their values.
  private(set) var siblings: [String: String] = [:]
  /// Whether the cursor is within a `${` that is not closed.
  private(set) var isInVariable = false
  /// The same of the outermost map: what the scenario says.
  private(set) var scenario: [String: String] = [:]
  /// Whether the cursor is within brackets of one line.
  private(set) var isInBrackets = false

  /// - Parameter column: in characters, from 0.
  init(_ all: [Substring], line place: Int, column: Int) {
    guard all.indices.contains(place) else { return }
    // Other scenarios of the file tell nothing, and there may be thousands of them.
    let start = all[..<place].lastIndex(where: EditedLine.isBoundary).map { $0 + 1 } ?? 0
    let end = all[(place + 1)...].firstIndex(where: EditedLine.isBoundary) ?? all.endIndex
    let (lines, line) = (Array(all[start..<end]), place - start)
    let parsed = lines.map(EditedLine.init)
    let before = lines[line].prefix(column)
    let current = EditedLine(before)
    readBlock(parsed, line: line, indent: current.indent, dashes: current.dashes)
    scenario = Self.siblings(of: 0, at: line, in: parsed)
    if let key = current.key {
      self.key = key
      isKey = false
      typed = current.value
      readBrackets(current.value[...])
    } else {
      typed = current.value
      // Behind a dash either a value of a list or the first key of a map is typed.
      if current.value.hasPrefix("{") || current.value.hasPrefix("[") {
        isKey = false
        readBrackets(current.value[...])
      }
    }
    if let open = typed.range(ofLast: "${"), !typed[open...].contains("}") {
      isInVariable = true
      typed = String(typed[open...].dropFirst(2))
    }
    if typed.first == "\"" || typed.first == "'" { typed.removeFirst() }
  }

  /// The keys that lead to the line.
  private mutating func readBlock(_ lines: [EditedLine], line: Int, indent: Int, dashes: [Int]) {
    siblings = Self.siblings(of: indent, at: line, in: lines)
    // A key's value is indented further than the key; items of a list may stand right under it.
    var limit = dashes.first ?? indent
    var isItem = !dashes.isEmpty
    for number in stride(from: line - 1, through: 0, by: -1) {
      let above = lines[number]
      if above.isBlank { continue }
      guard let key = above.key else { continue }
      let place = above.indent
      if place < limit || (isItem && place == limit && above.dashes.isEmpty) {
        path.insert(Step(name: key, siblings: Self.siblings(of: place, at: number, in: lines)), at: 0)
        limit = above.dashes.first ?? place
        isItem = !above.dashes.isEmpty
      } else if let dash = above.dashes.first, dash < limit, place == limit {
        // The item that the cursor is in begins on this line.
        limit = dash
        isItem = true
      }
      if limit == 0, !isItem { break }
    }
  }

  /// The keys of one map: those of the same indent, up and down to where it ends.
  private static func siblings(of indent: Int, at line: Int, in lines: [EditedLine]) -> [String: String] {
    var found: [String: String] = [:]
    func take(_ line: EditedLine) {
      if let key = line.key, line.indent == indent, found[key] == nil { found[key] = line.value }
    }
    if lines[line].indent == indent { take(lines[line]) }
    if lines[line].dashes.isEmpty || indent == 0 {
      for number in stride(from: line - 1, through: 0, by: -1) {
        let above = lines[number]
        if above.isBlank { continue }
        if above.indent < indent { break }
        take(above)
        if above.indent == indent, !above.dashes.isEmpty { break }
      }
    }
    for number in lines.indices.dropFirst(line + 1) {
      let below = lines[number]
      if below.isBlank { continue }
      if below.indent < indent || (below.dashes.first.map { $0 < indent } ?? false) { break }
      take(below)
    }
    return found
  }

  /// Follows the brackets of the line up to the cursor.
  private mutating func readBrackets(_ text: Substring) {
    var stack: [(isMap: Bool, key: String?, siblings: [String: String])] = []
    var word = ""
    var quote: Character?
    var variable = false
    for character in text {
      if let open = quote {
        word.append(character)
        if character == open { quote = nil }
        continue
      }
      if variable {
        word.append(character)
        if character == "}" { variable = false }
        continue
      }
      switch character {
      case "{" where word.hasSuffix("$"):
        word.append(character)
        variable = true
      case "{", "[":
        stack.append((character == "{", nil, [:]))
        word = ""
      case "}", "]":
        if !stack.isEmpty { stack.removeLast() }
        word = ""
      case ",":
        if let last = stack.indices.last {
          if let key = stack[last].key { stack[last].siblings[key] = word }
          stack[last].key = nil
        }
        word = ""
      case ":":
        if let last = stack.indices.last, stack[last].isMap, stack[last].key == nil {
          stack[last].key = EditedLine.unquoted(word[...])
          word = ""
        } else {
          word.append(character)
        }
      case "\"", "'":
        if word.isEmpty { quote = character }
        word.append(character)
      case " ": if !word.isEmpty { word.append(character) }
      default: word.append(character)
      }
    }
    guard !stack.isEmpty else { return }
    isInBrackets = true
    typed = word
    if let key { path.append(Step(name: key, siblings: siblings)) }
    for level in stack.dropLast() {
      if let key = level.key { path.append(Step(name: key, siblings: level.siblings)) }
    }
    if let last = stack.last {
      siblings = last.siblings
      isKey = last.isMap && last.key == nil
      key = last.key ?? (last.isMap ? nil : path.last?.name)
    }
  }
}

extension String {
  /// Where a text begins for the last time.
  fileprivate func range(ofLast text: String) -> String.Index? {
    var found: String.Index?
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { found = index }
      index = self.index(after: index)
    }
    return found
  }
}
