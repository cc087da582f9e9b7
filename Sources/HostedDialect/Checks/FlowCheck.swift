/// A passive check: something that is held against every exchange of a journey, and that costs no request of its own.
///
/// The raw values are the names in reports and the keys of `checks` in tenants.yaml.
package enum FlowCheck: String, Sendable, Hashable, CaseIterable {
  case stateEcho = "state-echo"
  case iss
  case pkceSent = "pkce-sent"
  case noIdentity = "no-identity-in-scheme-url"
  case noTokenInURL = "no-token-in-url"
  case cookieFlags = "cookie-flags"
  case signInKept = "sign-in-kept"
  case headers
  case formAction = "form-action-allows-return"
  case credentialRedirect = "credential-redirect"
  case promptNoneSilent = "prompt-none-silent"

  /// What a check reads, when it holds, and where that is written.
  package struct Description: Sendable, Hashable {
    package var reads: String
    package var holds: String
    package var source: String
  }
}

extension FlowCheck {
  package var description: Description {
    switch self {
    case .stateEcho:
      Description(
        reads: "the callback", holds: "`state` comes back once and unchanged, with a code and with an error",
        source: "RFC 6749 section 4.1.2")
    case .iss:
      Description(
        reads: "the callback and discovery",
        holds: "`iss` is the issuer's own where it is there, and it is there where discovery promises it",
        source: "RFC 9207 section 2.4")
    case .pkceSent:
      Description(
        reads: "authorization requests and all addresses",
        holds: "the challenge is sent with `S256` and well formed, and the verifier is in no address",
        source: "RFC 7636 sections 4.2 and 4.3")
    case .noIdentity:
      Description(
        reads: "callbacks and fallback addresses of an app's own scheme",
        holds: "they tell any app that takes them neither an e-mail address or name, nor a token, nor anything that was typed",
        source: "RFC 8252 section 8.1")
    case .noTokenInURL:
      Description(
        reads: "the addresses of requests and redirects",
        holds:
          "none has a token, apart from `id_token_hint`, or a password; a typed code is a warning, since links in mails have codes too",
        source: "RFC 9700 section 4.3.2")
    case .cookieFlags:
      Description(
        reads: "`Set-Cookie` of every response",
        holds: "cookies that prove who the person is, by their names or because the sign-in leaves them, have `Secure` over TLS, "
          + "`HttpOnly` and `SameSite`; names with a prefix keep its rules; "
          + "signing in changes at least one of them, also at a site without OpenID, and signing out ends the session; logging out should change them, too",
        source: "RFC 6265bis sections 4.1 and 5.6, RFC 9700 section 4.15")
    case .signInKept:
      Description(
        reads: "the cookies from the password on, and the page after it, at a site without OpenID",
        holds: "a cookie changes by which the site knows the person again; a page that offers to sign in has to come with one, too",
        source: "RFC 9110 section 3.3")
    case .headers:
      Description(
        reads: "the headers of pages with forms, in a browser also of those whose form for a password a script draws, "
          + "and of token responses",
        holds:
          "not every site can frame a page (hosts that `frame-ancestors` names are taken as chosen; one over `http://` is a warning), "
          + "no address leaks by `unsafe-url`, and no token response may be stored; "
          + "`Referrer-Policy`, `nosniff` and HSTS should be there",
        source: "RFC 9700 sections 4.2.4 and 4.16, RFC 6749 section 5.1")
    case .formAction:
      Description(
        reads: "the policy of each page and the redirects after its forms",
        holds: "`form-action` lets the form lead all the way back to the app, as Chromium and Safari hold redirects to it",
        source: "CSP level 3 section 6.4.2")
    case .credentialRedirect:
      Description(
        reads: "the response to a form with a password", holds: "it redirects with 302 or 303, never with 307 or 308",
        source: "RFC 9700 section 4.12")
    case .promptNoneSilent:
      Description(
        reads: "what a launch with `prompt=none` leads to", holds: "it is the app and no page",
        source: "OpenID Connect Core section 3.1.2.1")
    }
  }
}
