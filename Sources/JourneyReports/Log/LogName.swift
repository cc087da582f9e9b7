import JourneyRunner

/// The words that the member `kind` of a line may be; readers pass over others.
enum LogName: String, CaseIterable {
  case runStarted = "run-started"
  case fileRefused = "file-refused"
  case scenarioPlanned = "scenario-planned"
  case attemptStarted = "attempt-started"
  case stepStarted = "step-started"
  case exchange
  /// The body of a screen; not an event itself.
  case screen
  case screenShown = "screen-shown"
  case answered
  case messageTaken = "message-taken"
  case handedOver = "handed-over"
  case journeyEnded = "journey-ended"
  case edgeTaken = "edge-taken"
  case warning
  case note
  case mismatch
  case stepEnded = "step-ended"
  case attemptEnded = "attempt-ended"
  case scenarioEnded = "scenario-ended"
  case runEnded = "run-ended"
}

extension RunEvent.Kind {
  /// The word of its line.
  var logName: LogName {
    switch self {
    case .runStarted: .runStarted
    case .fileRefused: .fileRefused
    case .scenarioPlanned: .scenarioPlanned
    case .attemptStarted: .attemptStarted
    case .stepStarted: .stepStarted
    case .exchange: .exchange
    case .screenShown: .screenShown
    case .answered: .answered
    case .messageTaken: .messageTaken
    case .handedOver: .handedOver
    case .journeyEnded: .journeyEnded
    case .edgeTaken: .edgeTaken
    case .warning: .warning
    case .note: .note
    case .mismatch: .mismatch
    case .stepEnded: .stepEnded
    case .attemptEnded: .attemptEnded
    case .scenarioEnded: .scenarioEnded
    case .runEnded: .runEnded
    }
  }
}
