/// What continuous-integration servers obey in a console's output: a space makes it an ordinary text.
///
/// GitHub's runner reads `::name …::` where a line begins with it, blanks left out, and `##[name]` anywhere; Azure Pipelines
/// reads `##vso[…]` and TeamCity `##teamcity[…]`.
enum ServerCommands {
  private static let anywhere = ["##[", "##vso[", "##teamcity["]

  /// The text with what is obeyed anywhere on a line taken apart.
  static func defused(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    return anywhere.reduce(text) { text, command in text.replacing(command, with: "# " + command.dropFirst()) }
  }

  /// The beginning of a line with what is obeyed there taken apart.
  static func defused(lineStart text: String) -> String {
    let blanks = text.prefix { $0 == " " || $0 == "\t" }
    let rest = text.dropFirst(blanks.count)
    return rest.hasPrefix("::") ? blanks + ": " + rest.dropFirst() : text
  }
}
