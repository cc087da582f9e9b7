public import JourneyRunner

/// What a run came to, made from its event log; every report is written from it.
///
/// It holds what is counted and listed. What is told of single walks stays in the log and is read when it is asked for, so
/// that memory does not grow with exchanges and screens.
public struct Report: Sendable {
  /// `nil` where the log has no beginning.
  public let start: RunStart?
  /// In the order of the log.
  public let refusedFiles: [RefusedFile]
  /// In the order of the plan, whatever finished first.
  public let cases: [ReportedCase]
  /// `nil` where the run was cut off, else how it ended.
  public let end: RunEnd?
  public let totals: RunTotals
  /// Knows what must stand in nothing that is made of it; a log read again tells no secrets to look for.
  public var redactor = Redactor()
  /// Told that a secret was left in a finished report and is hidden in it: the report's path, and how many.
  public var hidden: @Sendable (_ path: String, _ count: Int) -> Void = { _, _ in }
  /// Where pages of single cases are, which JUnit then names as attachments; `nil` for nowhere.
  public var pages: CasePages?
  let log: any LogSource
  let screens: LogScreens

  /// Reads a log once, from its beginning to its end.
  ///
  /// Throws where a line is no line of an event log; a last line that was cut is left out.
  public init(reading log: any LogSource) throws(EventLogError) {
    var index = ReportIndex(log)
    try index.read()
    start = index.start
    refusedFiles = index.refusedFiles
    cases = index.cases
    end = index.end
    screens = index.screens
    self.log = log
    var totals = RunTotals()
    for reported in index.cases { totals.count(reported.verdict, cleanUpFailed: !reported.cleanUpProblems.isEmpty) }
    for file in index.refusedFiles { totals.count(file) }
    totals.duration = index.end?.duration ?? index.lastTime
    self.totals = totals
  }

  /// How the run was interrupted; a log without an end is one of an interrupted run.
  public var interruption: RunEnd.Interruption? { end == nil ? .interrupted : end?.interruption }

  /// What the run came to, for an exit code.
  public func verdict(failsOnFlaky: Bool = false) -> RunVerdict {
    RunVerdict(totals, interruption: interruption, failsOnFlaky: failsOnFlaky)
  }
}
