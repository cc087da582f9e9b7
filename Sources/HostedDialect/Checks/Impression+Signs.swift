import Encodings
import JourneyModel

/// What a program reads in addition to words: signs, white space, declarations, and what is coded in tokens.
extension HostedDriver.Impression {
  /// The signs of programs and data, in order, without letters, numbers and white space, and without those of random texts and of
  /// addresses, which may be shown in part.
  static func signs(of text: String) -> String {
    var signs = ""
    for piece in text.split(whereSeparator: { $0.isWhitespace || "\"'`".contains($0) }) where !TokenSign.isToken(String(piece)) {
      signs += piece.filter { !$0.isLetter && !$0.isNumber && !"_.-@*•+".contains($0) }
    }
    return signs
  }

  /// Every run of white space of a page but single blanks and line breaks with what indents the next line.
  static func space(of text: String) -> String {
    var spaces: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: \.isWhitespace) {
      let run = rest[start...].prefix(while: \.isWhitespace)
      if run != " ", !run.contains(where: \.isNewline) { spaces.append(run) }
      rest = rest[run.endIndex...]
    }
    return spaces.joined(separator: "|")
  }

  /// What is between the angle brackets of declarations and of instructions to programs, in order (XML sections 2.6, 2.8).
  static func declarations(in page: String) -> [String] {
    page.matches(of: /<[?!](?!--)([^>]{0,200})>/).map { String($0.output.1) }
  }

  /// The texts that are coded in web tokens and in Base64.
  static func codedTexts(in page: String) -> [String] {
    page.split { !$0.isASCII || !($0.isLetter || $0.isNumber || "+/=-_".contains($0)) }.filter { $0.utf8.count >= shortestCoded }.compactMap
    {
      guard let bytes = Base64URL.decode($0.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }),
        let text = String(validating: bytes, as: UTF8.self), text.allSatisfy({ !$0.isASCII || $0 >= " " })
      else { return nil }
      return text
    }
  }

  /// Digits of Base64: random bytes of this number are seldom a text.
  private static let shortestCoded = 16
}
