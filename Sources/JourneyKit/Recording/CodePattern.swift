import Encodings

/// How one of several codes of a message is told apart: by the words right before it, else by those after it.
struct CodePattern {
  /// With one group, which is the code.
  let text: String
  private static let contextLimit = 24

  /// `nil` where no words tell it apart.
  ///
  /// - Parameter volatile: texts that other messages have not, such as names.
  init?(for code: String, in message: String, volatile: [String]) {
    guard let place = message.firstRange(of: code) else { return nil }
    let before = message[..<place.lowerBound].reversed().prefix { !$0.isNewline && !$0.isNumber }.prefix(Self.contextLimit)
    let after = message[place.upperBound...].prefix { !$0.isNewline && !$0.isNumber }.prefix(Self.contextLimit)
    let group = "(\\d{\(code.count)})"
    let patterns = [
      Self.stable(String(before.reversed()), volatile).map { Self.escaped($0) + group },
      Self.stable(String(after), volatile).map { group + Self.escaped($0) },
    ]
    guard let text = patterns.compactMap({ $0 }).first(where: { Self.finds(code, by: $0, in: message) }) else { return nil }
    self.text = text
  }

  /// Words that another message has too.
  private static func stable(_ words: String, _ volatile: [String]) -> String? {
    guard words.contains(where: \.isLetter), !volatile.contains(where: { $0.count > 1 && words.contains($0) }) else { return nil }
    return words
  }

  private static func escaped(_ words: String) -> String {
    String(words.flatMap { $0.isLetter || $0.isNumber || $0 == " " ? [$0] : ["\\", $0] })
  }

  private static func finds(_ code: String, by text: String, in message: String) -> Bool {
    do throws(PatternError) {
      return try Pattern(text).firstMatch(in: message)?.groups.first.flatMap { $0 }.map { String($0) } == code
    } catch {
      return false
    }
  }
}
