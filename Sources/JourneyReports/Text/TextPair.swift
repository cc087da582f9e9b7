import Diagnostics

/// Expected and actual next to each other, cut so that the first difference is visible.
struct TextPair {
  private static let width = 100
  /// What is kept before the first difference of a long text.
  private static let lead = 30
  /// Shorter texts are compared at a glance.
  private static let shortest = 12

  private(set) var expected: String
  private(set) var actual: String
  /// Columns before the first difference; `nil` if pointing at it would not help.
  private(set) var pointer: Int?

  init(expected: String, actual: String) {
    let limit = 64 * 1024
    let wanted = Array(HarmlessText.line(expected, limit: limit).unicodeScalars)
    let found = Array(HarmlessText.line(actual, limit: limit).unicodeScalars)
    var common = 0
    while common < wanted.count, common < found.count, wanted[common] == found[common] { common += 1 }
    let isLong = max(wanted.count, found.count) > Self.width
    let skipped = isLong && common > Self.width - Self.lead ? common - Self.lead : 0
    self.expected = Self.window(wanted, from: skipped)
    self.actual = Self.window(found, from: skipped)
    guard common > 2, min(wanted.count, found.count) >= Self.shortest, common < max(wanted.count, found.count) else { return }
    let shown = wanted[skipped..<common].reduce(0) { $0 + DisplayText.width($1) }
    pointer = shown + (skipped > 0 ? 1 : 0)
  }

  private static func window(_ scalars: [Unicode.Scalar], from start: Int) -> String {
    let end = min(scalars.count, start + (start > 0 ? width : width * 3))
    var text = String.UnicodeScalarView()
    if start > 0 { text.append("…") }
    text.append(contentsOf: scalars[start..<max(start, end)])
    if end < scalars.count { text.append(contentsOf: "… (\(scalars.count) characters in all)".unicodeScalars) }
    return String(text)
  }
}
