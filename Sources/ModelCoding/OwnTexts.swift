package import Encodings

/// Texts of one walk's own, such as what was typed in it, to be taken out of what screens show.
///
/// A screen often shows them again, whole or masked (`j•••@acme.test`); two walks differ in them and count as the same.
package struct OwnTexts: Sendable, Hashable {
  /// Their replacement.
  package static let placeholder = "…"

  /// Shorter texts are parts of too many others.
  private static let shortest = 2

  private var texts: Set<String> = []

  package init(_ texts: some Sequence<String> = []) {
    for text in texts { insert(text) }
  }

  package mutating func insert(_ text: String) {
    if text.utf8.count >= Self.shortest { texts.insert(text) }
  }

  package var isEmpty: Bool { texts.isEmpty }

  /// The text without them.
  package func removed(from text: String) -> String {
    guard !texts.isEmpty else { return text }
    var text = text
    for own in texts.sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) { text = text.replacing(own, with: Self.placeholder) }
    return text.unicodeScalars.contains(where: Self.isMask) ? withoutMasked(text) : text
  }

  /// The value, without them in any of its texts.
  package func removed(from value: JSONValue) -> JSONValue {
    guard !isEmpty else { return value }
    switch value {
    case .null, .bool, .number: return value
    case .string(let text): return .string(removed(from: text))
    case .array(let elements): return .array(elements.map { removed(from: $0) })
    case .object(let members): return .object(members.map { JSONValue.Member($0.name, removed(from: $0.value)) })
    }
  }

  private func withoutMasked(_ text: String) -> String {
    var result = ""
    var word = ""
    for character in text {
      guard Self.separators.contains(character) || character.isWhitespace else {
        word.append(character)
        continue
      }
      result += withoutMask(word)
      result.append(character)
      word = ""
    }
    return result + withoutMask(word)
  }

  /// A word that shows some of one of these texts and hides the rest is that text.
  private func withoutMask(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: Self.isMask) else { return word }
    let end = word.lastIndex { !Self.stops.contains($0) }.map { word.index(after: $0) } ?? word.startIndex
    guard texts.contains(where: { Self.masks(word[..<end], $0) }) else { return word }
    return Self.placeholder + word[end...]
  }

  /// Whether a word is what is left of a text once some stretches of it are hidden; capitals do not count.
  private static func masks(_ word: Substring, _ text: String) -> Bool {
    let visible = word.lowercased().unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isMask)
    guard let first = visible.first, let last = visible.last, visible.contains(where: { !$0.isEmpty }) else { return false }
    var rest = Substring(text.lowercased()).unicodeScalars
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else { return false }
    rest = rest.dropLast(last.count)
    for piece in visible.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = Array(rest).firstIndex(of: Array(piece)) else { return false }
      rest = rest.dropFirst(found + piece.count)
    }
    return true
  }

  private static let separators: Set<Character> = ["\"", "'", "(", ")", ",", "<", ">", "“", "”", "„", "\\"]
  private static let stops: Set<Character> = [".", ":", ";", "!", "?"]

  private static func isMask(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "•", "*", "●", "∙", "·": true
    default: false
    }
  }
}

extension [Unicode.Scalar] {
  /// The first occurrence of another array in this one.
  fileprivate func firstIndex(of other: [Unicode.Scalar]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...(count - other.count)).first { self[$0..<($0 + other.count)].elementsEqual(other) }
  }
}
