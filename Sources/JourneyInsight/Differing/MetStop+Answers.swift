import JourneyModel
package import JourneyRunner

extension [MetStop] {
  /// Whether nothing is known to have come but pages outside, which may lead anywhere.
  var isOutside: Bool { allSatisfy { $0.key.hasPrefix("left:") } }
  /// Whether something came, and nothing that a person could go on from as before.
  var areRefusals: Bool { !isEmpty && allSatisfy { $0.saysError || $0.isDeadEnd } }
}

extension MetStop {
  /// An end, and not with tokens.
  var isRefusal: Bool { isEnd && !isFinish }

  var isExpired: Bool { if case .ended(.expired) = kind { true } else { false } }

  /// Whether an answer is not what the scenario says.
  var isLedOn: Bool { answered?.answers.contains { [.made, .longer].contains($0.from) } ?? false }

  /// Whether everything that was filled in is the account's own, or a code that the tenant sent: what a tenant has to take.
  var isAnsweredWithOwn: Bool {
    guard let answered, !answered.answers.isEmpty else { return false }
    return answered.answers.allSatisfy { $0.from.isOwn }
  }

  /// Whether only the account's own texts were typed, or codes that the tenant sent; a choice cannot be wrong.
  var isAnsweredRight: Bool {
    answered?.answers.allSatisfy { answer in
      if answer.from.isOwn { return true }
      let widget = screen?.forms.flatMap(\.widgets).first { $0.id.text == answer.widget }
      if case .entry? = widget?.kind { return false }
      return widget != nil
    } ?? true
  }

  /// Whether a person cannot go on from here: an end, or a screen that asks for nothing and says what is wrong.
  var isDeadEnd: Bool {
    switch kind {
    case .ended: !isFinish
    case .left: false
    case .screen(let screen): screen.isDeadEnd
    }
  }
}

extension AnswerSource {
  /// Whether it is the account's own, or a code that the tenant sent or an app shows.
  package var isOwn: Bool { rawValue.hasPrefix("account.") || [.mail, .sms, .totp].contains(self) }
}
