import JourneyRunner

/// Gives back the events that an event log holds, one after the other.
///
/// Unknown kinds and members are passed over, so that a log of a newer version can be read; a last line that was cut is
/// left out. Bodies of screens stay in the log until an event names them.
public struct EventLogReader {
  private var lines: LogLines
  private var screens: LogScreens
  private var numbers = LineNumbers()

  /// Whether lines were missing or came twice so far, by their numbers.
  var hasGaps: Bool { numbers.haveGaps }

  /// A reader at the beginning of a log.
  public init(_ source: any LogSource) {
    lines = LogLines(source)
    screens = LogScreens(source)
  }

  /// The next event; `nil` after the last one.
  ///
  /// Throws if a line is not a line of an event log, or has a version that cannot be read.
  public mutating func next() throws(EventLogError) -> SearchedEvent? {
    while let line = try lines.next() {
      guard !line.bytes.isEmpty, let head = try LogHead(line) else { continue }
      numbers.take(head)
      if head.kind == .screen {
        screens.note(line)
      } else if let event = try event(in: line) {
        return SearchedEvent(ofLog: event)
      }
    }
    return nil
  }

  private mutating func event(in line: LogLines.Line) throws(EventLogError) -> RunEvent? {
    let json: LogLine
    do throws(EventLogError) {
      json = try LogLine(line)
    } catch {
      guard line.isWhole else { return nil }
      throw error
    }
    return try RunEvent(json, at: line.span) { digest throws(EventLogError) in try screens.screen(digest) }
  }
}
