internal import ModelCoding

/// The text of a page, word by word, as two visits are compared.
struct PageWords: Sendable, Hashable {
  /// How many words around a difference are shown.
  private static let context = 4

  private let words: [String]
  /// The numbers of seconds among them, by their places.
  private let seconds: [Int: Int]

  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    self.words = MovingWords.replaced(in: words, .betweenPeople)
    seconds = MovingWords.seconds(in: words)
  }

  /// Where the first difference is, with some words around it; `nil` if there is none.
  func difference(from other: PageWords) -> (expected: String, actual: String)? {
    let same = words.indices.prefix { $0 < other.words.count && isSame(as: other, at: $0) }.count
    guard same < max(words.count, other.words.count) else { return nil }
    return (other.excerpt(at: same), excerpt(at: same))
  }

  /// Seconds run down between two visits, but not from a quarter of an hour to five.
  private func isSame(as other: PageWords, at place: Int) -> Bool {
    guard words[place] == other.words[place] else { return false }
    guard let mine = seconds[place], let theirs = other.seconds[place] else { return true }
    return max(mine, theirs) <= 2 * min(mine, theirs) + 2
  }

  private func excerpt(at place: Int) -> String {
    let shown = (max(0, place - Self.context)..<min(words.count, place + Self.context)).map { seconds[$0].map(String.init) ?? words[$0] }
    guard !shown.isEmpty else { return "no text" }
    let start = place > Self.context ? "… " : ""
    let end = place + Self.context < words.count ? " …" : ""
    return "'\(start)\(shown.joined(separator: " "))\(end)'"
  }
}
