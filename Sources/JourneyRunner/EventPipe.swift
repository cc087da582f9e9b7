internal import JourneyModel

/// Events that cross to the consumer together, and what was learned before the first of them.
struct EventBatch: Sendable {
  /// What a case learned that must not be seen.
  struct Learned: Sendable {
    var secrets: [Secret]
    /// The id of the case.
    var scenario: String
  }

  var events: [RunEvent] = []
  var learned: [Learned] = []

  var isEmpty: Bool { events.isEmpty && learned.isEmpty }
}

/// Carries the events of all cases to their one consumer; senders wait while it is full.
///
/// An actor, because senders of many tasks share it with the consumer: an `AsyncStream` would either drop what does not
/// fit or let it grow without bound.
actor EventPipe {
  private let capacity: Int
  private var waiting = EventBatch()
  private var isFinished = false
  private var consumer: CheckedContinuation<Void, Never>?
  private var senders: [CheckedContinuation<Void, Never>] = []

  /// - Parameter capacity: how many events may wait before senders have to; a batch that has begun always fits.
  init(capacity: Int) { self.capacity = capacity }

  /// Passes the events on in their order, after all earlier ones.
  func send(_ batch: EventBatch) async {
    while waiting.events.count >= capacity {
      await withCheckedContinuation { senders.append($0) }
    }
    waiting.events += batch.events
    waiting.learned += batch.learned
    consumer?.resume()
    consumer = nil
  }

  /// No more events will come.
  func finish() {
    isFinished = true
    consumer?.resume()
    consumer = nil
  }

  /// All that waits, at least one event or secret; `nil` once there will be no more.
  func next() async -> EventBatch? {
    while waiting.isEmpty {
      if isFinished { return nil }
      await withCheckedContinuation { consumer = $0 }
    }
    let batch = waiting
    waiting = EventBatch()
    for sender in senders { sender.resume() }
    senders.removeAll()
    return batch
  }
}
