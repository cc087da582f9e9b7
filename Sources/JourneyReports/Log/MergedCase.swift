import JourneyRunner

/// One case of several logs: the runs that planned it, and which of them count.
struct MergedCase {
  /// What one log says of the case.
  struct Run {
    /// The place of the log among all.
    var part: Int
    var facts: PlannedScenario
    /// Its place in the plan that the runs shared, as shards are dealt out case by case.
    var place: Int
    var attempts = 0
    /// `nil` if the log has no verdict on it.
    var result: ScenarioResult?
    /// Whether an attempt failed, also in a log that was cut before the verdict.
    var hasFailedAttempt = false
    /// Attempts of the runs that count and began before.
    var earlierAttempts = 0

    /// Whether it found the case as described or not; a failure of a known issue is found too.
    var isJudged: Bool {
      guard case .skipped? = result?.verdict else { return isWalked }
      return facts.knownIssue != nil
    }

    /// Whether the log has a verdict, or would have one of the failed attempt.
    var isWalked: Bool { attempts > 0 && (result != nil || hasFailedAttempt) }

    /// Whether an attempt did not pass.
    var hasFailure: Bool {
      switch result?.verdict {
      case .failed?, .broken?, .flaky?: true
      case .passed?, .skipped?: false
      case nil: hasFailedAttempt
      }
    }

    init(part: Int, facts: PlannedScenario, place: Int) {
      (self.part, self.facts, self.place) = (part, facts, place)
      // The one log has all cases.
      self.facts.place = nil
    }
  }

  /// In the one log.
  var id: String
  var facts: PlannedScenario
  /// In the order of the logs as given, until it is decided which of them count.
  var runs: [Run]
  /// Where the first run that planned it has it; a run that walks cases again has places of its own.
  private(set) var place: Int
  /// The runs whose attempts are in the one log, in the order in which they began: the last one, and those before that failed.
  private(set) var counted: [Run] = []
  /// All runs that walked it to a verdict, in that order.
  private var walked: [Run] = []

  init(id: String, _ run: Run) {
    self.id = id
    facts = run.facts
    place = run.place
    runs = [run]
  }

  mutating func takeAttempt(of part: Int) {
    if let index = runs.lastIndex(where: { $0.part == part }) { runs[index].attempts += 1 }
  }

  mutating func takeFailedAttempt(of part: Int) {
    if let index = runs.lastIndex(where: { $0.part == part }) { runs[index].hasFailedAttempt = true }
  }

  mutating func take(_ result: ScenarioResult, of part: Int) {
    if let index = runs.lastIndex(where: { $0.part == part }) { runs[index].result = result }
  }

  /// Decides which runs count, given the order in which they began: those that walked the case to a verdict.
  mutating func decide(rank: (Int) -> Int) {
    runs.sort { rank($0.part) < rank($1.part) }
    walked = runs.filter(\.isWalked)
    // A walk that judged nothing says nothing of what another one found.
    if walked.contains(where: \.isJudged) { walked = walked.filter(\.isJudged) }
    // What no run walked to a verdict is as the last one left it: skipped, or not finished.
    counted = walked.isEmpty ? Array(runs.suffix(1)) : walked.dropLast().filter(\.hasFailure) + walked.suffix(1)
    var attempts = 0
    for index in counted.indices {
      counted[index].earlierAttempts = attempts
      attempts += counted[index].attempts
    }
    if let last = counted.last { facts = last.facts }
    if let first = runs.first { place = first.place }
  }

  /// A run in which it failed, and a later one that walked something else; `nil` if all walked the same, as far as logs say.
  ///
  /// - Parameter tenant: what the tenant was in the run of a log; `nil` if it is not known.
  func differing(tenant: (Run) -> String?) -> DifferingCase? {
    for (index, run) in walked.enumerated() where run.hasFailure {
      for later in walked[(index + 1)...] {
        guard let input = Self.difference(run, later, tenant) else { continue }
        return DifferingCase(id: id, input: input, first: run.part, second: later.part)
      }
    }
    return nil
  }

  private static func difference(_ run: Run, _ last: Run, _ tenant: (Run) -> String?) -> RunInput? {
    if differ(run.facts.content, last.facts.content) { return RunInput(.scenario) }
    if differ(tenant(run), tenant(last)) { return RunInput(.mock, name: last.facts.tenant) }
    return run.facts.inputs.firstDifference(from: last.facts.inputs)
  }

  /// A log of an older version does not say what was walked.
  private static func differ(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    return one != other
  }

  /// The result of all runs that count; `nil` if no log has a verdict.
  var result: ScenarioResult? {
    guard let last = counted.last, var result = last.result else { return nil }
    let earlier = counted.dropLast().compactMap(\.result)
    if result.verdict == .passed, counted.dropLast().contains(where: \.hasFailure) { result.verdict = .flaky }
    result.attempts = result.attempts.addingBounded(last.earlierAttempts)
    for before in earlier {
      result.duration += before.duration
      result.cleanUpProblems += before.cleanUpProblems.filter { !result.cleanUpProblems.contains($0) }
    }
    return result
  }

  /// Whether a run that was cut off left the case without a walk to a verdict.
  func isOpen(in part: Int) -> Bool {
    runs.contains { run in
      guard run.part == part, run.facts.skipped == nil else { return false }
      guard let result = run.result else { return true }
      if case .skipped = result.verdict { return true }
      return false
    }
  }
}

extension Int {
  /// The sum, or the largest number: a log may have any number of attempts.
  func addingBounded(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
