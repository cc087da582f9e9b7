/// The progress of a plan: which cases are dealt, which are held back, and when to stop.
struct PlanWalk<Surroundings: WalkContext> {
  private let plan: Plan
  private let runner: CaseRunner<Surroundings>
  private var dealer: CaseDealer
  private var rows: RowComparison
  private var buffer: EventBuffer
  private var failures = 0

  private struct Finished: Sendable {
    var dealt: CaseDealer.Dealt
    var result: CaseResult
  }

  init(plan: Plan, runner: CaseRunner<Surroundings>) {
    self.plan = plan
    self.runner = runner
    dealer = CaseDealer(plan.cases)
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
    await withTaskGroup(of: Finished.self) { group in
      var running = await walk.deal(into: &group, running: 0)
      while running > 0, let finished = await group.next() {
        running -= 1
        await walk.take(finished)
        running = await walk.deal(into: &group, running: running)
      }
      // Nothing runs any more, so nothing can be held up: the remaining cases were not to be run.
      await walk.skipRest()
    }
    self = walk
  }

  /// Starts as many cases as may run at once; returns how many then run.
  private mutating func deal(into group: inout TaskGroup<Finished>, running: Int) async -> Int {
    var running = running
    while running < runner.limits.jobs, reasonToStop == nil, let dealt = dealer.next() {
      let planned = plan.cases[dealt.index]
      if let reason = planned.facts.skipped {
        dealer.release(dealt)
        await skip(dealt.index, reason)
        continue
      }
      let runner = runner
      group.addTask { Finished(dealt: dealt, result: await runner.run(planned, account: dealt.account)) }
      running += 1
    }
    return running
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

  private var reasonToStop: String? {
    if !plan.refusedFiles.isEmpty { return "not run, because a file has errors" }
    if Task.isCancelled { return "not run, because the run was interrupted" }
    guard let most = runner.limits.maxFailures, failures >= most else { return nil }
    return "not run, because \(failures) case\(failures == 1 ? "" : "s") failed before"
  }

  private mutating func skipRest() async {
    for index in dealer.takeRest() {
      let reason = plan.cases[index].facts.skipped ?? reasonToStop ?? "not run"
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
