/// Whether two texts for people say the same.
///
/// Nothing is guessed: what differs between two texts has to be in a table of words that have no meaning of their own, or that mean
/// the same. So a text in a language without a table is the same only if its words are.
enum Likeness {
  /// Whether they are the same but for case, blanks and punctuation.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let words = TextWords.of(first)
    return !words.isEmpty && words == TextWords.of(second)
  }

  /// Whether two names are of one thing: the same words in the same order, once filler words are left out and synonyms are one.
  static func isNameOfSame(_ first: String, _ second: String) -> Bool {
    let (first, second) = (TextWords.of(first), TextWords.of(second))
    return !first.isEmpty && (first == second || NameWords.languages.contains { $0.isSame(first, second) })
  }

  /// Whether two examples of an answer are of one kind: of addresses the domain counts, and not who has it.
  static func isExampleOfSame(_ first: String, _ second: String) -> Bool {
    if let (domain, other) = TextWords.domain(of: first).flatMap({ domain in TextWords.domain(of: second).map { (domain, $0) } }) {
      return domain == other
    }
    return isNameOfSame(first, second)
  }
}

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

  /// What is no punctuation and means something: `€`, `+`, `%`, `✗`.
  private static func isSign(_ character: Character) -> Bool { character.isSymbol || "%#&@".contains(character) }
}
