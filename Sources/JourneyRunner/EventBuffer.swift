internal import JourneyModel

/// Gathers the events of one task, so that they cross to the consumer together.
struct EventBuffer: Sendable {
  private static let maxEvents = 128
  /// Long enough to gather a mocked journey, short enough for a progress line.
  private static let maxDelay = Duration.milliseconds(50)

  private let pipe: EventPipe
  private let clock: RunClock
  private var batch = EventBatch()
  private var firstTime = Duration.zero

  init(_ pipe: EventPipe, _ clock: RunClock) {
    self.pipe = pipe
    self.clock = clock
  }

  mutating func add(_ kind: RunEvent.Kind, scenario: String? = nil, attempt: Int? = nil, step: String? = nil) {
    let time = clock.elapsed()
    if batch.events.isEmpty { firstTime = time }
    batch.events.append(RunEvent(sequence: 0, time: time, scenario: scenario, attempt: attempt, step: step, kind: kind))
  }

  mutating func add(_ walked: [WalkEvent], scenario: String, attempt: Int) {
    guard !walked.isEmpty else { return }
    let time = clock.elapsed()
    if batch.events.isEmpty { firstTime = time }
    for event in walked {
      batch.events.append(RunEvent(sequence: 0, time: time, scenario: scenario, attempt: attempt, step: event.step, kind: event.kind))
    }
  }

  /// Learns what must not be seen, in later events and in those that wait here.
  mutating func learn(_ secrets: [Secret], scenario: String) {
    if !secrets.isEmpty { batch.learned.append(EventBatch.Learned(secrets: secrets, scenario: scenario)) }
  }

  /// Passes on the gathered events once they are many or old.
  mutating func flushIfDue() async {
    guard let last = batch.events.last else { return }
    if batch.events.count >= Self.maxEvents || last.time - firstTime >= Self.maxDelay { await flush() }
  }

  mutating func flush() async {
    guard !batch.isEmpty else { return }
    let full = batch
    batch = EventBatch()
    await pipe.send(full)
  }
}
