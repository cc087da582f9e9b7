import JourneyModel
import JourneyRunner

/// What a person saw on a walk, one stop after the other.
struct WalkCourse {
  private static let maxStops = 60

  enum Stop {
    case screen(ShownScreen)
    /// A message that came where no screen was shown before.
    case message(TakenMessage)
    case left(Handover)
    case ended(JourneyEnd)
  }

  struct ShownScreen {
    var id: String
    var digest: String
    /// How often it was shown one time after the other.
    var times = 1
    var messages: [TakenMessage] = []
    var answered: AnsweredForm?
  }

  private(set) var stops: [Stop] = []
  /// How many stops there were beyond those that are kept.
  private(set) var hidden = 0
  /// The account's name; `nil` for none.
  private(set) var account: String?
  private(set) var outcome: AttemptOutcome?

  mutating func take(_ happening: WalkHappening) {
    switch happening {
    case .shown(let id, let digest): show(id, digest)
    case .event(.attemptStarted(let account)): self.account = account
    case .event(.answered(let form)): change { $0.answered = form }
    case .event(.messageTaken(let message)):
      guard case .screen(let screen)? = stops.last, screen.answered == nil else { return add(.message(message)) }
      change { $0.messages.append(message) }
    case .event(.handedOver(let handover)): add(.left(handover))
    case .event(.journeyEnded(let end)):
      // Tokens are fetched where the journey has ended: that is one end to a person.
      if case .ended? = stops.last { stops.removeLast() }
      add(.ended(end))
    case .event(.attemptEnded(let outcome)): self.outcome = outcome
    case .event: break
    }
  }

  private mutating func add(_ stop: Stop) {
    if stops.count < Self.maxStops { stops.append(stop) } else { hidden += 1 }
  }

  private mutating func show(_ id: String, _ digest: String) {
    if case .screen(var last)? = stops.last, last.digest == digest, last.answered == nil, last.messages.isEmpty {
      last.times += 1
      stops[stops.count - 1] = .screen(last)
    } else {
      add(.screen(ShownScreen(id: id, digest: digest)))
    }
  }

  /// Changes the screen that was shown last.
  private mutating func change(_ change: (inout ShownScreen) -> Void) {
    guard hidden == 0 else { return }
    for index in stops.indices.reversed() {
      guard case .screen(var screen) = stops[index] else { continue }
      change(&screen)
      stops[index] = .screen(screen)
      return
    }
  }
}
