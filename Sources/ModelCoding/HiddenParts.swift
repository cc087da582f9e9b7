/// Texts of which parts are hidden: `***` may be anything.
package enum HiddenParts {
  package static func are(in text: some StringProtocol) -> Bool { text.contains(concealedText) }

  /// Whether a text is what another one shows with parts of it hidden: everything that is seen of it, in that order.
  package static func of<Text: StringProtocol>(_ hidden: Text, hide text: Text) -> Bool where Text.SubSequence == Substring {
    let pieces = hidden.split(separator: concealedText, omittingEmptySubsequences: false)
    guard pieces.count > 1, let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }
}
