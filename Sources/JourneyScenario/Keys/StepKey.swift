/// The keys that stand beside a step's head (design 1.3, 1.4, 1.7, 1.8).
package enum StepKey: String, DocumentedKey {
  case name, when, within, capture
  case optional, forms, widgets
  case onlyForms = "only_forms"
  case onlyWidgets = "only_widgets"
  case messages, branding, response, snapshot, answers, press, force, refuses
  case tokens, claims, scope
  case expiresIn = "expires_in"
  case refreshToken = "refresh_token"
  case accessToken = "access_token"
  case redirect, probes
  case reason, steps
  case comesBack = "comes_back"
  case description, elsewhere, subject, text, absent, headers, json, form, with, refused

  /// Whether it may stand beside this head.
  package func fits(_ head: StepHead) -> Bool {
    switch self {
    case .name, .when: true
    case .within: Self.waiting.contains(head)
    case .capture: Self.capturing.contains(head)
    case .optional, .forms, .widgets, .onlyForms, .onlyWidgets, .messages, .branding, .snapshot, .answers, .press, .force, .refuses:
      head == .screen
    case .response: head == .screen || head == .request
    case .tokens, .probes: head == .finish
    case .claims: head == .finish || head == .refreshTokens || head == .userinfo
    case .scope, .expiresIn, .refreshToken, .accessToken: head == .finish || head == .refreshTokens
    case .redirect: head == .finish || head == .logout
    case .reason, .comesBack: head == .handOver
    case .steps: head == .handOver || head == .repeated
    case .description: head == .error
    case .elsewhere: head == .open
    case .subject, .absent: head == .mail || head == .sms
    case .text: head == .mail || head == .sms || head == .request
    case .headers, .json, .form: head == .request
    case .with: head == .use
    case .refused: head == .refreshTokens || head == .userinfo || head == .revoke || head == .logout
    }
  }

  private static let waiting: Set<StepHead> = [.screen, .finish, .error, .expired, .handOver, .either, .mail, .sms, .request]
  private static let capturing: Set<StepHead> = [
    .screen, .finish, .handOver, .mail, .sms, .request, .run, .refreshTokens, .userinfo,
  ]

  package var summary: String {
    switch self {
    case .name: "the step's name in reports and snapshots, instead of its place"
    case .when: "variables and what they have to be for the step to be taken"
    case .within: "how long to keep asking until the step fits"
    case .capture: "names, and where their values are taken from"
    case .optional: "skip this step when another screen is shown"
    case .forms: "forms that must be there, or what is said of each"
    case .widgets: "widgets that must be there, or what is said of each"
    case .onlyForms: "exactly these forms, in this order"
    case .onlyWidgets: "exactly these widgets, in this order"
    case .messages: "what the screen says: 'none', 'any', or matchers by widget and 'global'"
    case .branding: "matchers on the tenant's look"
    case .response: "matchers on the exchange"
    case .snapshot: "the screen equals the stored one"
    case .answers: "what a person answers, by widget"
    case .press: "a form, else the label of a button or link"
    case .force: "post the answers as written, past what the form asks for"
    case .refuses: "widgets whose answers the app would not send, and the rule they break"
    case .tokens: "'none' where the journey gives no tokens"
    case .claims: "matchers on the ID token's claims"
    case .scope: "matcher on the granted scope"
    case .expiresIn: "matcher on the access token's life in seconds"
    case .refreshToken: "matcher on the refresh token"
    case .accessToken: "matcher on the access token, or on its 'claims'"
    case .redirect: "matcher on the address that is redirected to"
    case .probes: "extra attempts that the server must refuse"
    case .reason: "why the journey leaves: 'server', 'app' or 'provider'"
    case .steps: "the steps inside of this one"
    case .comesBack: "query members of the address that the journey comes back with"
    case .description: "matcher on the error's description"
    case .elsewhere: "open it in another browser"
    case .subject: "matcher on the mail's subject"
    case .text: "matcher on a message's text; of a request, the text that is sent"
    case .absent: "no message may come"
    case .headers: "headers of the request"
    case .json: "the JSON that is sent"
    case .form: "the fields of the form that is sent"
    case .with: "the fragment's parameters"
    case .refused: "the OAuth error that it must fail with"
    }
  }
}

extension StepHead {
  /// The keys that may stand beside it.
  package var keys: [StepKey] { StepKey.allCases.filter { $0.fits(self) } }
}
