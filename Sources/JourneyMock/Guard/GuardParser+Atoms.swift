import Diagnostics

extension GuardParser {
  /// `left == right`, whichever way round.
  func equality(
    _ left: GuardOperand, _ place: Range<Int>, _ right: GuardOperand, _ rightPlace: Range<Int>
  ) throws(GuardFault) -> Guard {
    switch (left, right) {
    case (.answer(let path), _): return try answer(path, equals: right, rightPlace)
    case (_, .answer(let path)): return try answer(path, equals: left, place)
    case (.fact(let fact), .word(let word)): return .atom(try fact.equals(word, rightPlace))
    case (.timer(let slot), .word(let word)):
      guard let phase = TimerPhase(rawValue: word) else { throw unknown(word, TimerPhase.allCases.map(\.rawValue), rightPlace) }
      return .atom(.timer(slot, phase))
    case (.counter(let slot), .word(let word)):
      guard word == "full" else { throw unknown(word, ["full"], rightPlace) }
      return .atom(.full(slot))
    case (.policy(let policy), .word("true")): return policy
    case (.policy(let policy), .word("false")): return .not(policy)
    case (.account, _), (.fact, _), (.attribute, _), (.policy, _), (.timer, _), (.counter, _), (.code, _), (.totp, _), (.word, _):
      throw GuardFault(
        "these two cannot be compared: a fact is compared with one of its words, a text only with an answer",
        place.lowerBound..<rightPlace.upperBound)
    }
  }

  private func answer(_ path: [String], equals other: GuardOperand, _ place: Range<Int>) throws(GuardFault) -> Guard {
    let comparison: AnswerTest.Comparison
    switch other {
    case .word(let word): comparison = .equals(word)
    case .attribute(let slot): comparison = .equalsAttribute(slot)
    case .answer(let other): comparison = .equalsAnswer(other)
    case .code(let mail): comparison = .equalsCode(mail: mail)
    case .totp(let slot): comparison = .equalsTOTP(slot)
    case .account, .fact, .policy, .timer, .counter:
      throw GuardFault("an answer is compared with a word, a text of the account, another answer or a code", place)
    }
    return .atom(.answer(AnswerTest(path: path, comparison: comparison)))
  }

  /// `left has word`.
  func membership(_ left: GuardOperand, _ place: Range<Int>, _ word: GuardToken) throws(GuardFault) -> Guard {
    switch left {
    case .fact(let fact): return .atom(try fact.has(word.text, word.bytes))
    case .answer(let path): return .atom(.answer(AnswerTest(path: path, comparison: .has(word.text))))
    case .account, .attribute, .policy, .timer, .counter, .code, .totp, .word:
      throw GuardFault("only a set or an answer can be compared with 'has'", place)
    }
  }

  /// A name without a comparison.
  func bare(_ operand: GuardOperand, _ place: Range<Int>) throws(GuardFault) -> Guard {
    switch operand {
    case .account: return .atom(.account)
    case .policy(let policy): return policy
    case .attribute(let slot): return .atom(.attribute(slot))
    case .answer(let path): return .atom(.answer(AnswerTest(path: path, comparison: .present)))
    case .word("true"): return .constant(true)
    case .word("false"): return .constant(false)
    case .fact(let fact):
      guard case .flag = fact.kind else {
        throw GuardFault("'\(fact.name)' is not a flag", place, suggestion: fact.usage)
      }
      return .atom(.fact(fact.slot, equals: 1))
    case .timer: throw GuardFault("a timer is compared", place, suggestion: "write '== running' or '== over'")
    case .counter: throw GuardFault("a counter is compared", place, suggestion: "write '== full'")
    case .code, .totp: throw GuardFault("a code is compared with an answer", place)
    case .word(let word): throw names.unknown(word, place)
    }
  }

  private func unknown(_ word: String, _ known: [String], _ place: Range<Int>) -> GuardFault {
    GuardFault(
      "'\(word)' is not one of \(known.joined(separator: ", "))", place,
      suggestion: ClosestMatch.of(word, in: known).map { "did you mean '\($0)'?" })
  }
}

extension FactRule {
  /// The atom for one of its words.
  func equals(_ word: String, _ place: Range<Int>) throws(GuardFault) -> GuardAtom {
    switch kind {
    case .word: return .fact(slot, equals: UInt64(try index(of: word, place)))
    case .flag:
      guard word == "true" || word == "false" else { throw GuardFault("'\(name)' is a flag: true or false", place) }
      return .fact(slot, equals: word == "true" ? 1 : 0)
    case .set: throw GuardFault("'\(name)' is a set", place, suggestion: usage)
    }
  }

  /// The atom for a word of a set.
  func has(_ word: String, _ place: Range<Int>) throws(GuardFault) -> GuardAtom {
    guard case .set = kind else { throw GuardFault("'\(name)' is not a set", place, suggestion: usage) }
    // A slot has 64 bits; a set with more words takes those after its own.
    let (further, bit) = try index(of: word, place).quotientAndRemainder(dividingBy: 64)
    return .member(Slot(scope: slot.scope, index: slot.index + further), bit: 1 << UInt64(bit))
  }

  private func index(of word: String, _ place: Range<Int>) throws(GuardFault) -> Int {
    if let index = words.firstIndex(of: word) { return index }
    throw GuardFault(
      "'\(word)' is not a word of '\(name)'; there are \(words.joined(separator: ", "))", place,
      suggestion: ClosestMatch.of(word, in: words).map { "did you mean '\($0)'?" })
  }

  /// How it is requested.
  var usage: String {
    switch kind {
    case .word(let words): "write '\(name) == \(words[0])'"
    case .set(let words): "write '\(name) has \(words[0])'"
    case .flag: "write '\(name)'"
    }
  }
}
