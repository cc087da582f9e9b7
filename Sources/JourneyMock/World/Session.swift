import JourneyModel

/// One journey of a browser.
struct Session: Sendable {
  /// Where it is.
  enum Status: Sendable {
    case open
    /// Done; its code waits behind this ticket.
    case finished(ticket: String)
    case handedOver(url: String)
    case refused(error: String)
    case expired
  }

  let id: String
  let browser: String
  let request: StartRequest
  /// The place of its language.
  let language: Int
  let started: Instant
  /// Names the session towards the hosted pages.
  let hostedChallenge: String
  /// Whether a link of a message began it, so that no code may come of it.
  let isEntry: Bool
  var status: Status = .open
  var state: Int
  var scope: ScopeState
  /// The place of the account that it is about.
  var account: Int?
  /// The state in which the journey goes on once the app comes back from where it was handed over to.
  var comeback: Int?
  /// The last code of each message sent, by the message's place.
  var codes: [Int: SentCode] = [:]

  init(
    id: String, browser: String, request: StartRequest, language: Int, started: Instant, hostedChallenge: String, isEntry: Bool,
    state: Int, scope: ScopeState
  ) {
    self.id = id
    self.browser = browser
    self.request = request
    self.language = language
    self.started = started
    self.hostedChallenge = hostedChallenge
    self.isEntry = isEntry
    self.state = state
    self.scope = scope
  }
}

/// A code that was sent.
struct SentCode: Sendable, Hashable {
  var text: String
  /// `nil` for one that is good as long as the journey.
  var until: Instant?

  func isGood(_ text: String, at now: Instant) -> Bool { self.text == text && until.map { $0 > now } ?? true }
}

/// What a client asked for when the journey began.
struct StartRequest: Sendable {
  /// The place of the client.
  var client: Int
  var redirectURI: String
  var scope: String
  var state: String
  var nonce: String?
  var challenge: String
  /// `nil` where the client sends none: then it takes redirects.
  var sdk: String?

  /// Whether screens come without layout, branding and `render`.
  var isMinimal: Bool { sdk?.hasSuffix("-minimal") ?? false }
}

/// A browser, told by its cookie.
struct BrowserState: Sendable {
  /// Who is signed in; journeys share it.
  var signOn: SignOn?
  /// What is remembered of accounts used in it, by the account's place.
  var devices: [Int: ScopeState] = [:]
}

/// A sign-in that other journeys of the browser share.
struct SignOn: Sendable {
  var account: Int
  var sid: String
  var time: Instant
  var until: Instant
}

/// What a link in a message leads to; good once.
struct EntryLink: Sendable {
  var account: Int?
  var state: Int
  var client: Int
  var until: Instant?
  /// The session's texts when it was sent, for what was answered before.
  var scope: ScopeState
}
