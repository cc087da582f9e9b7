/// One line of a file that a person is typing, as far as its structure is clear without the rest: it may be half a line.
struct EditedLine {
  /// Blanks before the first character; a dash of a list and the blanks behind it count as blanks for what follows it.
  let indent: Int
  /// Where the dashes of lists stand.
  let dashes: [Int]
  /// The key that the line begins with, if it has one.
  let key: String?
  /// What follows the key's colon, without a comment; empty if nothing does.
  let value: String
  let isBlank: Bool

  init(_ text: Substring) {
    var index = text.startIndex
    var column = 0
    var dashes: [Int] = []
    func skipBlanks() {
      while index < text.endIndex, text[index] == " " {
        index = text.index(after: index)
        column += 1
      }
    }
    skipBlanks()
    while index < text.endIndex, text[index] == "-", text[text.index(after: index)...].first.map({ $0 == " " }) ?? true {
      dashes.append(column)
      index = text.index(after: index)
      column += 1
      skipBlanks()
    }
    indent = column
    self.dashes = dashes
    let rest = text[index...]
    isBlank = dashes.isEmpty && (rest.isEmpty || rest.first == "#")
    guard let colon = Self.colon(in: rest), !isBlank else {
      key = nil
      value = rest.first == "#" ? "" : String(rest)
      return
    }
    key = Self.unquoted(rest[..<colon])
    value = String(rest[rest.index(after: colon)...].drop { $0 == " " })
  }

  /// Whether a document ends or begins with this line.
  static func isBoundary(_ text: Substring) -> Bool { text.hasPrefix("---") || text.hasPrefix("...") }

  /// The colon behind a key at the beginning of the text.
  static func colon(in text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": if index == text.startIndex { quote = character }
      case "{", "[", "#": if index == text.startIndex { return nil }
      case ":":
        let next = text.index(after: index)
        if next == text.endIndex || text[next] == " " { return index }
      default: break
      }
    }
    return nil
  }

  static func unquoted(_ text: Substring) -> String {
    guard let first = text.first, first == "\"" || first == "'" else { return String(text) }
    return String(text.dropFirst().prefix { $0 != first })
  }
}
