/// What helps to see how two texts differ.
enum TextDifference {
  /// Texts shorter than this show their difference by themselves.
  private static let shortest = 40
  /// Bytes up to which texts are looked at as a whole.
  private static let maxLength = 100_000

  /// Lines for a difference's details; none where the two speak for themselves.
  static func details(expected: String, actual: String) -> [String] {
    var details: [String] = []
    if expected.utf8.count <= maxLength, actual.utf8.count <= maxLength, let kind = kind(expected, actual) { details.append(kind) }
    let isLong = expected.utf8.count > shortest || actual.utf8.count > shortest
    if isLong || !details.isEmpty { details.append(firstDifference(expected, actual)) }
    return details
  }

  /// The one respect in which they differ, if there is only one.
  private static func kind(_ expected: String, _ actual: String) -> String? {
    if expected == actual { return "they differ only in the encoding of their accents" }
    if words(expected) == words(actual) { return "they differ only in white space" }
    if expected.lowercased() == actual.lowercased() { return "they differ only in upper and lower case" }
    return nil
  }

  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .format }.map { String($0) }
  }

  private static func firstDifference(_ expected: String, _ actual: String) -> String {
    var left = Substring(expected).unicodeScalars
    var right = Substring(actual).unicodeScalars
    var before: [Unicode.Scalar] = []
    var position = 1
    while let scalar = left.first, scalar == right.first {
      before.append(scalar)
      if before.count > 40 { before.removeFirst(20) }
      left.removeFirst()
      right.removeFirst()
      position += 1
    }
    let context = before.isEmpty ? "" : " after '\(ShownValue.visible(before.suffix(20)))'"
    return "first difference at character \(position)\(context): expected \(next(left)), found \(next(right))"
  }

  private static func next(_ rest: Substring.UnicodeScalarView) -> String {
    guard let first = rest.first else { return "the end" }
    let excerpt = "'\(ShownValue.visible(rest.prefix(20)))\(rest.dropFirst(20).isEmpty ? "" : "…")'"
    guard first == " " || ShownValue.isInvisible(first), let name = first.properties.name else { return excerpt }
    return "\(excerpt) (\(name.lowercased()))"
  }
}
