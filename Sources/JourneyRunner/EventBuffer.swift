/// Gathers the events of one task, so that they cross to the consumer together.
struct EventBuffer: Sendable {
  private static let mostEvents = 128
  /// Long enough to gather a mocked journey, short enough for a progress line.
  private static let longestDelay = Duration.milliseconds(50)

  private let pipe: EventPipe
  private let clock: RunClock
  private var events: [RunEvent] = []
  private var firstTime = Duration.zero

  init(_ pipe: EventPipe, _ clock: RunClock) {
    self.pipe = pipe
    self.clock = clock
  }

  mutating func add(_ kind: RunEvent.Kind, scenario: String? = nil, attempt: Int? = nil, step: String? = nil) {
    let time = clock.elapsed()
    if events.isEmpty { firstTime = time }
    events.append(RunEvent(sequence: 0, time: time, scenario: scenario, attempt: attempt, step: step, kind: kind))
  }

  mutating func add(_ walked: [WalkEvent], scenario: String, attempt: Int) {
    guard !walked.isEmpty else { return }
    let time = clock.elapsed()
    if events.isEmpty { firstTime = time }
    for event in walked {
      events.append(RunEvent(sequence: 0, time: time, scenario: scenario, attempt: attempt, step: event.step, kind: event.kind))
    }
  }

  /// Hands on what has gathered, once it is many or old.
  mutating func flushIfDue() async {
    guard let last = events.last else { return }
    if events.count >= Self.mostEvents || last.time - firstTime >= Self.longestDelay { await flush() }
  }

  mutating func flush() async {
    guard !events.isEmpty else { return }
    let batch = events
    events = []
    await pipe.send(batch)
  }
}
