/// Extra attempts that a server must refuse.
package enum Probe: String, DocumentedKey {
  case codeReplay = "code_replay"
  case wrongVerifier = "wrong_verifier"
  case redirectURI = "redirect_uri"
  case refreshReuse = "refresh_reuse"
  case noVerifier = "no_verifier"
  case noChallenge = "no_challenge"
  case otherClient = "other_client"
  case redirectExact = "redirect_exact"
  case openRedirect = "open_redirect"
  case csrf
  case userEnumeration = "user_enumeration"
  case linkReuse = "link_reuse"
  case revokedToken = "revoked_token"
  case rateLimit = "rate_limit"
  case loggedOut = "logged_out"

  package var summary: String {
    switch self {
    case .codeReplay: "the code is exchanged a second time"
    case .wrongVerifier: "the code is exchanged with another PKCE verifier"
    case .redirectURI: "the code is exchanged with another redirect URI"
    case .refreshReuse: "a refresh token that was used is used again"
    case .noVerifier: "the code is exchanged without a PKCE verifier"
    case .noChallenge: "a code is requested without a PKCE challenge"
    case .otherClient: "the code is exchanged by another client"
    case .redirectExact: "codes are requested for addresses that are nearly the client's"
    case .openRedirect: "pages are asked to lead back to another site"
    case .csrf: "a form is sent without its token, and with another browser's"
    case .userEnumeration: "the first form is sent with an unknown address, and compared"
    case .linkReuse: "a link of a message is opened again"
    case .revokedToken: "a token that was revoked is used"
    case .rateLimit: "the first form is sent many times"
    case .loggedOut: "a code is requested after a logout"
    }
  }

  /// Where it comes among others: those that end what was issued or the session, or may use up a limit and lock the account, come
  /// behind, in this order.
  package var turn: Int { [.codeReplay, .loggedOut, .rateLimit].firstIndex(of: self).map { $0 + 1 } ?? 0 }
}
