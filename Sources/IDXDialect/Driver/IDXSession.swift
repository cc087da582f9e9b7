import Encodings
import JourneyClient
import JourneyModel

/// What the dialect keeps of one journey, from its start to its end; the next start makes a new one.
struct IDXSession: Sendable {
  /// The code that ends a journey, and its source.
  struct Ending: Sendable, Hashable {
    var code: Secret
    /// Where it is exchanged; `nil` for the place that the issuer names.
    var tokenURL: WebURL?
    /// What was verified on the way: nothing for a code out of a body.
    var checks: [TokenCheck]
    /// The address that brought it, as it may be shown.
    var redirect: String?
  }

  /// The handle for requesting the transaction again, also after a visit to an identity provider.
  private(set) var interactionHandle: Secret?
  /// What is shown, and what it was made of; `nil` once the journey is done or over.
  private(set) var snapshot: IDXSnapshot?
  /// `nil` before the journey is done, and once its code is used up.
  private(set) var ending: Ending?
  /// How many polls in a row got no response.
  private var lostPolls = 0

  /// How many polls in a row may get no response before the walk is given up.
  private static let lostPollLimit = 3

  /// The server named the transaction.
  mutating func identify(by handle: Secret) { interactionHandle = handle }

  mutating func show(_ snapshot: IDXSnapshot) { self.snapshot = snapshot }

  /// The journey leaves for a web page: its screen is gone.
  mutating func leave() { snapshot = nil }

  /// The journey is done.
  mutating func complete(by ending: Ending) {
    snapshot = nil
    self.ending = ending
  }

  /// The code can be exchanged once.
  mutating func useEnding() { ending = nil }

  /// The journey is over: nothing of it can be submitted any more.
  mutating func end() {
    interactionHandle = nil
    snapshot = nil
  }

  /// Counts a poll that got no response; the screen that stays, or `nil` if there were too many of them.
  mutating func losePoll() -> Screen? {
    guard lostPolls < Self.lostPollLimit, let screen = snapshot?.screen else { return nil }
    lostPolls += 1
    return screen
  }

  mutating func getPoll() { lostPolls = 0 }
}
