internal import JourneyLanguage
internal import JourneyModel

/// Runs one case, again if it failed and may be retried, and reports the result.
struct CaseRunner<Surroundings: WalkContext>: Sendable {
  /// Why a row of `indistinguishable` that was compared with nothing did not pass.
  private static var alone: String { "its steps passed, but there is no other row that passed to compare it with (indistinguishable)" }

  let context: Surroundings
  let limits: RunLimits
  let clock: RunClock
  let pipe: EventPipe

  /// Runs the case; `tellEnd` reports the end of its last attempt, because it may depend on other cases.
  ///
  /// - Parameter waited: how long it waited for its account; `nil` if it did not.
  func run(_ planned: PlannedCase, account: String?, waited: Duration? = nil) async -> CaseResult {
    let begin = clock.elapsed()
    var buffer = EventBuffer(pipe, clock)
    let retries = planned.facts.knownIssue == nil ? planned.retries ?? limits.retries : 0
    var number = 1
    var cleanUpProblems: [String] = []
    var earlier: AttemptOutcome.Result?
    while true {
      buffer.add(.attemptStarted(account: account), scenario: planned.id, attempt: number)
      if let waited, let account, number == 1 {
        let note = "waited \(DurationText.format(waited)) for the account '\(account)', which another run on this machine used"
        buffer.add(.note(note), scenario: planned.id, attempt: number)
      }
      let walked = await attempt(planned, number, account, &buffer)
      cleanUpProblems += walked.outcome.cleanUpProblems.filter { !cleanUpProblems.contains($0) }
      let isOver = number > retries || !walked.outcome.result.mayBeWalkedAgain || Task.isCancelled
      guard !isOver else {
        await buffer.flush()
        return CaseResult(
          outcome: walked.outcome, attempts: number, duration: clock.elapsed() - begin, earlier: Task.isCancelled ? nil : earlier,
          cleanUpProblems: cleanUpProblems, trace: walked.trace, hasBegun: walked.hasBegun)
      }
      earlier = walked.outcome.result
      buffer.add(.attemptEnded(walked.outcome), scenario: planned.id, attempt: number)
      number += 1
    }
  }

  private func attempt(
    _ planned: PlannedCase, _ number: Int, _ account: String?, _ buffer: inout EventBuffer
  ) async -> (outcome: AttemptOutcome, trace: WalkTrace?, hasBegun: Bool) {
    let begin = clock.elapsed()
    do throws(DriverError) {
      let attempt = try await context.open(planned, attempt: number, account: account)
      buffer.learn(attempt.values["account"]?.secrets ?? [], scenario: planned.id)
      let walk = Walk(
        planned, attempt: number, values: attempt.values, seed: limits.seed, salt: attempt.salt, limits: attempt.limits(of: limits))
      var passage = Walker.Passage(
        walk: walk, attempt: attempt, account: account, scenario: planned.id, number: number, buffer: buffer,
        action: .wait(.zero))
      let outcome = await Walker(clock: clock, limits: limits).walk(&passage, timeout: planned.timeout ?? limits.timeout)
      buffer = passage.buffer
      await attempt.close()
      return (outcome, passage.walk.trace, passage.walk.hasBegun)
    } catch {
      buffer.learn(error.learned, scenario: planned.id)
      for exchange in error.exchanges { buffer.add(.exchange(exchange), scenario: planned.id, attempt: number) }
      let result: AttemptOutcome.Result =
        Task.isCancelled
        ? .skipped("the run was interrupted") : .broken(Breakage(kind: error.kind, message: error.message))
      return (AttemptOutcome(result: result, duration: clock.elapsed() - begin), nil, true)
    }
  }

  /// Reports the end of the last attempt and of the case.
  ///
  /// - Parameter row: the case's result, and what the comparison with other cases showed.
  func tellEnd(_ row: RowComparison.Row, of planned: PlannedCase) async -> Verdict {
    let result = row.result
    var buffer = EventBuffer(pipe, clock)
    var judged = result.judged(knownIssue: planned.facts.knownIssue, found: row.found, othersFailed: row.othersFailed)
    if row.isAlone, judged.outcome.result == .passed {
      judged.outcome.result = .skipped(Self.alone)
      judged.verdict = .skipped(Self.alone)
    }
    for mismatch in judged.added { buffer.add(.mismatch(mismatch), scenario: planned.id, attempt: result.attempts) }
    buffer.add(.attemptEnded(judged.outcome), scenario: planned.id, attempt: result.attempts)
    let ended = ScenarioResult(
      verdict: judged.verdict, attempts: result.attempts, duration: result.duration, cleanUpProblems: result.cleanUpProblems)
    buffer.add(.scenarioEnded(ended), scenario: planned.id)
    await buffer.flush()
    return judged.verdict
  }
}

extension AttemptOutcome.Result {
  /// Whether another attempt might have another result.
  fileprivate var mayBeWalkedAgain: Bool {
    switch self {
    case .failed, .broken: true
    case .passed, .skipped: false
    }
  }
}
