/// Whoever makes something of a run's events: a log, a console, a report.
///
/// One consumer feeds it, so it is a value that needs no lock.
public protocol EventSink: Sendable {
  /// Takes the next event; events come in the order of their sequence numbers.
  mutating func record(_ event: RunEvent)
}
