internal import Encodings
internal import JourneyLanguage
package import JourneyModel

/// A walk that a person leads: their steps are added at its end, and each is carried out as a walk of the finished case would.
///
/// It is the walk of the runner; only that it pauses where its steps end. Nothing is compared or reported outside of it.
package struct GrowingWalk: Sendable {
  /// How far the steps came.
  package enum Progress: Sendable {
    /// All steps are taken.
    case waits
    /// A step does not hold. Unless something was sent for it, the walk is where it was before.
    case stuck([Mismatch], wasSent: Bool)
    /// The journey cannot be walked further, for this reason.
    case broken(String)
  }

  private var walk: Walk
  private var attempt: Attempt
  private let account: String?
  private let walker: Walker
  /// What was learned on the way and must not be seen.
  package private(set) var learned: [Secret] = []

  /// - Parameter planned: without steps, or with those that lead to where the person goes on.
  package init(_ planned: PlannedCase, attempt: Attempt, account: String?, limits: RunLimits) {
    walk = Walk(
      planned, attempt: 1, values: attempt.values, seed: limits.seed, salt: attempt.salt, limits: attempt.limits(of: limits))
    walk.mayGrow = true
    self.attempt = attempt
    self.account = account
    walker = Walker(clock: .continuous(), limits: limits)
  }

  /// Begins the journey, and takes the steps that the case has.
  package mutating func begin() async -> Progress { await go(.began) }

  /// Takes the steps that a longer version of the case has in addition to those that were taken.
  ///
  /// - Parameter values: names that every scope sees, such as `secret`, with what came since.
  package mutating func take(_ longer: PlannedCase, values: [String: Value] = [:]) async -> Progress {
    let before = walk
    do throws(BindingFailure) { try walk.grow(to: longer, values: values) } catch {
      walk = before
      return .broken(error.message)
    }
    let progress = await go(.resumed)
    if case .stuck(_, wasSent: false) = progress { walk = before }
    return progress
  }

  private mutating func go(_ first: WalkInput) async -> Progress {
    var input = first
    var wasSent = false
    // The events are not read: the pipe stays empty.
    var passage = Walker.Passage(
      walk: walk, attempt: attempt, account: account, scenario: walk.planned.id, number: 1,
      buffer: EventBuffer(EventPipe(capacity: 1), walker.clock), action: .pause)
    defer {
      walk = passage.walk
      attempt = passage.attempt
    }
    while true {
      let action = passage.walk.next(input, at: await passage.attempt.control.now())
      _ = passage.walk.takeEvents()
      learned += passage.walk.takeLearnedSecrets()
      switch action {
      case .end(let outcome): return Progress(outcome.result, wasSent: wasSent)
      case .pause where passage.walk.hasTakenAll: return .waits
      case .perform, .visit, .comeBack, .answerPush, .request, .run: wasSent = true
      case .askInbox, .wait, .leasePasscode, .awaitPasscode, .compareSnapshot, .pause: break
      }
      input = await walker.perform(action, &passage)
      learned += input.learned
    }
  }

  /// Ends what was opened for the walk alone.
  package func close() async { await attempt.close() }
}

extension GrowingWalk {
  /// Where the journey is; `nil` before it began.
  package var shown: Turn.Now? {
    guard case .now(let now) = walk.shown else { return nil }
    return now
  }

  /// The tenant in the dialect of what is shown.
  package var tenant: CaseTenant { walk.tenant }

  /// What a variable, or a path such as `account.email`, is bound to.
  package func value(of name: String) -> Value? { walk.variable(name) }

  /// The messages to a recipient that no step has taken, oldest first; none where the tenant names no inbox.
  package func untaken(to recipient: String, _ channel: InboxMessage.Channel) async throws(DriverError) -> [InboxMessage] {
    guard let inbox = attempt.inbox else { return [] }
    let messages = try await inbox.messages(to: recipient, channel: channel, since: walk.mark)
    return messages.filter { !walk.takenMessages.contains($0.id) && $0.channel == channel }
  }

  /// What the tenant's clock shows.
  package func now() async -> Instant { await attempt.control.now() }

  /// Whether the tenant has an inbox.
  package var hasInbox: Bool { attempt.inbox != nil }

  /// Follows the end of a completed journey to its tokens or its error, as the step that expects it would.
  package mutating func followEnd() async throws(DriverError) {
    guard case .ended(.completed)? = shown, !walk.isEndFollowed else { return }
    let turn = try await attempt.perform(.finish(probes: []))
    walk.isEndFollowed = true
    walk.record(turn, isPoll: false)
    note(turn)
  }

  /// Asks for the screen again until something else is shown, at most this long; says whether something is.
  package mutating func waitForChange(within: Duration) async throws(DriverError) -> Bool {
    var left = within
    let before = shown
    while left > .zero, case .screen(let screen)? = shown {
      let interval = screen.poll?.every ?? WalkLimits.usualInterval
      let time = min(max(interval, .milliseconds(100)), left)
      try await attempt.control.pass(time)
      left -= time
      let turn = try await attempt.perform(walk.pollAction)
      walk.record(turn, isPoll: true)
      note(turn)
      if shown != before { return true }
    }
    return shown != before
  }

  private mutating func note(_ turn: Turn) {
    _ = walk.takeEvents()
    learned += WalkInput.turned(turn).learned + walk.takeLearnedSecrets()
  }
}

extension GrowingWalk.Progress {
  fileprivate init(_ result: AttemptOutcome.Result, wasSent: Bool) {
    switch result {
    case .passed: self = .waits
    case .failed(let mismatches): self = .stuck(mismatches, wasSent: wasSent)
    case .broken(let breakage): self = .broken(breakage.message)
    case .skipped(let reason): self = .broken(reason)
    }
  }
}
