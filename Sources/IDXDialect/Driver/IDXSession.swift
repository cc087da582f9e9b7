import Encodings
import JourneyClient
import JourneyModel

/// One journey of a walk, from its start to its tokens; the next start makes a new one.
struct IDXSession: Sendable {
  /// The code that ends a flow, and how the app came by it.
  struct Ending: Sendable, Hashable {
    var code: Secret
    /// Where it is exchanged; `nil` for the place that the issuer names.
    var tokenURL: WebURL?
    /// What was verified on the way: nothing for a code out of a body.
    var checks: [TokenCheck]
    /// The address that brought it, as it may be shown.
    var redirect: String?
  }

  /// Tokens of a finished journey.
  struct Tokens: Sendable {
    var response: TokenResponse
    var subject: String?
    var requestedScope: String?
  }

  /// Verifier, state and nonce, and what was asked for.
  var authorization: AuthorizationRequest?
  /// What the transaction can be asked for again by, also after a visit to an identity provider.
  var interactionHandle: Secret?
  var language: String?
  /// What is shown, and what it was made of.
  var snapshot: IDXSnapshot?
  var ending: Ending?
  var tokens: Tokens?
  /// How many polls in a row got no answer.
  var lostPolls = 0
}
