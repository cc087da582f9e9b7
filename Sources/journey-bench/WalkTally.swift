import JourneyReports
import JourneyRunner

/// Counts what a run walked.
struct WalkTally: RunListener {
  private(set) var screens = 0
  private(set) var exchanges = 0
  private(set) var events = 0
  private(set) var passed = 0

  mutating func record(_ searched: SearchedEvent) {
    let event = searched.event
    events += 1
    switch event.kind {
    case .screenShown: screens += 1
    case .exchange: exchanges += 1
    case .scenarioEnded(let result): if result.verdict == .passed { passed += 1 }
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .handedOver, .journeyEnded, .edgeTaken, .warning,
      .note,
      .answered, .messageTaken, .mismatch, .stepEnded, .attemptEnded, .runEnded:
      break
    }
  }
}
