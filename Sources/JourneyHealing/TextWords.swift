/// The words of a text, without the punctuation that only separates them.
enum TextWords {
  /// In lower case. Currency signs and other symbols are words, and so are numbers, addresses and domains with their punctuation.
  static func of(_ text: String) -> [String] {
    let characters = Array(text.lowercased())
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      let isBetween = index > 0 && index + 1 < characters.count && isPart(characters[index - 1]) && isPart(characters[index + 1])
      if isPart(character) || isBetween && ".,@:/".contains(character) {
        word.append(character)
        continue
      }
      if !word.isEmpty { words.append(word) }
      word = ""
      if isSign(character) { words.append(String(character)) }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The part behind the only `@` of a text that is one address; `nil` for every other text.
  static func domain(of text: String) -> String? {
    let words = text.lowercased().split(separator: " ")
    let parts = words.first?.split(separator: "@", omittingEmptySubsequences: false) ?? []
    return words.count == 1 && parts.count == 2 && !parts.contains("") ? String(parts[1]) : nil
  }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// A sign that is not punctuation and means something: `€`, `+`, `%`, `✗`.
  private static func isSign(_ character: Character) -> Bool { character.isSymbol || "%#&@".contains(character) }
}
