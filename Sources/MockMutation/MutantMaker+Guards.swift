import Diagnostics
import JourneyMock
import LocatedYAML

/// The wording of a condition's mutants: each is the beginning of a sentence that ends in a condition.
struct GuardWords {
  /// In front of the turned condition.
  var turned: String
  /// In front of the part that no longer counts.
  var ignored: String
  /// In front of the answer that may be anything.
  var anything: String
}

extension MutantMaker {
  /// Negates a condition, ignores each of its parts, and accepts any answer if a certain one is required.
  mutating func mutate(
    _ condition: YAMLScalar, of element: String, touching touched: MutantTouch, _ words: GuardWords,
    _ change: @escaping @Sendable (inout TenantDefinition, YAMLScalar) -> Void
  ) {
    add(element, .negateWhen, at: condition.range, "\(words.turned) 'not (\(condition.text))'", touching: touched) {
      change(&$0, condition.saying("not (\(condition.text))"))
    }
    for part in GuardParts(condition.text).parts {
      let changed = condition.saying(part.text(in: condition.text, replacedBy: part.neutral))
      let place = condition.range(ofBytes: part.bytes)
      if let answer = part.answer {
        let open = condition.saying(part.text(in: condition.text, replacedBy: "true"))
        add(element, .acceptAny, answer, at: place, "\(words.anything) '\(answer)'", touching: touched) { change(&$0, open) }
      } else if part.isOneOfSeveral {
        add(element, .ignorePart, part.text, at: place, "\(words.ignored) '\(part.text)'", touching: touched) { change(&$0, changed) }
      }
    }
  }
}

/// A condition taken apart into its comparisons.
struct GuardParts {
  /// One comparison, or a name without one.
  struct Part {
    /// As it is written.
    var text: String
    /// In the condition's text.
    var bytes: Range<Int>
    /// Whether there are others next to it.
    var isOneOfSeveral: Bool
    /// `true` or `false`: what has no effect next to its neighbours.
    var neutral: String
    /// The answer that is compared with a password, a code or another text; `nil` for any other comparison.
    var answer: String?

    /// The condition with this part replaced.
    func text(in condition: String, replacedBy word: String) -> String {
      let utf8 = Array(condition.utf8)
      return String(decoding: utf8[..<bytes.lowerBound] + Array(word.utf8) + utf8[bytes.upperBound...], as: UTF8.self)
    }
  }

  private let tokens: [GuardToken]
  private let condition: String

  init(_ condition: String) {
    self.condition = condition
    var lexer = GuardLexer(condition)
    do throws(GuardFault) { tokens = try lexer.tokens() } catch { tokens = [] }
  }

  private static let connectives: Set<String> = ["and", "or", "not"]

  /// In the order written.
  var parts: [Part] {
    var parts: [Part] = []
    var index = 0
    while index < tokens.count {
      guard let end = end(ofPartAt: index) else {
        index += 1
        continue
      }
      parts.append(part(index..<end))
      index = end
    }
    return parts
  }

  /// Behind the last token of a comparison that begins here; `nil` if none does.
  private func end(ofPartAt start: Int) -> Int? {
    guard isOperand(start) else { return nil }
    var end = endOfOperand(start)
    let sign = tokens[end]
    if sign.kind == .sign, sign.text == "==" || sign.text == "!=" {
      end = endOfOperand(end + 1)
    } else if sign.kind == .word, sign.text == "has" || sign.text == "matches" {
      end += 2
    } else if sign.kind == .word, sign.text == "in" {
      end = (tokens[end...].firstIndex { $0.text == "]" } ?? end) + 1
    }
    return min(end, tokens.count - 1)
  }

  private func isOperand(_ index: Int) -> Bool {
    tokens[index].kind == .quoted || (tokens[index].kind == .word && !Self.connectives.contains(tokens[index].text))
  }

  /// `totp(account.totp)` is one operand.
  private func endOfOperand(_ index: Int) -> Int {
    guard index < tokens.count else { return tokens.count - 1 }
    let isCall = tokens[index].text == "totp" && index + 1 < tokens.count && tokens[index + 1].text == "("
    return min(index + (isCall ? 4 : 1), tokens.count - 1)
  }

  private func part(_ range: Range<Int>) -> Part {
    let bytes = tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound - 1].bytes.upperBound
    var before = range.lowerBound - 1
    var isNegated = false
    while before >= 0, tokens[before].text == "not", tokens[before].kind == .word {
      isNegated.toggle()
      before -= 1
    }
    let neighbours = [before >= 0 ? tokens[before] : nil, tokens[range.upperBound]].compactMap { $0 }.filter { $0.kind == .word }.map(
      \.text)
    let isAnd = neighbours.contains("and")
    let words = tokens[range].map(\.text)
    return Part(
      text: String(decoding: Array(condition.utf8)[bytes], as: UTF8.self), bytes: bytes,
      isOneOfSeveral: isAnd || neighbours.contains("or"), neutral: isAnd != isNegated ? "true" : "false",
      answer: answer(words))
  }

  /// The answer of `answer.x == y`, in either order, if `y` is not a plain word.
  private func answer(_ words: [String]) -> String? {
    guard words.contains("=="), words.count >= 3, let last = words.last else { return nil }
    let (left, right) = (words[0], words[2])
    if left.hasPrefix("answer."), Self.isKept(right) { return left }
    return last.hasPrefix("answer.") && Self.isKept(left) ? last : nil
  }

  private static func isKept(_ word: String) -> Bool {
    word == "totp" || ["account.", "session.", "sent.", "answer."].contains { word.hasPrefix($0) }
  }
}
