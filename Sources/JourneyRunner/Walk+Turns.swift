internal import Diagnostics
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Emits the events of a turn and remembers where the journey now is.
  ///
  /// - Parameter isPoll: whether only something new on the screen is an event.
  mutating func record(_ turn: Turn, isPoll: Bool) {
    for exchange in turn.exchanges { record(exchange) }
    for warning in turn.warnings { emit(.warning(warning)) }
    if !isPoll { holdDoubts() }
    hold(turn.findings)
    if var last = turn.exchanges.last {
      // Cookies set on the way count: a person's browser keeps them as well as those of the last response.
      last.response?.cookies = turn.exchanges.flatMap { $0.response?.cookies ?? [] }
      exchange = last
    }
    if case .screen(let screen) = turn.now { learn(screen.enrolmentSecrets) }
    // An unchanged screen keeps what earlier steps expected.
    if isPoll, shown == .now(turn.now) { return }
    expectedMessages = isPoll ? messagesExpectedBefore(on: turn.now) : []
    shown = .now(turn.now)
    silentRefusal = turn.silentRefusal
    sharedName = turn.sharedName
    (likelyCause, refusedRequest) = (turn.likelyCause, turn.refusedRequest)
    (unmarkedText, unmetRules) = (turn.unmarkedText, turn.unmetRules)
    errorStatus = turn.errorStatus
    if turn.now != .ended(.completed) { isEndFollowed = false }
    isLookedAt = false
    switch turn.now {
    case .screen(let screen): emit(.screenShown(screen))
    case .handover(let handover): emit(.handedOver(handover))
    case .ended(let end): emit(.journeyEnded(end))
    }
    trace?.add(turn)
  }

  /// The messages that changed while the screen was requested again, and that a step expected as they were before.
  private func messagesExpectedBefore(on now: Turn.Now) -> Set<Int> {
    guard case .screen(let screen) = now, case .now(.screen(let before)) = shown, screen.id == before.id else { return [] }
    let messages = before.everyMessage
    let expected = Set(expectedMessages.map { messages[$0] })
    return Set(screen.everyMessage.indices.filter { expected.contains(screen.everyMessage[$0]) })
  }

  mutating func record(_ exchange: Exchange) {
    emit(.exchange(exchange))
    for edge in exchange.edges { emit(.edgeTaken(edge)) }
  }

  /// Checks the end of the journey if no step did, after the last step or before another journey begins.
  ///
  /// An end is followed as `finish` follows it, to its tokens or its error. `nil` if nothing is wrong.
  mutating func lookAtEnd() -> Course? {
    guard !isLookedAt, case .now(let now) = shown else { return nil }
    holdDoubts()
    if now == .ended(.completed), !isEndFollowed { return followEnd(probes: [], then: .askedAgain) }
    let problems = limits.script == nil ? unhandled(now) : []
    guard problems.isEmpty else { return fail(problems) }
    isLookedAt = true
    // Where steps were passed over, it is not known whether this is the end that they were written for.
    if case .ended(.finished) = now, !hasPassedOver { hasLooked = true }
    return nil
  }

  /// What no step expected and must not be passed over.
  private func unhandled(_ now: Turn.Now) -> [Mismatch] {
    switch now {
    case .screen(let screen):
      return unexpectedMessages(on: screen)
        + [silentMismatch(on: screen, at: placeOfEnd), statusMismatch(on: screen, at: placeOfEnd)].compactMap(\.self)
    case .ended(.refused(let refusal)): return [unexpectedEnd(now, step: "error: \(refusal.error)")]
    case .ended(.expired): return [unexpectedEnd(now, step: "expired:")]
    case .handover: return [unexpectedEnd(now, step: "hand_over: present")]
    case .ended(.completed): return [unexpectedEnd(now, actual: "its end leads back to the same end", step: "finish:")]
    case .ended(.finished(let finish)):
      guard let place = placeOfEnd else { return [] }
      var collector = MismatchCollector()
      collector.add(checks: finish.checks, at: place)
      return collector.mismatches
    }
  }

  /// The errors and warnings of the screen that no step expects.
  func unexpectedMessages(on screen: Screen) -> [Mismatch] {
    screen.everyMessage.enumerated().compactMap { index, message in
      guard message.level.mustBeExpected, !expectedMessages.contains(index) else { return nil }
      return Mismatch(
        .unexpectedMessage, subject: "message on \(message.placeName) of screen '\(screen.id.text)'",
        expected: "only messages that a step lists", actual: message.shown, details: sentCodeDetails + causes)
    }
  }

  /// A form that was sent and came back, where no step states which messages it expects.
  func silentMismatch(on screen: Screen, at place: SourceRange?) -> Mismatch? {
    guard let silentRefusal else { return nil }
    return Mismatch(
      .unexpectedMessage, subject: "messages of screen '\(screen.id.text)'", expected: "a message that says why the form came back",
      actual: silentRefusal,
      details: [
        unmarkedAdvice ?? "if the page says why, name the element in tenants.yaml: 'pages: {messages: {.its-class: error}}'",
        "if it does not say why, the page lacks a message: 'messages: none' in the step accepts that, also where the sign-in is broken",
      ] + causes, place: place.map { Excerpt($0) })
  }

  /// A step that expects nothing but a name which the page before the sign-in has too.
  func sharedNameMismatch(_ expected: ExpectedScreen, _ step: Step) -> Mismatch? {
    guard let sharedName, isNameAlone(expected, step) else { return nil }
    return Mismatch(
      .screen, subject: "name of the screen", expected: "a name that distinguishes the page after the sign-in from the one before",
      actual: sharedName,
      details: [
        "give the two pages names of their own by rules in tenants.yaml, e.g. with 'has: \"[name=password]\"' for the page with the form",
        "or let the step expect what only one of them has, under 'forms' or 'widgets'",
      ] + causes, place: Excerpt(step.range))
  }

  /// Whether neither a step nor the one after it looks at more of a screen than its name.
  private func isNameAlone(_ expected: ExpectedScreen, _ step: Step) -> Bool {
    guard expected.isNameAlone, step.captures.isEmpty else { return false }
    switch stepAfter?.kind {
    case .check: return false
    case .screen(let expected): return expected.isNameAlone
    default: return true
    }
  }

  /// Whether a step, or the one after it, looks at something that is on the screen.
  func looksAtContent(_ expected: ExpectedScreen, _ step: Step) -> Bool {
    if expected.looksAtContent || !step.captures.isEmpty { return true }
    guard let next = stepAfter, case .screen(let expected) = next.kind else { return false }
    return expected.looksAtContent || !next.captures.isEmpty
  }

  /// The step after this one, which may look at the same screen, too.
  private var stepAfter: Step? {
    for instruction in program.instructions.dropFirst(counter + 1) {
      if case .step(let step) = instruction { return step }
    }
    return nil
  }

  /// What likely led to what is shown, as a detail of a failure.
  ///
  /// That the site refused something is none: a wrong password is meant to be refused.
  var causes: [String] {
    if let likelyCause { return ["likely cause: \(likelyCause)"] }
    return refusedRequest.map { ["the site refused what was sent: \($0)"] } ?? []
  }

  /// How a text that came with a silent refusal becomes a message; `nil` without such a text.
  var unmarkedAdvice: String? {
    unmarkedText.map { text in
      "new on the page is '\(text.text)', in an element that is not known as a message: name it in tenants.yaml: "
        + "'pages: {messages: {\"\(text.selector)\": error}}'"
    }
  }

  /// A page with status 4xx that was pressed for, where no step names it.
  func statusMismatch(on screen: Screen, at place: SourceRange?) -> Mismatch? {
    guard let errorStatus else { return nil }
    return Mismatch(
      .response, subject: "status of screen '\(screen.id.text)'", expected: "a page that is not an error, because no step names this one",
      actual: "status \(errorStatus)",
      details: causes + ["if this is right, name the page in a step: '- screen: \(screen.id.text)'"], place: place.map { Excerpt($0) })
  }

  private func unexpectedEnd(_ now: Turn.Now, actual: String? = nil, step: String) -> Mismatch {
    Mismatch(
      now.isExpiry ? .expired : .unexpectedEnd, subject: "the end of the journey",
      expected: "a journey that completes, because no step expects another end", actual: actual ?? now.said,
      details: ["if this is right, add the step '- \(step)'"], place: placeOfEnd.map { Excerpt($0) })
  }

  /// The step that an exchange belongs to.
  var placeOfFinding: SourceRange? {
    guard program.instructions.indices.contains(counter), case .step(let step) = program.instructions[counter] else { return placeOfEnd }
    return step.range
  }

  /// The last step before the end.
  var placeOfEnd: SourceRange? {
    for instruction in program.instructions.prefix(counter).reversed() {
      if case .step(let step) = instruction { return step.range }
    }
    return nil
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
    case .ended(.finished(let finish)): finish.checks.compactMap(\.problem).first ?? "the journey is complete"
    case .ended(.completed): "the journey is complete"
    case .ended(.refused(let refusal)):
      "it ends in the error '\(refusal.error)'" + (refusal.description.map { ": \($0)" } ?? "")
    case .ended(.expired(let status, let messages)):
      "the session is refused as expired (status \(status))"
        + (messages.isEmpty ? "" : ": \(messages.map(\.shown).joined(separator: ", "))")
    }
  }
}
