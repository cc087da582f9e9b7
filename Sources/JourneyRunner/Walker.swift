internal import JourneyModel

/// Performs what a walk asks for, from its first action to its outcome, and emits its events.
struct Walker: Sendable {
  let clock: RunClock
  let limits: RunLimits

  /// A running walk, with all that belongs to it.
  struct Passage: Sendable {
    var walk: Walk
    var attempt: Attempt
    var account: String?
    var scenario: String
    var number: Int
    var buffer: EventBuffer
    /// What the walk asked for last.
    var action: WalkAction
    /// Whether the task was cancelled before the walk was over.
    var isStopped = false
  }

  /// Walks to the end, always with `after`; the outcome has its duration.
  func walk(_ passage: inout Passage, timeout: Duration?) async -> AttemptOutcome {
    let begin = clock.elapsed()
    await tell(.began, &passage)
    passage = await drive(passage, within: timeout)
    if passage.isStopped { await stop(&passage, after: timeout) }
    if passage.walk.phase == .cleanUp {
      passage = await drive(passage, within: limits.cleanUpTimeout)
      if passage.isStopped { await stop(&passage, after: limits.cleanUpTimeout) }
    }
    guard case .end(var outcome) = passage.action else { preconditionFailure("a walk that was stopped has an end") }
    outcome.duration = clock.elapsed() - begin
    return outcome
  }

  /// Gives a stopped walk the reason: the whole run is cancelled, or else its time is up.
  private func stop(_ passage: inout Passage, after limit: Duration?) async {
    passage.isStopped = false
    if let limit, !Task.isCancelled {
      await tell(.timedOut(after: limit), &passage)
    } else {
      await tell(.interrupted, &passage)
    }
  }

  private enum Progress: Sendable {
    case walked(Passage)
    case timeIsUp
    case timerStopped
  }

  /// Goes on until the phase ends, the time is up or the task is cancelled. Waiting for a code takes nothing of the time.
  private func drive(_ passage: Passage, within limit: Duration?) async -> Passage {
    var passage = passage
    var left = limit
    while true {
      let begin = clock.elapsed()
      passage = await driveToPasscode(passage, within: left)
      guard case .awaitPasscode = passage.action, !passage.isStopped else { return passage }
      left = left.map { $0 - (clock.elapsed() - begin) }
      let input = await perform(passage.action, &passage)
      guard !Task.isCancelled else {
        passage.isStopped = true
        return passage
      }
      await tell(input, &passage)
    }
  }

  private func driveToPasscode(_ passage: Passage, within limit: Duration?) async -> Passage {
    guard let limit else { return await drive(passage, until: nil) }
    let end = clock.elapsed() + limit
    return await withTaskGroup(of: Progress.self, returning: Passage.self) { group in
      group.addTask { .walked(await drive(passage, until: end)) }
      group.addTask {
        do { try await clock.sleep(limit) } catch { return .timerStopped }
        return .timeIsUp
      }
      var walked = passage
      while let progress = await group.next() {
        if case .walked(let passage) = progress { walked = passage }
        if case .timerStopped = progress { continue }
        group.cancelAll()
      }
      return walked
    }
  }

  /// - Parameter end: by the run's clock; looked at after each action too, since a timer is late where many walks share few cores.
  private func drive(_ passage: Passage, until end: Duration?) async -> Passage {
    var passage = passage
    let phase = passage.walk.phase
    while true {
      switch passage.action {
      case .end, .awaitPasscode: return passage
      case .perform, .visit, .comeBack, .askInbox, .wait, .leasePasscode, .answerPush, .request, .run, .compareSnapshot, .pause: break
      }
      if passage.walk.phase == .cleanUp, phase != .cleanUp { return passage }
      guard !Task.isCancelled, !isOver(end) else { break }
      passage.buffer.learn(passage.action.secrets, scenario: passage.scenario)
      let input = await perform(passage.action, &passage)
      passage.buffer.learn(input.learned, scenario: passage.scenario)
      if case .failed = input, Task.isCancelled { break }
      guard !isOver(end) else { break }
      await tell(input, &passage)
    }
    passage.isStopped = true
    return passage
  }

  private func isOver(_ end: Duration?) -> Bool { end.map { clock.elapsed() >= $0 } ?? false }

  private func tell(_ input: WalkInput, _ passage: inout Passage) async {
    passage.action = passage.walk.next(input, at: await passage.attempt.control.now())
    passage.buffer.learn(passage.walk.takeLearnedSecrets(), scenario: passage.scenario)
    passage.buffer.add(passage.walk.takeEvents(), scenario: passage.scenario, attempt: passage.number)
    await passage.buffer.flushIfDue()
  }

  func perform(_ action: WalkAction, _ passage: inout Passage) async -> WalkInput {
    do throws(DriverError) {
      switch action {
      case .perform(let action): return .turned(try await passage.attempt.perform(action))
      case .visit(let url): return .turned(try await passage.attempt.visit(url))
      case .comeBack(let isClosed): return .turned(try await passage.attempt.comeBack(isClosed: isClosed))
      case .askInbox(let question): return .mails(try await ask(question, passage.attempt))
      case .leasePasscode(let key): return .leased(try await lease(key, passage.attempt))
      case .wait(let time), .awaitPasscode(let time):
        await passage.buffer.flush()
        try await passage.attempt.control.pass(time)
        return .passed
      case .answerPush(let accepts):
        try await passage.attempt.control.answerPush(accepts: accepts, account: passage.account)
        return .passed
      case .request(let call): return .answered(try await passage.attempt.requester.send(call))
      case .run(let arguments): return .ran(try await passage.attempt.commands.run(arguments))
      case .compareSnapshot(let question):
        return .compared(try await passage.attempt.snapshots?.compare(question) ?? [])
      case .pause:
        await passage.buffer.flush()
        await Task.yield()
        return .resumed
      case .end: preconditionFailure("an end is not performed")
      }
    } catch {
      return .failed(error)
    }
  }

  private func lease(_ key: Secret, _ attempt: Attempt) async throws(DriverError) -> PasscodeLease {
    guard let passcodes = attempt.passcodes else {
      throw DriverError(.impossible, "nothing hands out codes of authenticator apps here")
    }
    return try await passcodes.lease(key, at: await attempt.control.now())
  }

  private func ask(_ question: InboxQuestion, _ attempt: Attempt) async throws(DriverError) -> [InboxMessage] {
    guard let inbox = attempt.inbox else {
      throw DriverError(.impossible, "the tenant names no inbox, so no message can be waited for")
    }
    if let refusal = question.secrets.lazy.compactMap(attempt.inboxRefusal).first { throw DriverError(.forbidden, refusal) }
    return try await inbox.messages(to: question.recipient, channel: question.channel, since: question.since)
  }
}
