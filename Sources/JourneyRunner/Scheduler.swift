internal import JourneyModel

/// Runs a plan: a number of cases at once, in the plan's order, and reports all events to one sink.
package struct Scheduler<Surroundings: WalkContext>: Sendable {
  private let context: Surroundings
  private let limits: RunLimits
  private let clock: RunClock

  /// How many events may wait for the sink before walks have to.
  private static var capacity: Int { 4096 }

  package init(context: Surroundings, limits: RunLimits, clock: RunClock = .continuous()) {
    self.context = context
    self.limits = limits
    self.clock = clock
  }

  /// Runs every case or reports why not; if its task is cancelled, the remaining cases are skipped.
  ///
  /// The sink has the whole log when it returns, from `runStarted` to `runEnded`, in any case.
  ///
  /// - Parameter interruption: what cancelled the task, used only if something did.
  package func run(
    _ plan: Plan, start: RunStart, into sink: inout some EventSink,
    interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }
  ) async {
    let pipe = EventPipe(capacity: Self.capacity)
    let runner = CaseRunner(context: context, limits: limits, clock: clock, pipe: pipe)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await PlanWalk(plan: plan, runner: runner).run(start, interruption)
        await pipe.finish()
      }
      var sequence = 0
      while let batch = await pipe.next() {
        for learned in batch.learned { sink.learn(learned.secrets, of: learned.scenario) }
        for var event in batch.events {
          sequence += 1
          event.sequence = sequence
          sink.record(event)
        }
        sink.settle()
      }
    }
  }
}
