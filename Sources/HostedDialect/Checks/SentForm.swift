import JourneyModel

/// A form as a person sent it, and what came of it.
struct SentForm: Sendable {
  /// Where it was.
  let screen: ScreenID
  let submission: Submission
  let outcome: Turn.Now
}

/// A link out of a message that was opened, and what came of it.
struct OpenedLink: Sendable {
  let url: Secret
  let outcome: Turn.Now
}

extension Turn.Now {
  /// Whether two ends are the same for a person: the same screen, or the app.
  func isLike(_ other: Turn.Now) -> Bool {
    switch (self, other) {
    case (.screen(let screen), .screen(let second)): screen.id == second.id
    case (.ended(.completed), .ended(.completed)): true
    case (_, _): false
    }
  }
}
