/// The text of a page, word by word, as two visits are compared.
struct PageWords: Sendable, Hashable {
  /// What stands for a word that differs from visit to visit.
  private static let moving = "…"
  /// How many words around a difference are shown.
  private static let context = 4

  private let words: [String]

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { Self.isMoving($0) ? Self.moving : String($0) }
  }

  /// Where the first difference is, with some words around it; `nil` if there is none.
  func difference(from other: PageWords) -> (expected: String, actual: String)? {
    guard words != other.words else { return nil }
    let place = zip(words, other.words).prefix { $0 == $1 }.count
    return (other.excerpt(at: place), excerpt(at: place))
  }

  /// A time, or a number or id of one request, such as servers print at the foot of a page.
  private static func isMoving(_ word: Substring) -> Bool {
    guard word.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return false }
    return word.utf8.count >= 6 || word.utf8.contains(UInt8(ascii: ":"))
  }

  private func excerpt(at place: Int) -> String {
    let shown = words[max(0, place - Self.context)..<min(words.count, place + Self.context)]
    guard !shown.isEmpty else { return "no text" }
    let start = place > Self.context ? "… " : ""
    let end = place + Self.context < words.count ? " …" : ""
    return "'\(start)\(shown.joined(separator: " "))\(end)'"
  }
}
