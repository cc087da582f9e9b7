public import JourneyRunner

/// The result of a run, made from its event log; every report is written from it.
///
/// It contains what is counted and listed. The details of single walks stay in the log and are read on demand, so
/// that memory does not grow with exchanges and screens.
public struct Report: Sendable {
  /// `nil` if the log has no beginning.
  public let start: RunStart?
  /// In the order of the log.
  public let refusedFiles: [RefusedFile]
  /// In the order of the plan, not of finishing.
  public let cases: [ReportedCase]
  /// `nil` if the run was cut off, else how it ended.
  public let end: RunEnd?
  public let totals: RunTotals
  /// Knows what must not be in any output; a log that is read again has no secrets to look for.
  public var redactor = Redactor()
  /// Called when a secret was left in a finished report and is hidden in it, with the report's path and how many there were.
  public var hidden: @Sendable (_ path: String, _ count: Int) -> Void = { _, _ in }
  let log: any LogSource
  let screens: LogScreens

  /// Reads a log once, from its beginning to its end.
  ///
  /// Throws if a line is not a line of an event log; a truncated last line is left out.
  ///
  /// - Parameter failsOnFlaky: whether a flaky case makes the run fail, also where the log does not say so.
  public init(reading log: any LogSource, failsOnFlaky: Bool = false) throws(EventLogError) {
    var index = ReportIndex(log)
    try index.read()
    start = index.start
    refusedFiles = index.refusedFiles
    cases = index.cases
    end = index.end
    screens = index.screens
    self.log = log
    var totals = RunTotals()
    totals.failsOnFlaky = failsOnFlaky || index.start?.failsOnFlaky == true
    // Where files are wrong nothing is run, and two cases may have one id.
    let ranNothing = !index.refusedFiles.isEmpty && index.cases.allSatisfy(\.attempts.isEmpty)
    for reported in index.cases {
      let isFinished = reported.isFinished || ranNothing
      totals.count(reported.verdict, cleanUpFailed: !reported.cleanUpProblems.isEmpty, isFinished: isFinished)
    }
    for file in index.refusedFiles { totals.count(file) }
    totals.hasGaps = index.hasGaps
    totals.duration = index.end?.duration ?? index.lastTime
    self.totals = totals
  }

  /// How the run was interrupted; a log that lacks its end, or the verdict on a case, is one of an interrupted run.
  public var interruption: RunEnd.Interruption? { RunEnd.interruption(of: end, totals) }

  /// The verdict of the run, for an exit code.
  public var verdict: RunVerdict { RunVerdict(totals, interruption: interruption) }
}

extension RunEnd {
  /// How a run was interrupted, as far as its log says; `nil` if it has its end, every verdict and every line.
  static func interruption(of end: RunEnd?, _ totals: RunTotals) -> Interruption? {
    guard let end else { return .interrupted }
    return end.interruption ?? (totals.unfinished > 0 || totals.hasGaps ? .interrupted : nil)
  }
}
