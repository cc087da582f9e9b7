import JourneyRunner

/// Counts what a run walked.
struct WalkTally: EventSink {
  private(set) var screens = 0
  private(set) var exchanges = 0
  private(set) var events = 0
  private(set) var passed = 0

  mutating func record(_ event: RunEvent) {
    events += 1
    switch event.kind {
    case .screenShown: screens += 1
    case .exchange: exchanges += 1
    case .scenarioEnded(let result): if result.verdict == .passed { passed += 1 }
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .handedOver, .journeyEnded, .edgeTaken, .warning,
      .mismatch, .stepEnded, .attemptEnded, .runEnded:
      break
    }
  }
}
