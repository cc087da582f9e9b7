import JourneyModel
public import JourneyRunner

/// A run as a person follows it: a line for each case as it ends, then everything that did not pass in full, then counts.
///
/// It says what is to be written and writes nothing itself. What it keeps grows with the cases, and not with what happens
/// on their walks.
public struct ConsoleReport: Sendable {
  public let style: ConsoleStyle
  public let verbosity: ConsoleStyle.Verbosity
  /// Counts of the cases that have ended.
  public private(set) var totals = RunTotals()
  /// `nil` until the run has ended.
  public private(set) var end: RunEnd?

  private(set) var start: RunStart?
  private var planned: [PlannedScenario] = []
  /// By place in the plan.
  private var ended: [Bool] = []
  private var indices: [String: Int] = [:]
  private(set) var walks: [String: WalkWatch] = [:]
  private(set) var failures = FailureGroups()
  private(set) var asides = ConsoleAsides()
  private(set) var cleanUps = FailedCleanUps()
  private var status = StatusLine()

  /// - Parameters:
  ///   - hasGaps: whether lines are missing in the log that the events are read from.
  ///   - failsOnFlaky: whether a flaky case makes the run fail, also where its first event does not say so.
  public init(
    style: ConsoleStyle = ConsoleStyle(), verbosity: ConsoleStyle.Verbosity = .normal, hasGaps: Bool = false, failsOnFlaky: Bool = false
  ) {
    self.style = style
    self.verbosity = verbosity
    totals.hasGaps = hasGaps
    totals.failsOnFlaky = failsOnFlaky
  }

  /// How many cases there will be.
  public var plannedCases: Int { planned.count }

  /// The verdict of the run, for an exit code; before its end it is that of an interrupted one.
  public var verdict: RunVerdict { RunVerdict(totals, interruption: RunEnd.interruption(of: end, totals)) }

  /// Takes the next event and says what is to be written now, in this order.
  public mutating func record(_ searched: SearchedEvent) -> [ConsoleOutput] {
    let event = searched.event
    let told = lines(for: event)
    guard style.isTerminal, verbosity > .quiet else { return told }
    guard told.isEmpty else { return status.clear() + told + status.draw(progressNow, at: event.time, isForced: true) }
    return status.draw(progressNow, at: event.time, isForced: false)
  }

  /// How far the run has come; `nil` once it has ended.
  private var progressNow: RunProgress? {
    end == nil ? RunProgress(totals: totals, plannedCases: plannedCases, walks: walks, width: style.width) : nil
  }

  private mutating func lines(for event: RunEvent) -> [ConsoleOutput] {
    switch event.kind {
    case .runStarted(let start):
      self.start = start
      if start.failsOnFlaky { totals.failsOnFlaky = true }
      return verbosity > .quiet ? progress(heading(start)) : []
    case .fileRefused(let file):
      totals.count(file)
      return progress(StyledText(file))
    case .scenarioPlanned(let facts):
      if let id = event.scenario { indices[id] = planned.count }
      planned.append(facts)
      ended.append(false)
      return []
    case .scenarioEnded(let result): return endCase(event, result)
    case .runEnded(let end):
      let rest = endUnfinished(event)
      self.end = end
      totals.duration = end.duration
      return rest + results(conclusion)
    case .attemptStarted, .stepStarted, .exchange, .screenShown, .answered, .messageTaken, .handedOver, .journeyEnded, .edgeTaken, .warning,
      .note,
      .mismatch, .stepEnded, .attemptEnded:
      return walkOn(event)
    }
  }

  private mutating func walkOn(_ event: RunEvent) -> [ConsoleOutput] {
    guard let id = event.scenario, let index = indices[id] else { return [] }
    var watch = walks[id] ?? WalkWatch(index: index, name: planned[index].name)
    let told = verbosity >= .verbose ? detail(event, watch) : StyledText()
    watch.take(event)
    walks[id] = watch
    return told.lines.isEmpty ? [] : progress(told)
  }

  /// Ends the cases on which the log has no verdict.
  private mutating func endUnfinished(_ event: RunEvent) -> [ConsoleOutput] {
    guard totals.refusedFiles == 0, ended.contains(false) else { return [] }
    return indices.filter { !ended[$0.value] }.sorted { $0.value < $1.value }.flatMap { id, _ in
      let ownSkip = walks[id] == nil ? planned[indices[id] ?? 0].skipped.map { Verdict.skipped($0) } : nil
      let verdict = ownSkip ?? .unfinished(hasBegun: walks[id] != nil)
      var last = event
      last.scenario = id
      if ownSkip == nil { totals.unfinished += 1 }
      return endCase(last, ScenarioResult(verdict: verdict, attempts: walks[id] == nil ? 0 : 1, duration: .zero))
    }
  }

  private mutating func endCase(_ event: RunEvent, _ result: ScenarioResult) -> [ConsoleOutput] {
    guard let id = event.scenario, let index = indices[id] else { return [] }
    ended[index] = true
    let failure = FailureText(
      planned: planned[index], id: id, verdict: result.verdict, attempts: walks.removeValue(forKey: id)?.failures ?? [],
      seed: start?.seed, againArguments: start?.again ?? [], foldsLinks: verbosity < .verbose)
    totals.count(result.verdict, cleanUpFailed: !result.cleanUpProblems.isEmpty)
    if !result.cleanUpProblems.isEmpty { cleanUps.add(failure, result.cleanUpProblems, index: index) }
    switch result.verdict {
    case .passed: break
    case .failed, .broken: failures.add(failure, index: index)
    case .flaky: asides.addFlaky(failure, result, index: index)
    case .skipped(let reason): asides.addSkipped(planned[index], reason, index: index)
    }
    // Where files are wrong everything is skipped, and a line for each would bury what is wrong.
    guard verbosity > .quiet, totals.refusedFiles == 0 else { return [] }
    return results(StyledText([line(failure, result)] + cleanUpLines(result)))
  }

  private func progress(_ text: StyledText) -> [ConsoleOutput] {
    [ConsoleOutput(.standardError, text.painted(usesColour: style.usesColour))]
  }

  private func results(_ text: StyledText) -> [ConsoleOutput] {
    [ConsoleOutput(.standardOutput, text.painted(usesColour: style.usesColour))]
  }
}
