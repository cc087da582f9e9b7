/// Whether two texts for people say the same.
///
/// Nothing is guessed: what differs between two texts has to be in a table of words that have no meaning of their own, or that mean
/// the same. So a text in a language without a table is the same only if its words are.
enum Likeness {
  /// Whether they are the same but for case, blanks and punctuation that changes no meaning.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let words = TextWords.of(first)
    return !words.isEmpty && words == TextWords.of(second) && PunctuationMark.areKept(first, second) && Abbreviation.areKept(first, second)
  }

  /// Whether two names are of one thing: the same words in the same order, once filler words are left out and synonyms are one.
  static func isNameOfSame(_ first: String, _ second: String) -> Bool {
    guard PunctuationMark.areKept(first, second), Abbreviation.areKept(first, second) else { return false }
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

/// Words that mean something else in capitals.
private enum Abbreviation {
  private static let words: Set<String> = ["us", "it", "who"]

  /// Whether both texts have the same of them, or one of several words is written in capitals alone.
  static func areKept(_ first: String, _ second: String) -> Bool {
    let texts = [first, second]
    return texts.contains { $0 == $0.uppercased() && $0.contains(" ") } || count(in: first) == count(in: second)
  }

  private static func count(in text: String) -> Int {
    text.split { !$0.isLetter }.count { $0 == $0.uppercased() && words.contains($0.lowercased()) }
  }
}
