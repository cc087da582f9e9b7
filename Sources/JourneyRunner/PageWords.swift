internal import ModelCoding

/// The text of a page, word by word, as two visits are compared.
struct PageWords: Sendable, Hashable {
  /// How many words around a difference are shown.
  private static let context = 4

  private let words: [String]

  init(_ text: String) {
    words = MovingWords.replaced(in: text.split(whereSeparator: \.isWhitespace))
  }

  /// Where the first difference is, with some words around it; `nil` if there is none.
  func difference(from other: PageWords) -> (expected: String, actual: String)? {
    guard words != other.words else { return nil }
    let place = zip(words, other.words).prefix { $0 == $1 }.count
    return (other.excerpt(at: place), excerpt(at: place))
  }

  private func excerpt(at place: Int) -> String {
    let shown = words[max(0, place - Self.context)..<min(words.count, place + Self.context)]
    guard !shown.isEmpty else { return "no text" }
    let start = place > Self.context ? "… " : ""
    let end = place + Self.context < words.count ? " …" : ""
    return "'\(start)\(shown.joined(separator: " "))\(end)'"
  }
}
