public import JourneyModel

/// Whoever makes something of a run's events: a log, a console, a report.
///
/// One consumer feeds it, so it is a value that needs no lock.
public protocol EventSink: Sendable {
  /// Takes the next event; events come in the order of their sequence numbers.
  mutating func record(_ event: RunEvent)

  /// Takes what must not be seen in any event that follows, nor in what is made of it.
  ///
  /// - Parameter scenario: the id of the case that learned it.
  mutating func learn(_ secrets: [Secret], of scenario: String)
}

extension EventSink {
  /// Nothing: whoever hands events on that are free of secrets already has no use for them.
  public mutating func learn(_ secrets: [Secret], of scenario: String) {}
}
