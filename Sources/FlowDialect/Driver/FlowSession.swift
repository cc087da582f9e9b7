import Encodings
import JourneyClient
import JourneyModel

/// What the dialect keeps of one journey, from its start to its end; the next start makes a new one.
struct FlowSession: Sendable {
  /// How a finished flow gets to its callback.
  enum Ending: Sendable, Hashable {
    /// By asking this address.
    case finalize(WebURL)
    /// It is there already.
    case callback(Callback)
  }

  /// Whether the app asked for screens without a look, which it draws itself.
  var drawsItself = false
  /// The request of the journey before one that began at a link, whose state may come back with a code.
  var earlier: AuthorizationRequest?
  /// The journey's bearer; `nil` before the server named it, and after the end.
  private(set) var id: Secret?
  /// The state that is shown; there is one where there is a screen.
  private(set) var state: FlowState?
  private(set) var screen: Screen?
  /// `nil` before the flow is done, and once its end is used up.
  private(set) var ending: Ending?

  /// The server named the journey.
  mutating func identify(by id: Secret) { self.id = id }

  /// A state is shown as this screen.
  mutating func show(_ screen: Screen, of state: FlowState) {
    self.screen = screen
    self.state = state
  }

  /// The flow is done.
  mutating func complete(by ending: Ending) { self.ending = ending }

  /// The ending is used up: a code can be exchanged once.
  mutating func useEnding() { ending = nil }

  /// The journey is over: nothing of it can be submitted any more.
  mutating func end() {
    id = nil
    screen = nil
    state = nil
  }
}
