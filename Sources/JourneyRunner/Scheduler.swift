internal import JourneyModel

/// Walks a plan: so many cases at once, in the plan's order, and tells all that happens to one sink.
package struct Scheduler<Surroundings: WalkSurroundings>: Sendable {
  private let surroundings: Surroundings
  private let limits: RunLimits
  private let clock: RunClock

  /// How many events may wait for the sink before walks have to.
  private static var capacity: Int { 4096 }

  package init(surroundings: Surroundings, limits: RunLimits, clock: RunClock = .continuous()) {
    self.surroundings = surroundings
    self.limits = limits
    self.clock = clock
  }

  /// Walks every case or says why not; where its task is cancelled, what is not walked yet is skipped.
  ///
  /// The sink has the whole log when it returns, from `runStarted` to `runEnded`, whatever happened between.
  ///
  /// - Parameter interruption: by what the task is cancelled, asked only where it is.
  package func run(
    _ plan: Plan, start: RunStart, into sink: inout some EventSink,
    interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }
  ) async {
    let pipe = EventPipe(capacity: Self.capacity)
    let runner = CaseRunner(surroundings: surroundings, limits: limits, clock: clock, pipe: pipe)
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
      }
    }
  }
}
