import Diagnostics
import Encodings

/// Reads a condition and looks its names up.
///
/// `or` binds weaker than `and`, `and` weaker than `not`; comparisons are `==`, `!=`, `has`, `in`, `matches`.
struct GuardParser {
  private static let deepest = 32
  /// How many parts a condition may have, those of the policies in it included: policies of policies grow without bounds.
  static let heaviest = 1000

  let names: Names
  private let tokens: [GuardToken]
  private var index = 0
  private var depth = 0
  /// The policies that were named.
  private(set) var policies: Set<String> = []
  private var weight = 0

  init(_ text: String, names: Names) throws(GuardFault) {
    self.names = names
    var lexer = GuardLexer(text)
    tokens = try lexer.tokens()
  }

  /// The whole condition.
  mutating func condition() throws(GuardFault) -> Guard {
    let condition = try disjunction()
    guard current.kind == .end else {
      throw GuardFault(
        "unexpected '\(current.text)', expected 'and', 'or' or the end", current.bytes,
        suggestion: GuardKeyword.suggestion(for: current.text))
    }
    return condition
  }

  private mutating func disjunction() throws(GuardFault) -> Guard {
    var parts = [try conjunction()]
    while take(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(GuardFault) -> Guard {
    var parts = [try negation()]
    while take(.and) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(GuardFault) -> Guard {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw GuardFault("the condition is nested too deeply", current.bytes) }
    if take(.not) {
      try add(weight: 1, at: tokens[index - 1].bytes)
      return .not(try negation())
    }
    if take(sign: "(") {
      let inner = try disjunction()
      try expect(sign: ")")
      return inner
    }
    return try comparison()
  }

  private mutating func comparison() throws(GuardFault) -> Guard {
    let (left, place) = try operand()
    try add(weight: 1, at: place)
    let sign = current
    if take(sign: "==") || take(sign: "!=") {
      let (right, rightPlace) = try operand()
      let equal = try equality(left, place, right, rightPlace)
      return sign.text == "==" ? equal : .not(equal)
    }
    if take(.has) {
      let word = try self.word()
      return try membership(left, place, word)
    }
    if take(.in) {
      return .any(try list().map { word throws(GuardFault) in try equality(left, place, .word(word.text), word.bytes) })
    }
    if take(.matches) { return try match(left, place) }
    return try bare(left, place)
  }

  /// A name or a word, with its place.
  private mutating func operand() throws(GuardFault) -> (GuardOperand, Range<Int>) {
    let token = current
    switch token.kind {
    case .quoted:
      index += 1
      return (.word(token.text), token.bytes)
    case .word:
      index += 1
      if token.text.hasPrefix("policy.") { policies.insert(String(token.text.dropFirst("policy.".count))) }
      guard token.text == "totp", take(sign: "(") else {
        let operand = try names.operand(token.text, token.bytes)
        if case .policy(let condition) = operand { try add(weight: condition.weight, at: token.bytes) }
        return (operand, token.bytes)
      }
      let secret = current
      guard case .attribute(let slot) = try operand().0 else {
        throw GuardFault("'totp' takes a secret such as account.totp", secret.bytes)
      }
      try expect(sign: ")")
      return (.totp(slot), token.bytes.lowerBound..<secret.bytes.upperBound)
    case .sign: throw GuardFault("unexpected '\(token.text)', expected a name", token.bytes)
    case .end: throw GuardFault("the condition ends too early", token.bytes)
    }
  }

  private mutating func match(_ left: GuardOperand, _ place: Range<Int>) throws(GuardFault) -> Guard {
    let token = current
    guard token.kind == .quoted else { throw GuardFault("'matches' takes a regular expression in quotes", token.bytes) }
    guard case .answer(let path) = left else { throw GuardFault("only an answer can be matched", place) }
    index += 1
    do throws(PatternError) {
      return .atom(.answer(AnswerTest(path: path, comparison: .matches(try Pattern(token.text)))))
    } catch {
      throw GuardFault("\(error)", token.bytes)
    }
  }

  private mutating func list() throws(GuardFault) -> [GuardToken] {
    try expect(sign: "[")
    var words = [try word()]
    while take(sign: ",") {
      words.append(try word())
      try add(weight: 1, at: tokens[index - 1].bytes)
    }
    try expect(sign: "]")
    return words
  }

  private mutating func word() throws(GuardFault) -> GuardToken {
    let token = current
    guard token.kind == .word || token.kind == .quoted else { throw GuardFault("a word is missing", token.bytes) }
    index += 1
    return token
  }

  private mutating func add(weight more: Int, at place: Range<Int>) throws(GuardFault) {
    weight += more
    guard weight <= Self.heaviest else {
      throw GuardFault("the condition has more than \(Self.heaviest) parts, those of its policies included", place)
    }
  }

  private var current: GuardToken { tokens[index] }

  private mutating func take(_ keyword: GuardKeyword) -> Bool { take(.word, keyword.rawValue) }
  private mutating func take(sign: String) -> Bool { take(.sign, sign) }

  private mutating func take(_ kind: GuardToken.Kind, _ text: String) -> Bool {
    guard current.kind == kind, current.text == text else { return false }
    index += 1
    return true
  }

  private mutating func expect(sign: String) throws(GuardFault) {
    guard take(sign: sign) else { throw GuardFault("'\(sign)' is missing", current.bytes) }
  }
}
