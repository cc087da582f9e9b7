internal import JourneyLanguage
internal import JourneyModel

/// The progress of a plan: which cases are dealt, which are held back, and when to stop.
struct PlanWalk<Surroundings: WalkContext> {
  private let plan: Plan
  private let runner: CaseRunner<Surroundings>
  private var dealer: CaseDealer
  private var rows: RowComparison
  private var buffer: EventBuffer
  private var failures = 0
  /// Since when cases wait for accounts that other runs have, by their places in the plan.
  private var waitingSince: [Int: Duration] = [:]
  /// Whether a task is there that ends when accounts are to be asked for again.
  private var looksAgain = false

  private struct Finished: Sendable {
    var dealt: CaseDealer.Dealt
    var result: CaseResult
  }

  private enum Happening: Sendable {
    case finished(Finished)
    /// Other runs may have released accounts.
    case timePassed
  }

  init(plan: Plan, runner: CaseRunner<Surroundings>) {
    self.plan = plan
    self.runner = runner
    dealer = CaseDealer(plan.cases, leases: runner.context.accountLeases)
    rows = RowComparison(plan.cases)
    buffer = EventBuffer(runner.pipe, runner.clock)
  }

  func run(_ start: RunStart, _ interruption: @Sendable () -> RunEnd.Interruption) async {
    var walk = self
    await walk.begin(start)
    await walk.walkCases()
    let end = RunEnd(interruption: Task.isCancelled ? interruption() : nil, duration: runner.clock.elapsed())
    walk.buffer.add(.runEnded(end))
    await walk.buffer.flush()
  }

  private mutating func begin(_ start: RunStart) async {
    buffer.add(.runStarted(start))
    for file in plan.refusedFiles { buffer.add(.fileRefused(file)) }
    for planned in plan.cases {
      buffer.add(.scenarioPlanned(planned.facts), scenario: planned.id)
      await buffer.flushIfDue()
    }
    await buffer.flush()
  }

  private mutating func walkCases() async {
    var walk = self
    await withTaskGroup(of: Happening.self) { group in
      var running = await walk.deal(into: &group, running: 0)
      while running > 0 || walk.looksAgain, let happening = await group.next() {
        switch happening {
        case .finished(let finished):
          running -= 1
          await walk.take(finished)
        case .timePassed: walk.looksAgain = false
        }
        running = await walk.deal(into: &group, running: running)
      }
      // Nothing runs any more, so nothing can be held up: the remaining cases were not to be run.
      await walk.skipRest()
    }
    self = walk
  }

  /// Starts as many cases as may run at once; returns how many then run.
  private mutating func deal(into group: inout TaskGroup<Happening>, running: Int) async -> Int {
    var running = running
    while running < runner.limits.jobs, reasonToStop == nil, let dealt = dealer.next() {
      let planned = plan.cases[dealt.index]
      if let reason = planned.facts.skipped ?? reasonToRefuse(planned) {
        dealer.release(dealt)
        await skip(dealt.index, reason)
        continue
      }
      let runner = runner
      let waited = waitingSince.removeValue(forKey: dealt.index).map { runner.clock.elapsed() - $0 }
      group.addTask {
        .finished(Finished(dealt: dealt, result: await runner.run(planned, account: dealt.account, waited: waited)))
      }
      running += 1
    }
    await lookAgain(in: &group, isFull: running >= runner.limits.jobs)
    return running
  }

  /// Waits for accounts that other runs have: a case that may run only with them is tried again in a moment, for a limited time.
  private mutating func lookAgain(in group: inout TaskGroup<Happening>, isFull: Bool) async {
    guard reasonToStop == nil, !isFull else { return }
    let now = runner.clock.elapsed()
    let awaiting = Set(dealer.awaiting)
    // What this run's own cases have now is not waited for because of other runs.
    waitingSince = waitingSince.filter { awaiting.contains($0.key) }
    var isWaiting = false
    for index in dealer.awaiting {
      let since = waitingSince[index, default: now]
      waitingSince[index] = since
      if now - since > runner.limits.accountWait { await giveUp(index) } else { isWaiting = true }
    }
    guard isWaiting, !looksAgain else { return }
    looksAgain = true
    let clock = runner.clock
    group.addTask {
      // A run that is interrupted looks again at once, and then ends.
      do { try await clock.sleep(RunLimits.accountPause) } catch {}
      return .timePassed
    }
  }

  private mutating func giveUp(_ index: Int) async {
    let planned = plan.cases[index]
    let names = planned.tenant.accounts.map { "'\($0)'" }.joined(separator: ", ")
    let whose = planned.tenant.accounts.count == 1 ? "the account \(names) was" : "the accounts \(names) were"
    let waited = DurationText.format(runner.limits.accountWait)
    let breakage = Breakage(
      kind: .timeout, message: "\(whose) in use by other runs on this machine for over \(waited): give each run accounts of its own")
    dealer.drop(index)
    waitingSince[index] = nil
    buffer.add(.attemptStarted(account: nil), scenario: planned.id, attempt: 1)
    await buffer.flush()
    let outcome = AttemptOutcome(result: .broken(breakage), duration: .zero)
    await tell(rows.add(CaseResult(outcome: outcome, attempts: 1, duration: .zero), at: index))
  }

  private mutating func take(_ finished: Finished) async {
    dealer.release(finished.dealt)
    await tell(rows.add(finished.result, at: finished.dealt.index))
  }

  private mutating func tell(_ rows: [RowComparison.Row]) async {
    for row in rows {
      switch await runner.tellEnd(row, of: plan.cases[row.index]) {
      case .failed, .broken: failures += 1
      case .passed, .skipped, .flaky: break
      }
    }
  }

  private func reasonToRefuse(_ planned: PlannedCase) -> String? {
    plan.refusedCases?[planned.id].map { "not run, because '\($0)' has errors" }
  }

  private var reasonToStop: String? {
    if plan.isRefused { return "not run, because a file has errors" }
    if Task.isCancelled { return "not run, because the run was interrupted" }
    guard let most = runner.limits.maxFailures, failures >= most else { return nil }
    return "not run, because \(failures) case\(failures == 1 ? "" : "s") failed before"
  }

  private mutating func skipRest() async {
    for index in dealer.takeRest() {
      let reason = plan.cases[index].facts.skipped ?? reasonToRefuse(plan.cases[index]) ?? reasonToStop ?? "not run"
      await skip(index, reason)
      await buffer.flushIfDue()
    }
    await buffer.flush()
  }

  private mutating func skip(_ index: Int, _ reason: String) async {
    let result = ScenarioResult(verdict: .skipped(reason), attempts: 0, duration: .zero)
    buffer.add(.scenarioEnded(result), scenario: plan.cases[index].id)
    await buffer.flush()
    await tell(rows.leaveOut(index))
  }
}
