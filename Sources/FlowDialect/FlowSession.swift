import Encodings
import JourneyClient
import JourneyModel

/// One journey of a walk, from its start to its tokens; the next start makes a new one.
struct FlowSession: Sendable {
  /// How a finished flow gets to its callback.
  enum Ending: Sendable, Hashable {
    /// By asking this address.
    case finalize(WebURL)
    /// It is there already.
    case callback(Callback)
  }

  /// Tokens of a finished journey.
  struct Tokens: Sendable {
    var response: TokenResponse
    var subject: String?
    /// What was asked for, which an answer without `scope` means (RFC 6749 section 5.1).
    var requestedScope: String?
  }

  /// The journey's bearer; `nil` before the server named it.
  var id: Secret?
  /// `nil` for a journey that began at a link: it has no verifier and no state.
  var authorization: AuthorizationRequest?
  /// What the server settled on, or the first that was asked for.
  var language: String?
  /// The state that is shown, and the screen made of it.
  var state: FlowState?
  var screen: Screen?
  var ending: Ending?
  var tokens: Tokens?
}
