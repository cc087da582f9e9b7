internal import JourneyModel

extension Walk {
  /// Tells the events of a turn and remembers where the journey now is.
  ///
  /// - Parameter isPoll: whether only something new is worth telling of what is shown.
  mutating func record(_ turn: Turn, isPoll: Bool) {
    for exchange in turn.exchanges { record(exchange) }
    for warning in turn.warnings { emit(.warning(warning)) }
    if var last = turn.exchanges.last {
      // What was set on the way is set: a person's browser has it as well as what the last answer set.
      last.response?.cookies = turn.exchanges.flatMap { $0.response?.cookies ?? [] }
      exchange = last
    }
    let isNew = !isPoll || shown != .now(turn.now)
    shown = .now(turn.now)
    expectedMessages.removeAll()
    isLookedAt = false
    guard isNew else { return }
    switch turn.now {
    case .screen(let screen): emit(.screenShown(screen))
    case .handover(let handover): emit(.handedOver(handover))
    case .ended(let end): emit(.journeyEnded(end))
    }
    trace?.add(turn)
  }

  mutating func record(_ exchange: Exchange) {
    emit(.exchange(exchange))
    for edge in exchange.edges { emit(.edgeTaken(edge)) }
  }

  /// What nobody looked at when the steps ran out, and must not be passed over.
  func unhandled() -> [Mismatch] {
    guard !isLookedAt, case .now(let now) = shown else { return [] }
    switch now {
    case .screen(let screen):
      return screen.everyMessage.filter(\.level.mustBeExpected).map { message in
        Mismatch(
          .unexpectedMessage, subject: "message on \(message.placeName) of screen '\(screen.id.text)'",
          expected: "no message that no step expects", actual: message.shown)
      }
    case .ended(.refused), .ended(.expired):
      return [Mismatch(now.isExpiry ? .expired : .unexpectedEnd, subject: "the end", expected: "no refusal", actual: now.said)]
    case .handover, .ended(.completed), .ended(.finished): return []
    }
  }
}

extension Turn.Now {
  var isExpiry: Bool {
    guard case .ended(.expired) = self else { return false }
    return true
  }

  /// As a sentence's end: `screen 'password'`, `the journey is complete`.
  var said: String {
    switch self {
    case .screen(let screen): "screen '\(screen.id.text)'"
    case .handover(let handover):
      "it leaves for '\(handover.url)'" + (handover.cause.map { ": \($0)" } ?? "")
    case .ended(.completed), .ended(.finished): "the journey is complete"
    case .ended(.refused(let refusal)):
      "it ends in the error '\(refusal.error)'" + (refusal.description.map { ": \($0)" } ?? "")
    case .ended(.expired(let status)): "the session is refused as expired (status \(status))"
    }
  }
}
