package import JourneyModel
package import JourneyRunner

/// One thing that a person saw on a walk: a screen, a way out to another page, or an end.
package struct MetStop: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case screen(Screen)
    case left(Handover.Reason)
    case ended(JourneyEnd)
  }

  package var kind: Kind
  /// The statuses of the responses that led here, in order.
  package var statuses: [Int] = []
  /// The edges of a mock's graph that led here, in order.
  package var edges: [String] = []
  /// Which journey of the walk it belongs to, from 0: a walk may begin several.
  package var journey = 0
  /// Whether it is the first of a journey that a message's link began.
  package var isByLink = false
  /// Whether it is on a page that the journey left for, and not in the app.
  package var isOnPage = false
  /// Whether the scenario took a message here, before anything was answered.
  package var hasMessage = false
  /// The form that was answered here; `nil` where nothing was.
  package var answered: AnsweredForm?

  package init(_ kind: Kind) { self.kind = kind }

  /// What stops of two walks are paired by: a screen's id, `left:server`, `ended:finished`, `ended:refused:access_denied`.
  package var key: String {
    switch kind {
    case .screen(let screen): screen.id.text
    case .left(let reason): "left:\(reason.rawValue)"
    case .ended(.completed), .ended(.finished): "ended:finished"
    case .ended(.refused(let refusal)): "ended:refused:\(refusal.error)"
    case .ended(.expired): "ended:expired"
    }
  }

  /// The key, with the journey: a screen of one journey is never compared with that of another.
  package var place: String { "\(journey):\(key)" }

  /// The screen; `nil` for what is none.
  package var screen: Screen? {
    guard case .screen(let screen) = kind else { return nil }
    return screen
  }

  package var isEnd: Bool {
    if case .ended = kind { true } else { false }
  }

  /// Whether the person is signed in.
  package var isFinish: Bool { key == "ended:finished" }

  /// The tokens and their checks; `nil` if it is not an end with tokens.
  package var finish: Finish? {
    guard case .ended(.finished(let finish)) = kind else { return nil }
    return finish
  }

  /// As a person calls it: `'password'`, `signed in`.
  package var name: String {
    switch kind {
    case .screen(let screen): "'\(screen.id.text)'"
    case .left(let reason): "a page outside (\(reason.rawValue))"
    case .ended(.completed), .ended(.finished): "signed in"
    case .ended(.refused(let refusal)): "the error '\(refusal.error)'"
    case .ended(.expired): "an expired session"
    }
  }
}

extension Screen {
  /// Whether it asks for nothing and says what is wrong.
  var isDeadEnd: Bool { asked.isEmpty && ticked.isEmpty && messages.contains { $0.level.mustBeExpected } }
}
