/// A mark of punctuation in a text for people.
struct PunctuationMark: Hashable {
  /// Typographic dashes and quotation marks are the plain ones.
  private let sign: Character
  /// How many words follow. The words before it may be fillers.
  private let wordsBehind: Int
  /// Whether it may be the sign or the decimal point of a number.
  private let isOfNumber: Bool

  /// Whether two texts with the same words have the same marks, of those that may change what the words say: signs of a number, question
  /// marks, brackets, and in a text that denies anything all marks that are not at its end.
  static func areKept(_ first: String, _ second: String) -> Bool {
    let words = [TextWords.of(first), TextWords.of(second)]
    let denies = words.contains { !denials.isDisjoint(with: $0) }
    // With such a word at its beginning a text asks with and without the mark.
    let asks = !denies && words.allSatisfy { $0.first.map(questionWords.contains) == true }
    func weighty(_ text: String) -> [PunctuationMark] { of(text).filter { $0.isWeighty(inDenial: denies, inQuestion: asks) } }
    return weighty(first) == weighty(second)
  }

  private func isWeighty(inDenial denies: Bool, inQuestion asks: Bool) -> Bool {
    if "?？؟⁇⁈⁉‽".contains(sign) { return !asks || wordsBehind > 0 }
    return isOfNumber || "()[]{}（）".contains(sign) || denies && wordsBehind > 0
  }

  /// All marks of a text, the last first.
  private static func of(_ text: String) -> [PunctuationMark] {
    let signs = text.flatMap(plain)
    var marks: [PunctuationMark] = []
    var wordsBehind = 0
    for index in signs.indices.reversed() {
      if isPart(signs[index]) {
        if !isPart(sign(at: index + 1, of: signs)) { wordsBehind += 1 }
      } else if !signs[index].isWhitespace {
        marks.append(PunctuationMark(sign: signs[index], wordsBehind: wordsBehind, isOfNumber: isOfNumber(at: index, in: signs)))
      }
    }
    return marks
  }

  /// `-5`, `- 5`, `.5`, `5-`, `5 * 3` and `10-20`, and not the marks of `6-digit`, `Step-2`, `555-0100` and `Shop, 2026`.
  private static func isOfNumber(at index: Int, in signs: [Character]) -> Bool {
    let (before, after) = (sign(at: index - 1, of: signs), sign(at: index + 1, of: signs))
    let around = [digits(signs[..<index].reversed()), digits(signs[(index + 1)...])]
    // The parts of a phone number have more digits than those of a range.
    if around.allSatisfy({ $0 > 0 && (signs[index] != "-" || $0 < 3) }) { return true }
    switch signs[index] {
    case "-":
      let next = signs[(index + 1)...].first { !$0.isWhitespace }
      return !isPart(before) && next?.isNumber == true || before.isNumber && !isPart(after)
    case ".", ",": return !isPart(before) && after.isNumber
    default: return false
    }
  }

  /// How many digits of a number begin the signs, after spaces.
  private static func digits(_ signs: some Sequence<Character>) -> Int {
    var count = 0
    for sign in signs where count > 0 || !sign.isWhitespace {
      guard sign.isNumber else { break }
      count += 1
    }
    return count
  }

  /// A blank in front of the first and behind the last.
  private static func sign(at index: Int, of signs: [Character]) -> Character { signs.indices.contains(index) ? signs[index] : " " }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private static func plain(_ character: Character) -> [Character] {
    switch character {
    case "‐", "‑", "‒", "–", "—", "―", "−": ["-"]
    case "‘", "’", "‚", "‛": ["'"]
    case "“", "”", "„", "‟", "«", "»": ["\""]
    case "…": [".", ".", "."]
    default: [character]
    }
  }

  /// Words that deny, in English, German, Hungarian, French, Italian and Spanish. The `t` is that of `don't`.
  private static let denials: Set<String> = [
    "no", "not", "never", "none", "nothing", "nor", "neither", "without", "cannot", "t", "stop", "nicht", "nichts", "kein", "keine",
    "keinen",
    "keiner", "keinem", "nie", "niemals", "ohne", "nem", "ne", "sem", "soha", "nincs", "nélkül", "pas", "jamais", "sans", "non", "mai",
    "senza", "nunca", "sin",
  ]

  private static let questionWords: Set<String> = ["what", "which", "who"]
}
