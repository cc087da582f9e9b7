/// A condition of a mock in words, as people read it on a map: `right password, status not locked`.
///
/// They are shorter than the condition, and leave out where a name is from; who needs it to the letter reads the file.
package struct ConditionWords {
  private let tokens: [GuardToken]
  private var index = 0
  private var isOdd = false

  private init(_ tokens: [GuardToken]) { self.tokens = tokens }

  /// The words of a condition; the condition itself where it cannot be read.
  package static func of(_ condition: String) -> String {
    var lexer = GuardLexer(condition)
    do throws(GuardFault) {
      var words = ConditionWords(try lexer.tokens())
      let text = words.disjunction(isNegated: false).text
      return words.isOdd || words.current.kind != .end ? condition : text
    } catch { return condition }
  }

  private struct Phrase {
    var text: String
    /// Whether it has an `or` outside of parentheses.
    var isDivided = false
    /// Whether it has a comma, which is `and`, outside of parentheses.
    var isJoined = false
  }

  // MARK: Joining

  private mutating func disjunction(isNegated: Bool) -> Phrase {
    var parts = [conjunction(isNegated: isNegated)]
    while take("or") { parts.append(conjunction(isNegated: isNegated)) }
    return isNegated ? Self.all(parts) : Self.any(parts)
  }

  private mutating func conjunction(isNegated: Bool) -> Phrase {
    var parts = [negation(isNegated: isNegated)]
    while take("and") { parts.append(negation(isNegated: isNegated)) }
    return isNegated ? Self.any(parts) : Self.all(parts)
  }

  private static func any(_ parts: [Phrase]) -> Phrase {
    parts.count == 1
      ? parts[0] : Phrase(text: parts.map { $0.isJoined ? "(\($0.text))" : $0.text }.joined(separator: " or "), isDivided: true)
  }

  private static func all(_ parts: [Phrase]) -> Phrase {
    parts.count == 1
      ? parts[0] : Phrase(text: parts.map { $0.isDivided ? "(\($0.text))" : $0.text }.joined(separator: ", "), isJoined: true)
  }

  private mutating func negation(isNegated: Bool) -> Phrase {
    if take("not") { return negation(isNegated: !isNegated) }
    guard take("(") else { return comparison(isNegated: isNegated) }
    let inner = disjunction(isNegated: isNegated)
    if !take(")") { isOdd = true }
    return inner
  }

  // MARK: Comparing

  private mutating func comparison(isNegated: Bool) -> Phrase {
    let left = operand()
    if take("==") { return Phrase(text: Self.equality(left, operand(), isNegated)) }
    if take("!=") { return Phrase(text: Self.equality(left, operand(), !isNegated)) }
    if take("has") { return Phrase(text: "\(operand()) \(isNegated ? "not " : "")in \(Self.name(left))") }
    if take("in") {
      return Phrase(text: "\(Self.name(left)) \(isNegated ? "other than " : "")\(list().joined(separator: " or "))", isDivided: true)
    }
    if take("matches") { return Phrase(text: Self.form(Self.name(left), word(), isNegated)) }
    return Phrase(text: Self.bare(left, isNegated))
  }

  private static func equality(_ left: String, _ right: String, _ isNegated: Bool) -> String {
    let (source, name) = (source(left), name(left))
    if source != "answer", self.source(right) == "answer" { return equality(right, left, isNegated) }
    switch self.source(right) {
    case "sent": return "\(isNegated ? "wrong" : "right") code of '\(right.dropFirst("sent.".count))'"
    case "totp": return isNegated ? "wrong app code" : "right app code"
    case "account" where source == "answer": return "\(isNegated ? "wrong" : "right") \(self.name(right))"
    case "answer" where source == "answer": return "\(name) \(isNegated ? "not " : "")the same as \(self.name(right))"
    default: break
    }
    let word = right.hasPrefix("'") ? right : right.replacing("_", with: " ")
    switch source {
    case "counter": return "limit of '\(name)' \(isNegated ? "not " : "")reached"
    case "timer": return "time of '\(name)' \(isNegated ? "not " : "")\(word)"
    case "answer" where left.hasPrefix("answer.authenticator."): return "\(isNegated ? "not " : "")\(right) chosen"
    default: return "\(name) \(isNegated ? "not " : "")\(word)"
    }
  }

  private static func bare(_ text: String, _ isNegated: Bool) -> String {
    switch (source(text), text) {
    case (_, "account"): isNegated ? "no account" : "an account"
    case (_, "true"), (_, "false"): (text == "true") != isNegated ? "always" : "never"
    case ("answer", _): isNegated ? "no \(name(text)) given" : "\(name(text)) given"
    case ("account", _): "\(isNegated ? "without" : "with") \(name(text))"
    default: "\(isNegated ? "not " : "")\(name(text))"
    }
  }

  private static func form(_ name: String, _ pattern: String, _ isNegated: Bool) -> String {
    if pattern.hasPrefix(".{"), pattern.hasSuffix(",}"), let least = Int(pattern.dropFirst(2).dropLast(2)) {
      return isNegated ? "\(name) of fewer than \(least) characters" : "\(name) of at least \(least) characters"
    }
    return "\(name) in \(isNegated ? "a wrong" : "the right") form"
  }

  /// What a name belongs to: `account`, `answer`, `policy` and so on.
  private static func source(_ text: String) -> String {
    if text.hasPrefix("totp(") { return "totp" }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : ""
  }

  /// What a name is called without its source, where that is the account, or a group of an org's answers.
  private static func name(_ text: String) -> String {
    let source = source(text)
    var rest = text.dropFirst(source.isEmpty ? 0 : source.count + 1)
    switch source {
    case "answer":
      for group in ["credentials.", "userProfile.", "authenticator."] where rest.hasPrefix(group) { rest = rest.dropFirst(group.count) }
      return String(rest)
    case "policy": return "policy \(rest)"
    case "session", "device": return "\(source) \(rest.replacing("_", with: " "))"
    default: return String(rest.replacing("_", with: " "))
    }
  }

  // MARK: Reading

  private var current: GuardToken { tokens[index] }

  private mutating func take(_ text: String) -> Bool {
    guard current.kind != .quoted, current.kind != .end, current.text == text else { return false }
    index += 1
    return true
  }

  private mutating func word() -> String {
    guard current.kind == .word || current.kind == .quoted else {
      isOdd = true
      return ""
    }
    index += 1
    return tokens[index - 1].text
  }

  /// A name or word, or `totp(…)`; in quotation marks what could be read as more than one word.
  private mutating func operand() -> String {
    let isQuoted = current.kind == .quoted
    let text = word()
    if isQuoted, text.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }) { return "'\(text)'" }
    guard text == "totp", take("(") else { return text }
    let secret = word()
    if !take(")") { isOdd = true }
    return "totp(\(secret))"
  }

  private mutating func list() -> [String] {
    var words: [String] = []
    guard take("[") else {
      isOdd = true
      return words
    }
    repeat { words.append(operand()) } while take(",")
    if !take("]") { isOdd = true }
    return words
  }
}
