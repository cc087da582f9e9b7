/// What an app makes of answers that are no plain screen, and of tokens (sheet sections 1.2, 1.4, 1.5 and 1.11).
extension FlowAppProfile {
  /// Where an app goes when an answer is no use to it.
  package struct Answers: Sendable, Hashable {
    /// For 400: whether its messages are shown, or lost in a fallback.
    package var showsBadRequests = true
    /// For 403, which otherwise ends the session.
    package var atForbidden = WayOut.none
    /// For every other status of 400 and above that is no 400, 403 or 5xx.
    package var atRefusal = WayOut.inAnswer
    /// For a screen that cannot be decoded.
    package var atUndecodable = WayOut.known
  }

  /// Which hosted page is opened instead.
  package enum WayOut: Sendable, Hashable {
    /// None: the app shows an error.
    case none
    /// The one that the answer itself brings, where it brings nothing else.
    case inAnswer
    /// The one of this answer, else the last one known.
    case known
    /// The last one known before this answer; none for the first answer, which is an error.
    case earlier
  }

  /// What an app sends to the token endpoint and asks of its answer, beyond the standard.
  package struct Tokens: Sendable, Hashable {
    /// Whether a fresh `nonce` goes with the code.
    package var sendsNonce = false
    /// Whether `redirect_uri` goes with the refresh token.
    package var repeatsRedirectURI = false
    /// Whether an answer without `id_token` or `expires_in` cannot be read, refreshed ones included.
    package var needsWholeAnswer = false
    /// Whether a sign-in without an ID token fails, as there is no nonce to compare.
    package var needsIDToken = false
    /// Whether `iss` has to be the tenant's address with a slash.
    package var needsIssuerWithSlash = false
    package var audience = Audience.any
    /// Claims that have to be there.
    package var claims: [String] = []
  }

  /// How an app reads `aud`.
  package enum Audience: Sendable, Hashable {
    case any
    /// A text, or a list whose first entry counts.
    case first
    /// A list, whose first entry counts.
    case firstOfList
    /// A list that holds the client.
    case list
    /// A list, whatever it holds.
    case anyList
  }
}
