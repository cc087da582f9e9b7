internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Waits and asks again for what is shown; `nil` where the step does not wait, its time is up, or nothing can come.
  mutating func askAgain(within: Duration?) -> Course? {
    guard let within, case .now(.screen(let screen)) = shown else { return nil }
    // What comes next may not say again what is wrong now.
    let unexpected = isLookedAt ? [] : unexpectedMessages(on: screen)
    guard unexpected.isEmpty else { return fail(unexpected) }
    guard let time = timeLeft(within, interval: screen.poll?.every ?? WalkLimits.usualInterval) else { return nil }
    pending = .interval
    return .ask(.wait(time))
  }

  /// How long to wait before asking once more, the last time right at the deadline; `nil` after it.
  mutating func timeLeft(_ within: Duration, interval: Duration) -> Duration? {
    let until = deadline ?? now + within
    deadline = until
    guard now < until else { return nil }
    asked += 1
    return min(max(interval, .milliseconds(1), within / WalkLimits.mostQuestions), until - now)
  }

  /// How the screen is asked for again: by its poll form, else as the dialect asks for the current screen.
  var pollAction: DriverAction {
    guard case .now(.screen(let screen)) = shown, let poll = screen.poll else { return .refresh }
    return .submit(Submission(form: poll.form))
  }

  /// The mismatch of a head that does not fit what is shown.
  func unfit(expected: String, nearest: String? = nil, within: Duration?, at range: SourceRange) -> Mismatch {
    let actual = seen
    var details = openMessages + lastRefusal
    if let within, deadline != nil {
      details.append("asked \(asked) time\(asked == 1 ? "" : "s") within \(DurationText.format(within))")
    }
    return Mismatch(
      unfitKind, subject: "what is shown", expected: expected, actual: actual, nearest: nearest, details: details, place: Excerpt(range))
  }

  private var unfitKind: Mismatch.Kind {
    guard case .now(let now) = shown else { return .screen }
    switch now {
    case .ended(.expired): return .expired
    case .ended, .handover: return .unexpectedEnd
    case .screen: return deadline == nil ? .screen : .timeout
    }
  }

  private var seen: String {
    guard case .now(let now) = shown else { return "nothing, as no journey has begun" }
    return now.said
  }

  /// What was asked and with which status it was refused, where the journey ended in an error that an answer held, or that is about
  /// the client.
  private var lastRefusal: [String] {
    guard case .now(.ended(.refused(let refusal))) = shown, let exchange, let status = exchange.response?.status else { return [] }
    let isOfClient = ["invalid_client", "unauthorized_client"].contains(refusal.error)
    guard status >= 400 || isOfClient else { return [] }
    let address = exchange.url.prefix { $0 != "?" }
    var lines = ["\(exchange.method) \(address) was answered with status \(status)"]
    if status == 404 { lines.append("is the tenant's 'issuer' right? there is nothing at this address") }
    if isOfClient { lines.append("is the tenant's 'client.id' right?") }
    return lines
  }

  /// The errors that stand on the screen, which often say why it is not another one.
  var openMessages: [String] {
    guard case .now(.screen(let screen)) = shown else { return [] }
    return screen.everyMessage.filter(\.level.mustBeExpected).map { "on \($0.placeName): \($0.shown)" }
  }
}
