/// How alike two texts for people are, by their words.
enum Likeness {
  /// Whether at least half of the words of the shorter text are in the other one as well.
  static func areAlike(_ first: String, _ second: String) -> Bool {
    let (first, second) = (words(first), words(second))
    let smaller = min(first.count, second.count)
    return smaller > 0 && first.intersection(second).count * 2 >= smaller
  }

  /// Words that deny: a text that gains or loses one says the contrary.
  private static let denials: Set<String> = [
    "no", "not", "never", "without", "cannot", "can't", "don't", "isn't", "nicht", "kein", "keine",
  ]

  /// Whether only one of the texts denies something.
  static func contradict(_ first: String, _ second: String) -> Bool {
    words(first).isDisjoint(with: denials) != words(second).isDisjoint(with: denials)
  }

  /// The letters and digits between blanks and punctuation, in lower case.
  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init))
  }
}
