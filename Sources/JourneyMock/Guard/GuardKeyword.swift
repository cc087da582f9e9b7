/// The words of conditions that join and compare.
enum GuardKeyword: String, CaseIterable {
  case and, or, not, has, `in`, matches

  /// How other languages write them.
  private static let signs: [String: GuardKeyword] = ["&": .and, "&&": .and, "|": .or, "||": .or]

  /// What to write instead of a text that seems to mean a keyword: `AND` is written in small letters here, `&&` is a word.
  static func suggestion(for text: String) -> String? {
    let keyword = GuardKeyword(rawValue: text.lowercased()) ?? signs[text]
    return keyword.map { "write '\($0.rawValue)'" }
  }
}
