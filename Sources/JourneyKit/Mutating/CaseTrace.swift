import JourneyModel
import JourneyRunner
import MockMutation

/// What a case used on its walk over the unchanged tenant.
struct CaseTrace: Sendable {
  private(set) var edges: Set<String> = []
  private(set) var screens: Set<String> = []
  private(set) var texts: Set<String> = []
  /// How long the walk was, in events: what is short is walked first.
  private(set) var length = 0

  mutating func record(_ kind: RunEvent.Kind) {
    length += 1
    switch kind {
    case .edgeTaken(let edge): edges.insert(edge)
    case .screenShown(let screen):
      screens.insert(screen.id.text)
      for message in screen.messages { texts.insert(message.text.visible) }
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .exchange, .answered, .messageTaken, .handedOver,
      .journeyEnded, .warning, .note,
      .mismatch, .stepEnded, .attemptEnded, .scenarioEnded, .runEnded:
      break
    }
  }

  /// Whether it used the changed element, so that it may notice.
  func meets(_ touch: MutantTouch) -> Bool {
    touch.isEverything || !edges.isDisjoint(with: touch.edges) || !screens.isDisjoint(with: touch.screens)
      || !texts.isDisjoint(with: touch.texts)
  }
}

/// Keeps what every case used, and how each ended.
struct TraceSink: EventSink {
  private(set) var traces: [String: CaseTrace] = [:]
  private(set) var verdicts: [String: Verdict] = [:]

  mutating func record(_ event: RunEvent) {
    guard let scenario = event.scenario else { return }
    traces[scenario, default: CaseTrace()].record(event.kind)
    if case .scenarioEnded(let result) = event.kind { verdicts[scenario] = result.verdict }
  }
}

/// Keeps the first case that ended badly.
struct FirstFailure: EventSink {
  private(set) var scenario: String?

  mutating func record(_ event: RunEvent) {
    guard scenario == nil, case .scenarioEnded(let result) = event.kind else { return }
    switch result.verdict {
    case .failed, .broken: scenario = event.scenario
    case .passed, .skipped, .flaky: break
    }
  }
}
