package import Encodings
package import JourneyModel

/// What is so at one moment of a journey: how conditions are judged.
package struct GraphTruth {
  package let session: Session
  package let account: AccountState?
  package let device: ScopeState?
  /// What was posted; an empty object where nothing was.
  package let answer: JSONValue
  package let now: Instant

  package func holds(_ condition: Guard) -> Bool {
    condition.holds { atom in
      if case .answer(let test) = atom { isTrue(test) } else { isTrue(atom) ?? false }
    }
  }

  private func isTrue(_ test: AnswerTest) -> Bool {
    guard let value = answer.value(at: test.path) else { return false }
    switch test.comparison {
    case .present: return value.isSomething
    case .equals(let text): return value.plainText == text
    case .equalsAttribute(let slot): return text(slot).map { value.plainText == $0 } ?? false
    case .equalsAnswer(let other): return answer.value(at: other)?.plainText == value.plainText
    case .equalsCode(let mail):
      guard let sent = session.codes[mail], let text = value.plainText else { return false }
      return sent.isGood(text, at: now)
    case .equalsTOTP(let slot): return totpStep(slot, value.plainText) != nil
    case .has(let text): return value.arrayValue?.contains { $0.plainText == text } ?? (value.plainText == text)
    case .matches(let pattern): return value.plainText.map { matches(pattern, $0) } ?? false
    }
  }

  /// The time step of an authenticator's code: one before or after now is taken too, none twice.
  package func totpStep(_ slot: AttributeSlot, _ code: String?) -> Int64? {
    guard let code, let secret = text(slot).flatMap(Base32.decode) else { return nil }
    let password = OneTimePassword(secret: secret)
    let step = now.seconds / 30
    let last = slot.scope == .account ? account?.lastTOTPStep ?? -1 : -1
    return (step - 1...step + 1).first { $0 > last && password.code(counter: UInt64(max($0, 0))) == code }
  }

  private func matches(_ pattern: Pattern, _ text: String) -> Bool {
    do throws(PatternError) {
      return try pattern.wholeMatch(in: text) != nil
    } catch {
      // A text that the pattern cannot cope with is not a text that it allows.
      return false
    }
  }

  private func text(_ slot: AttributeSlot) -> String? {
    scope(slot.scope)?.attributes[slot.index]
  }
}

extension GraphTruth: ScopedFacts {
  var isAboutSomebody: Bool { account != nil }

  func scope(_ scope: FactScope) -> ScopeState? {
    switch scope {
    case .account: account?.scope
    case .session: session.scope
    case .device: device
    }
  }
}

extension JSONValue {
  /// The value that a widget's id leads to; `nil` if nothing was answered.
  package func value(at path: [String]) -> JSONValue? {
    var value = self
    for name in path {
      guard let next = value[name] else { return nil }
      value = next
    }
    return value.isNull ? nil : value
  }

  /// A literal text, numbers and flags by their spelling; `nil` for lists and objects.
  package var plainText: String? {
    switch self {
    case .string(let text): text
    case .number(let spelling): spelling
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// Whether a person answered something: no empty text, no empty list, no box left open.
  package var isSomething: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .string(let text): !text.isEmpty
    case .number: true
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }
}
