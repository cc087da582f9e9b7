/// How alike two texts for people are.
enum Likeness {
  /// Whether they are the same but for case, blanks and punctuation.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let words = words(first)
    return !words.isEmpty && words == self.words(second)
  }

  /// Whether two names are of one thing: no number is another, and half of the words of the longer one are in both.
  ///
  /// - Parameter isField: whether it names a field that may be read: then half of the words of the shorter one are enough.
  static func isNameOfSame(_ first: String, _ second: String, isField: Bool = false) -> Bool {
    let (first, second) = (words(first), words(second))
    guard digits(first) == digits(second) else { return false }
    let (one, other) = (Set(first), Set(second))
    let count = isField ? min(one.count, other.count) : max(one.count, other.count)
    return count > 0 && one.intersection(other).count * 2 >= count
  }

  /// The letters and digits between blanks and punctuation, in lower case.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  private static func digits(_ words: [String]) -> [String] { words.filter { $0.contains(where: \.isNumber) } }
}
