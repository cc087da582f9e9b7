/// What an app makes of responses that are not a plain screen, and of tokens.
extension FlowAppProfile {
  /// Where an app goes when it cannot use a response.
  package struct Answers: Sendable, Hashable {
    /// For 400: whether its messages are shown, or lost in a fallback.
    package var showsBadRequests = true
    /// For 403, which ends the session if there is none.
    package var atForbidden = WayOut.none
    /// For every other status of 400 and above that is not 400, 403 or 5xx.
    package var atRefusal = WayOut.inAnswer
    /// For a screen that cannot be decoded.
    package var atUndecodable = WayOut.known
    /// Whether the hosted page is opened for an answer with status 400, `hostedUrl` and no messages.
    package var opensHostedPageAtBareBadRequest = false
    /// Whether the app fails where finalize leads back to screens.
    package var failsAtScreensAfterFinalize = false
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
    /// Members without which an answer cannot be read, refreshed ones included.
    package var members: Set<Member> = []
    /// Whether a sign-in without an ID token fails, because it brings no nonce to compare.
    package var needsIDToken = false
    /// Whether `iss` has to be the tenant's address with a slash.
    package var needsIssuerWithSlash = false
    /// Whether the granted scope has to be exactly the requested one.
    package var needsExactScope = false
    package var audience = Audience.any
    /// Claims that have to be there.
    package var claims: [String] = []
    /// Whether the claims of a refreshed ID token are read as those of the first one.
    package var readsRefreshedClaims = false
    /// The one algorithm that it verifies; `nil` if it verifies none, or where any will do.
    package var algorithm: String?

    /// A member of a token answer that the standard lets a server leave out.
    package enum Member: String, Sendable, Hashable, CaseIterable {
      case idToken = "id_token"
      case expiresIn = "expires_in"
    }
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
    /// A list of anything.
    case anyList
  }
}
