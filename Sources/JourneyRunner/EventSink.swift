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

  /// Puts what was recorded where it outlives this process; called whenever no further event waits.
  mutating func settle()
}

extension EventSink {
  /// Nothing: a sink of events without secrets does not need them.
  public mutating func learn(_ secrets: [Secret], of scenario: String) {}

  /// Nothing: a sink that keeps nothing has nothing to store.
  public mutating func settle() {}
}
