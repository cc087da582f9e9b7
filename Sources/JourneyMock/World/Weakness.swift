/// A weakness that a tenant has on purpose, so that the check that looks for it can be seen failing.
///
/// The raw values are the words of `faults` in a tenant's file and the effects of `/__journey/faults`.
public enum Weakness: String, Sendable, Hashable, CaseIterable {
  case stateDropped = "state_dropped"
  case stateAltered = "state_altered"
  case issWrong = "iss_wrong"
  case issMissing = "iss_missing"
  case verifierUnchecked = "verifier_unchecked"
  case verifierOptional = "verifier_optional"
  case challengeOptional = "challenge_optional"
  case codeReusable = "code_reusable"
  case codeForAnyClient = "code_for_any_client"
  case codeForAnyAddress = "code_for_any_address"
  case redirectPrefix = "redirect_prefix"
  case emailInCallback = "email_in_callback"
  case tokenInURL = "token_in_url"
  case cookieWithoutSecure = "cookie_without_secure"
  case cookieWithoutHTTPOnly = "cookie_without_http_only"
  case cookieWithoutSameSite = "cookie_without_same_site"
  case sessionCookieKept = "session_cookie_kept"
  case formActionSelf = "form_action_self"
  case framingAllowed = "framing_allowed"
  case referrerUnsafe = "referrer_unsafe"
  case tokensCached = "tokens_cached"
  case password307 = "password_307"
  case promptNonePage = "prompt_none_page"
  case enumerationText = "enumeration_text"
  case enumerationStatus = "enumeration_status"
  case enumerationRedirect = "enumeration_redirect"
  case csrfUnchecked = "csrf_unchecked"
  case linkReusable = "link_reusable"
  case unlimited
  case nonceWrong = "nonce_wrong"
  case signatureBad = "signature_bad"
  case algNone = "alg_none"
  case clockSkew = "clock_skew"
  case refreshUnrotated = "refresh_unrotated"
  case revokeIgnored = "revoke_ignored"
  case logoutIgnored = "logout_ignored"
}

extension Weakness {
  /// Those of tokens, sign-ons and limits, which the machine alone has a hand in; all others belong to a speech.
  static let ofEveryTenant: Set<Weakness> = [
    .nonceWrong, .signatureBad, .algNone, .clockSkew, .tokensCached, .refreshUnrotated, .revokeIgnored, .logoutIgnored, .unlimited,
  ]

  /// What the tenant does wrong, and the name of the check or probe that notices it.
  package var description: (wrong: String, check: String) {
    switch self {
    case .stateDropped: ("the callback has no `state`", "state-echo")
    case .stateAltered: ("the callback has another `state` than the request", "state-echo")
    case .issWrong: ("the callback has the `iss` of another issuer", "iss")
    case .issMissing: ("discovery promises `iss` in the callback, and none comes", "iss")
    case .verifierUnchecked: ("a code is exchanged with any verifier", "wrong_verifier")
    case .verifierOptional: ("a code is exchanged without a verifier", "no_verifier")
    case .challengeOptional: ("a code is issued without a challenge", "no_challenge")
    case .codeReusable: ("a code is exchanged any number of times", "code_replay")
    case .codeForAnyClient: ("a code is exchanged by any client", "other_client")
    case .codeForAnyAddress: ("a code is exchanged with any redirect URI", "redirect_uri")
    case .redirectPrefix: ("an address that begins as a redirect URI is one", "redirect_exact")
    case .emailInCallback: ("the callback has the person's e-mail address", "no-identity-in-scheme-url")
    case .tokenInURL: ("the addresses of pages have an `access_token`", "no-token-in-url")
    case .cookieWithoutSecure: ("cookies are set without `Secure`", "cookie-flags")
    case .cookieWithoutHTTPOnly: ("cookies are set without `HttpOnly`", "cookie-flags")
    case .cookieWithoutSameSite: ("cookies are set without `SameSite`", "cookie-flags")
    case .sessionCookieKept: ("the session cookie stays the same when a person signs in", "cookie-flags")
    case .formActionSelf: ("pages have `form-action 'self'`, so that browsers block the way back to the app", "form-action-allows-return")
    case .framingAllowed: ("other sites may show the pages in a frame", "headers")
    case .referrerUnsafe: ("pages have `Referrer-Policy: unsafe-url`", "headers")
    case .tokensCached: ("token responses may be stored", "headers")
    case .password307: ("a form with a password is answered with status 307", "credential-redirect")
    case .promptNonePage: ("`prompt=none` shows a page", "prompt-none-silent")
    case .enumerationText: ("pages say that no account has the address", "user_enumeration")
    case .enumerationStatus: ("pages have status 404 where no account has the address", "user_enumeration")
    case .enumerationRedirect: ("an address that no account has leads elsewhere", "user_enumeration")
    case .csrfUnchecked: ("forms are taken without their token", "csrf")
    case .linkReusable: ("links of mails are good any number of times", "link_reuse")
    case .unlimited: ("`limits` are not kept", "rate_limit")
    case .nonceWrong: ("the ID token has another nonce than the request", "nonce")
    case .signatureBad: ("the signature of the ID token is that of another text", "signature")
    case .algNone: ("the ID token is not signed, with the algorithm `none`", "signature")
    case .clockSkew: ("tokens are a day old when they are issued", "exp")
    case .refreshUnrotated: ("a refresh token is good any number of times", "refresh_reuse")
    case .revokeIgnored: ("revoked tokens stay good", "revoked_token")
    case .logoutIgnored: ("a logout ends nothing", "logged_out")
    }
  }
}
