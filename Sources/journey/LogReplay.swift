import JourneyReports
import JourneyRunner

/// Shows a log as the run did, without the lines that a terminal draws over.
enum LogReplay {
  /// - Parameter report: the report of the same log.
  static func show(_ log: any LogSource, of report: Report, _ console: ConsoleFlags) throws(EventLogError) {
    let style = ConsoleStyle(isTerminal: false, width: Console.width, usesColour: ConsoleFlags.usesColour(console.color))
    let totals = report.totals
    var sink = ConsoleSink(
      ConsoleReport(style: style, verbosity: console.verbosity, hasGaps: totals.hasGaps, failsOnFlaky: totals.failsOnFlaky))
    var events = EventLogReader(log)
    var lastTime = Duration.zero
    while let searched = try events.next() {
      lastTime = max(lastTime, searched.event.time)
      sink.record(searched)
    }
    guard sink.report.end == nil else { return }
    // The process ended before its run did; what it had walked counts all the same.
    let end = RunEvent.Kind.runEnded(RunEnd(interruption: .interrupted, duration: lastTime))
    let event = RunEvent(sequence: 0, time: lastTime, scenario: nil, attempt: nil, step: nil, kind: end)
    sink.record(SearchedEvent(event, by: Redactor()))
  }
}
