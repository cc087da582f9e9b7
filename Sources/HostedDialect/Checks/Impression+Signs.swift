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

  /// A text without what is coded in it, in web tokens and in Base64, and the texts that it codes, also those in them.
  static func decoded(_ text: String) -> (plain: String, coded: [String]) {
    var (plain, coded): (String, [String]) = ("", [])
    var rest = text[...]
    var wasCoded = false
    while let start = rest.firstIndex(where: isDigit) {
      let run = rest[start...].prefix(while: isDigit)
      // The signature of a web token follows what it signs.
      let isSignature = wasCoded && rest[..<start] == "." && run.utf8.count >= shortestCoded
      wasCoded = false
      plain += rest[..<start]
      if let text = decoded(run: run) {
        let inner = decoded(text)
        coded += [inner.plain] + inner.coded
        plain += " "
        wasCoded = true
      } else if isSignature {
        plain += " "
      } else {
        plain += run
      }
      rest = rest[run.endIndex...]
    }
    return (plain + rest, coded)
  }

  private static func decoded(run: Substring) -> String? {
    guard run.utf8.count >= shortestCoded,
      let bytes = Base64URL.decode(run.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }),
      let text = String(validating: bytes, as: UTF8.self), text.allSatisfy({ !$0.isASCII || $0 >= " " })
    else { return nil }
    return text
  }

  private static func isDigit(_ sign: Character) -> Bool { sign.isASCII && (sign.isLetter || sign.isNumber || "+/=-_".contains(sign)) }

  /// The words in values that have more than one part, such as `unknown` in `unknown-7f3a`: the rest may be random.
  ///
  /// - Parameter addresses: all that are typed; what is in one of them may be a part of it.
  static func pieces(of parts: [String], besides addresses: [String]) -> [String] {
    let known = addresses.map { $0.lowercased() }.joined(separator: " ")
    return parts.flatMap { part -> [String] in
      let value = part.firstIndex(of: "=").map { String(part[part.index(after: $0)...]) } ?? part
      let pieces = value.split { !$0.isLetter && !$0.isNumber }
      guard pieces.count > 1 else { return [] }
      return pieces.filter { $0.count > 2 && $0.allSatisfy(\.isLetter) && !known.contains($0.lowercased()) }.map(String.init)
    }
  }

  /// How servers write an address where it cannot stand as it is.
  static func spellings(of address: String) -> [String] {
    guard address.contains("@") else { return [] }
    let slugs = ["-", "_", ""].map { sign in String(address.map { "@.+".contains($0) ? sign : String($0) }.joined()) }
    return slugs + ["(at)", " (at) ", " [at] ", "%40"].map { address.replacing("@", with: $0) }
  }

  /// Digits of Base64: random bytes of this number are seldom a text.
  private static let shortestCoded = 16
}
