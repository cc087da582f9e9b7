import JourneyReports

/// Shows a log as the run did, without the lines that a terminal draws over.
enum LogReplay {
  static func show(_ log: any LogSource, _ console: ConsoleFlags) throws(EventLogError) {
    let style = ConsoleStyle(isTerminal: false, width: Console.width, usesColour: ConsoleFlags.usesColour(console.color))
    var sink = ConsoleSink(ConsoleReport(style: style, verbosity: console.verbosity))
    var events = EventLogReader(log)
    while let searched = try events.next() { sink.record(searched) }
  }
}
