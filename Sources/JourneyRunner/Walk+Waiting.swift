internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Waits and requests the screen again; `nil` if the step does not wait, its time is up, or nothing can change.
  mutating func askAgain(within: Duration?) -> Course? {
    guard let within, case .now(.screen(let screen)) = shown else { return nil }
    // The next screen may not repeat the current error.
    let unexpected = isLookedAt || limits.script != nil ? [] : unexpectedMessages(on: screen)
    guard unexpected.isEmpty else { return fail(unexpected) }
    let elapsed = deadline.map { within - ($0 - now) } ?? .zero
    // A screen that does not poll rarely changes without an answer, and tenants limit how often they are asked.
    let interval = screen.poll?.every ?? max(WalkLimits.usualInterval, elapsed / 5)
    guard let time = timeLeft(within, interval: interval) else { return nil }
    pending = .interval
    return .ask(.wait(time))
  }

  /// How long to wait before asking once more, the last time right at the deadline; `nil` after it.
  mutating func timeLeft(_ within: Duration, interval: Duration) -> Duration? {
    let until = deadline ?? now + within
    deadline = until
    guard now < until else { return nil }
    asked += 1
    return min(max(interval, .milliseconds(1), within / WalkLimits.maxQuestions), until - now)
  }

  /// How the screen is requested again: by its poll form, else as the dialect requests the current screen.
  var pollAction: DriverAction {
    guard case .now(.screen(let screen)) = shown, let poll = screen.poll else { return .refresh }
    return .submit(Submission(form: poll.form))
  }

  /// The mismatch of a head that does not match what is shown.
  func unfit(expected: String, nearest: String? = nil, within: Duration?, at range: SourceRange) -> Mismatch {
    let actual = seen
    let messages = openMessages
    let status = errorStatus.map { ["the page has status \($0)"] } ?? []
    var details = messages + lastRefusal + status + causes + (messages.isEmpty ? [] : sentCodeDetails)
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
    guard case .now(let now) = shown else { return "nothing, because no journey has started" }
    return now.said
  }

  /// The request and the status with which it was refused, if the journey ended in an error of a response, or in one about
  /// the client.
  private var lastRefusal: [String] {
    guard case .now(.ended(.refused(let refusal))) = shown, let exchange, let status = exchange.response?.status else { return [] }
    let isOfClient = ["invalid_client", "unauthorized_client"].contains(refusal.error)
    guard status >= 400 || isOfClient else { return [] }
    let address = exchange.url.prefix { $0 != "?" }
    var lines = ["\(exchange.method) \(address) was answered with status \(status)"]
    if status == 404 { lines.append("is the tenant's 'issuer' right? there is nothing at this address") }
    if isOfClient { lines.append("is the tenant's 'client.id' right?") }
    // The error of a client that could not be authenticated (RFC 6749 section 5.2).
    if refusal.error == "invalid_client" { lines.append("if the client has a secret, is its 'client.secret' right?") }
    return lines
  }

  /// The errors on the screen, which often explain why it is not another one.
  var openMessages: [String] {
    guard case .now(.screen(let screen)) = shown else { return [] }
    return screen.everyMessage.filter(\.level.mustBeExpected).map { "on \($0.placeName): \($0.shown)" }
  }
}
