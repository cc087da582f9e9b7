import Encodings
import JourneyClient
import JourneyModel

/// What the dialect keeps of one journey, from its start to its end; the next start makes a new one.
struct HostedSession: Sendable {
  /// How the browser was opened last; `nil` before the first time.
  private(set) var launch: Launch?
  /// The page that is shown; `nil` once the journey is done or over.
  private(set) var page: LoadedPage?
  /// `nil` before the journey is done, and once its code is used up.
  private(set) var callback: Callback?
  /// What was found wrong on the way, each once.
  private var findings: [TokenCheck] = []
  /// How many of them a turn reported.
  private var told = 0
  /// What a person typed, which no address may tell.
  private(set) var typed: [String] = []
  /// What a person signed in with, if it is not secret: only a page of the signed-in person shows it.
  private(set) var identifiers: [String] = []
  /// The forms that were sent since the browser was opened last, in order, for probes that send them once more.
  private(set) var forms: [SentForm] = []
  /// The first page that was shown since then.
  private(set) var firstPage: LoadedPage?
  /// The last link out of a message, and what it led to.
  private(set) var link: OpenedLink?
  /// The logout whose page asks first; `nil` once it ended.
  var logout: RelyingParty.LogoutRequest?
  /// The form of that page that was pressed.
  var logoutForm: FormID?
  /// Whether the server sent the app to its fallback address before.
  private(set) var hasFallenBack = false

  /// Where the app was asked for last.
  private(set) var authorizationEndpoint: WebURL?
  /// A script of the page that did not load, in a sentence; `nil` for none.
  private(set) var scriptFailure: String?
  /// Why the page may not be the expected one, by the requests of its scripts, in a sentence; `nil` for nothing.
  private(set) var requestFailure: String?
  /// Whether that request only asked for something, and the server did not know who asked.
  var isUnknown = false
  /// The request by which a script was refused what was sent, in a sentence; `nil` for none.
  private(set) var refusedRequest: String?
  /// Whether what was pressed last brought no page in a real browser: what it changed is gone once the page is loaded again.
  var isAnsweredByScript = false
  /// Whether the page stayed as it was since it was pressed, and nothing was sent.
  var hasSentNothing = false

  mutating func ask(_ endpoint: WebURL) { authorizationEndpoint = endpoint.withoutQuery }

  mutating func note(scriptFailure: String?) { self.scriptFailure = scriptFailure }

  mutating func note(requestFailure: String?) { (self.requestFailure, refusedRequest) = (requestFailure, nil) }

  mutating func note(refusedRequest: String) { (self.refusedRequest, requestFailure) = (refusedRequest, nil) }

  /// Opens a new browser: the page before is abandoned.
  mutating func open(_ launch: Launch) {
    self.launch = launch
    page = nil
    logout = nil
    callback = nil
    forms = []
    firstPage = nil
  }

  mutating func show(_ page: LoadedPage) {
    self.page = page
    firstPage = firstPage ?? page
  }

  var firstForm: SentForm? { forms.first }

  /// As many forms are kept; no sign-in has more.
  private static let mostForms = 50

  mutating func note(_ form: SentForm) {
    if forms.count < Self.mostForms { forms.append(form) }
  }

  mutating func note(_ link: OpenedLink) { self.link = link }

  /// The journey left for another site: its page is gone.
  mutating func leave() { page = nil }

  mutating func note(_ finding: TokenCheck) {
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// What was found since the last turn.
  mutating func takeFindings() -> [TokenCheck] {
    defer { told = findings.count }
    return Array(findings[told...])
  }

  mutating func type(_ texts: [String], identifiers: [String]) {
    typed += texts
    self.identifiers += identifiers
  }

  mutating func fallBack() { hasFallenBack = true }

  /// The journey is done.
  mutating func complete(by callback: Callback) {
    page = nil
    self.callback = callback
  }

  /// The code can be exchanged once.
  mutating func useCallback() { callback = nil }
}
