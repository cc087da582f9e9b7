/// Carries the events of all cases to their one consumer; whoever sends waits while it is full.
///
/// An actor, since senders of many tasks share it with the consumer: an `AsyncStream` would either drop what does not
/// fit or let it grow without bound.
actor EventPipe {
  private let capacity: Int
  private var waiting: [RunEvent] = []
  private var isFinished = false
  private var consumer: CheckedContinuation<Void, Never>?
  private var senders: [CheckedContinuation<Void, Never>] = []

  /// - Parameter capacity: how many events may wait before senders have to; a batch that has begun always fits.
  init(capacity: Int) { self.capacity = capacity }

  /// Hands the events over in their order, behind all that were sent before.
  func send(_ events: [RunEvent]) async {
    while waiting.count >= capacity {
      await withCheckedContinuation { senders.append($0) }
    }
    waiting += events
    consumer?.resume()
    consumer = nil
  }

  /// No more events will come.
  func finish() {
    isFinished = true
    consumer?.resume()
    consumer = nil
  }

  /// All events that wait, at least one; `nil` once there will be no more.
  func next() async -> [RunEvent]? {
    while waiting.isEmpty {
      if isFinished { return nil }
      await withCheckedContinuation { consumer = $0 }
    }
    let batch = waiting
    waiting = []
    for sender in senders { sender.resume() }
    senders.removeAll()
    return batch
  }
}
