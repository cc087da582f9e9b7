import Encodings

/// How one of several codes of a message is distinguished: by the words right before it, else by those after it.
struct CodePattern {
  /// With one group, which is the code.
  let text: String
  private static let contextLimit = 24

  /// `nil` where no words tell it apart.
  ///
  /// - Parameter volatile: texts that other messages have not, such as names.
  init?(for code: String, in message: String, volatile: [String]) {
    guard let place = message.firstRange(of: code) else { return nil }
    let before = Self.words(Array(message[..<place.lowerBound].reversed()))
    let after = Self.words(Array(message[place.upperBound...]))
    let group = "(\\d{\(code.count)})"
    let patterns = [
      Self.stable(String(before.reversed()), volatile).map { Self.escaped($0) + group },
      Self.stable(String(after), volatile).map { group + Self.escaped($0) },
    ]
    guard let text = patterns.compactMap({ $0 }).first(where: { Self.finds(code, by: $0, in: message) }) else { return nil }
    self.text = text
  }

  /// Whole words from the beginning, as far as they are on the line and no number is.
  private static func words(_ characters: [Character]) -> [Character] {
    let line = characters.prefix { !$0.isNewline && !$0.isNumber }
    guard line.count > contextLimit else {
      let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return Array(line[..<end])
    }
    let cut = line.prefix(contextLimit)
    let end = cut.lastIndex(of: " ") ?? cut.endIndex
    return Array(cut[..<end])
  }

  /// Words that another message has too.
  private static func stable(_ words: String, _ volatile: [String]) -> String? {
    guard words.contains(where: \.isLetter), !volatile.contains(where: { $0.count > 1 && words.contains($0) }) else { return nil }
    return words
  }

  private static func escaped(_ words: String) -> String {
    var escaped = ""
    for character in words {
      if !character.isLetter, !character.isNumber, character != " " { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  private static func finds(_ code: String, by text: String, in message: String) -> Bool {
    do throws(PatternError) {
      let groups = try Pattern(text).firstMatch(in: message)?.groups ?? []
      return groups.first == code
    } catch {
      return false
    }
  }
}
