package import JourneyModel

/// One journey of a browser.
package struct Session: Sendable {
  /// Where it is.
  package enum Status: Sendable {
    case open
    /// Done; its code is stored under this ticket.
    case finished(ticket: String)
    /// Away on a web page of this name.
    case handedOver(page: String)
    case refused(error: String)
    case expired
  }

  package let id: String
  /// The cookie of the browser that began it, as it is now.
  package internal(set) var browser: String
  /// The cookie of the browser that opened its page last, where another one began it.
  package var guest: String?
  package let request: StartRequest
  /// The place of its language.
  package let language: Int
  package let started: Instant
  /// Names the session in addresses that anybody may read; unlike its id it proves nothing.
  package let publicID: String
  /// The place of the dialogue that began it.
  let dialogue: Int
  package var status: Status = .open
  package internal(set) var state: Int
  package internal(set) var scope: ScopeState
  /// The place of the account that it is about.
  package internal(set) var account: Int?
  /// Whether a link of a message began it outside of an app's own request, so that no code may come of it.
  package var isEntry = false
  /// Whether an app shows its screens, and takes it back from a web page that it was handed over to.
  package var isOfApp = false
  /// Whether the person asked to stay signed in.
  package internal(set) var staysSignedIn = false
  /// The state in which the journey goes on once the app comes back from where it was handed over to.
  package internal(set) var comeback: Int?
  /// The forms that led on and had nothing said against them, oldest first: how the person got where they are.
  package internal(set) var passed: [PassedForm] = []
  /// The code of the message that was sent last.
  package internal(set) var lastCode: String?
  /// How many ceremonies of passkeys it has seen, good or bad; each has a challenge of its own.
  package var ceremonies = 0
  /// The session whose message had the link that began this one; `nil` for an app's own request.
  package private(set) var sender: String?
  /// The last code of each message sent, by the message's place.
  var codes: [Int: SentCode] = [:]

  init(
    id: String, browser: String, request: StartRequest, language: Int, started: Instant, publicID: String, dialogue: Int, state: Int,
    scope: ScopeState
  ) {
    self.id = id
    self.browser = browser
    self.request = request
    self.language = language
    self.started = started
    self.publicID = publicID
    self.dialogue = dialogue
    self.state = state
    self.scope = scope
  }

  /// Goes on after a web page; `false` where the journey is not away, or has nowhere to go on.
  package mutating func comeBack() -> Bool {
    guard case .handedOver = status, let comeback else { return false }
    status = .open
    self.comeback = nil
    state = comeback
    return true
  }

  /// Is in another state from now on, whose form is about to be taken.
  package mutating func turn(to place: Int) { state = place }

  /// The account that it is about from now on.
  package mutating func identify(_ account: Int) { self.account = account }

  /// Comes from a message whose link leads nowhere any more.
  package mutating func come(by link: EntryLink) { sender = link.sender }

  /// Goes on where a link leads to, with what was known when it was sent.
  package mutating func follow(_ link: EntryLink) {
    state = link.state
    scope = link.scope
    account = link.account
    sender = link.sender
  }
}

extension Session {
  /// How many passed forms are remembered; a journey that needs more goes in circles.
  private static let passedLimit = 64

  /// Notes a form that led on.
  mutating func pass(_ form: PassedForm) {
    if passed.count < Self.passedLimit { passed.append(form) }
  }
}

/// A form that a journey got past.
package struct PassedForm: Sendable, Hashable {
  /// The place of its state.
  package var state: Int
  package var form: String
}

/// A code that was sent.
struct SentCode: Sendable, Hashable {
  var text: String
  /// `nil` for one that is good as long as the journey.
  var until: Instant?

  func isGood(_ text: String, at now: Instant) -> Bool { self.text == text && until.map { $0 > now } ?? true }
}

/// What a client requested when the journey began.
package struct StartRequest: Sendable {
  /// The place of the client.
  package var client: Int
  package var redirectURI: String
  package var scope: String
  package var state: String
  package var nonce: String?
  package var challenge: String
  /// The services that access tokens are for, in the order asked; empty where none is named.
  package var audience: [String]
  /// The client's own word for how it wants to be spoken to, in dialects that have such words.
  package var profile: String?
  /// How the app takes what the authorization request comes to.
  package var responseMode = ResponseMode.query
  /// The classes of authentication of which one has to be reached, the best first (OpenID Connect Core section 3.1.2.1).
  package var contexts: [String] = []

  package init(
    client: Int, redirectURI: String, scope: String = "", state: String = "", nonce: String? = nil, challenge: String = "",
    audience: [String] = [], profile: String? = nil
  ) {
    self.client = client
    self.redirectURI = redirectURI
    self.scope = scope
    self.state = state
    self.nonce = nonce
    self.challenge = challenge
    self.audience = audience
    self.profile = profile
  }
}

/// How an authorization server hands over to an app what its request came to.
package enum ResponseMode: Sendable, Hashable {
  /// In the query of the redirect URI, or in its fragment (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
  case query, fragment
  /// By a page that posts a form to the redirect URI (OAuth 2.0 Form Post Response Mode).
  case formPost
  /// By a page that sends a message to the page that framed or opened it (OAuth 2.0 Web Message Response Mode, a draft).
  case webMessage
}
