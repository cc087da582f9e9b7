public import JourneyModel

/// A consumer of a run's events: a log, a console, a report.
///
/// One consumer feeds it, so it is a value that needs no lock.
public protocol EventSink: Sendable {
  /// Takes the next event; events come in the order of their sequence numbers.
  mutating func record(_ event: RunEvent)

  /// Learns what must not be seen in any later event, nor in what is made from it.
  ///
  /// - Parameter scenario: the id of the case that learned it.
  mutating func learn(_ secrets: [Secret], of scenario: String)
}

extension EventSink {
  /// Nothing: a sink of events without secrets does not need them.
  public mutating func learn(_ secrets: [Secret], of scenario: String) {}
}
