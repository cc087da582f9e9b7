/// The keys next to a step's head.
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

  package var summary: String {
    switch self {
    case .name: "the step's name in reports and snapshots, instead of its place"
    case .when: "variables and the values they need for the step to run"
    case .within: "how long to keep asking until the step matches"
    case .capture: "names, each with the source of its value"
    case .optional: "pass this step over if another screen is shown"
    case .forms: "forms that must be there, or expectations of each"
    case .widgets: "widgets that must be there, or expectations of each"
    case .onlyForms: "exactly these forms, in this order"
    case .onlyWidgets: "exactly these widgets, in this order"
    case .messages: "the messages of the screen: 'none', 'any', or matchers by widget and 'global'"
    case .branding: "matchers on the branding data"
    case .response: "matchers on the exchange"
    case .snapshot: "the screen equals the stored one"
    case .answers: "what a person answers, by widget"
    case .press: "a form, else the label of a button or link"
    case .force: "post the answers as written, bypassing the form's rules"
    case .refuses: "widgets whose answers the app would not send, and the rule they break"
    case .tokens: "'none' for a journey without tokens"
    case .claims: "matchers on the ID token's claims"
    case .scope: "matcher on the granted scope"
    case .expiresIn: "matcher on the access token's life in seconds"
    case .refreshToken: "matcher on the refresh token"
    case .accessToken: "matcher on the access token, or on its 'claims'"
    case .redirect: "matcher on the address of the redirect"
    case .probes: "extra attempts that the server must refuse"
    case .reason: "why the journey leaves: 'server', 'app' or 'provider'"
    case .steps: "the steps inside this one"
    case .comesBack: "query parameters of the address that the journey comes back with"
    case .description: "matcher on the error's description"
    case .elsewhere: "open it in another browser"
    case .subject: "matcher on the mail's subject"
    case .text: "matcher on a message's text; of a request, the text that is sent"
    case .absent: "no message may arrive"
    case .headers: "headers of the request"
    case .json: "the JSON that is sent"
    case .form: "the fields of the form that is sent"
    case .with: "the fragment's parameters"
    case .refused: "the OAuth error that it must fail with"
    }
  }
}
