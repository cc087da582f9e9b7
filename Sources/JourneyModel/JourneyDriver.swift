/// Walks one journey in one dialect: given what a person does, it returns what is then shown.
///
/// A driver belongs to one walk; it keeps the walk's cookies, keys and session.
public protocol JourneyDriver: Sendable {
  /// What scenarios of this dialect may say.
  static var description: DialectDescription { get }

  /// Does what a person would, and returns the result.
  ///
  /// Throws where the journey could not be walked; what a server merely refuses is a turn.
  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn
}

/// What a person, or the app in their hand, does next.
public enum DriverAction: Sendable, Hashable {
  /// Begin a journey; a driver that walked one before keeps its cookies and creates everything else again.
  case start(StartParameters)
  /// Ask for the current screen again.
  case refresh
  case submit(Submission)
  /// Open a link from a message, in the same browser or another one.
  case open(link: Secret, elsewhere: Bool)
  /// Come back from a web page with this address; a scenario may have written what the page adds to the redirect URI.
  case resume(url: Secret, isWritten: Bool = false)
  /// Fetch the code, exchange it, verify the tokens; then the named probes.
  case finish(probes: [String])
  /// - Parameter isAnswered: whether the page of a logout that asks first is shown, so that a step presses its button.
  case token(TokenAction, isAnswered: Bool = false)
}

/// What is done with tokens once a journey is finished.
public enum TokenAction: String, Sendable, Hashable, CaseIterable {
  case refresh, userinfo, revoke, logout
}

/// How a journey begins.
public struct StartParameters: Sendable, Hashable {
  /// The keys of a scenario's `start` that the dialect names, with their values.
  public var keys: [Value.Member]
  /// Any other query parameter, sent as written.
  public var parameters: [Value.Member]
  /// Headers of every request of the walk.
  public var headers: [Value.Member]

  public init(keys: [Value.Member] = [], parameters: [Value.Member] = [], headers: [Value.Member] = []) {
    self.keys = keys
    self.parameters = parameters
    self.headers = headers
  }
}

/// The result of an action.
public struct Turn: Sendable, Hashable {
  /// Where the journey now is.
  public enum Now: Sendable, Hashable {
    case screen(Screen)
    case handover(Handover)
    case ended(JourneyEnd)
  }

  public var now: Now
  /// In the order made; the last is the one that `response` is matched against.
  public var exchanges: [Exchange]
  /// Where the server strayed from its protocol without harm, in sentences.
  public var warnings: [String]
  /// What must not be seen and was learned on the way: session ids, codes, tokens.
  public var learned: [Secret]
  /// What is wrong with the exchanges whatever the screen says, e.g. a session cookie that scripts can read; each has a problem.
  ///
  /// It stops no step: the journey is walked to its end, and the case fails there.
  public var findings: [TokenCheck]
  /// Why the screen may be a refusal without a message, in a sentence; `nil` if it is none, or messages are known.
  ///
  /// It fails the step that looks at the screen, unless that step states which messages it expects.
  public var silentRefusal: String?
  /// The screen's name in a sentence, if the screen before had it too, a password was sent there, and its form is gone; else `nil`.
  ///
  /// It fails a step that expects nothing but that name: the step would pass whether or not anyone is signed in.
  public var sharedName: String?
  /// The status 4xx of the page that pressing a form led to; `nil` for none.
  ///
  /// It fails the next step unless that names the screen, its status or its messages: a page of this kind is rarely what was meant.
  public var errorStatus: Int?
  /// What likely led here and not to what a step expects, in a sentence: the status of a request, a cookie that browsers drop.
  public var likelyCause: String?
  /// The request of a script by which the site refused what was sent, in a sentence; `nil` for none.
  ///
  /// It does not count as a cause: a wrong password gets such a response.
  public var refusedRequest: String?
  /// What came onto the page with a silent refusal, and is not known as a message; `nil` for nothing.
  public var unmarkedText: UnmarkedText?
  /// What the tenant's rules lack on a screen that none of them names, in a sentence each, by the name that they give to one at that place.
  public var unmetRules: [String: String] = [:]

  public init(
    now: Now, exchanges: [Exchange], warnings: [String] = [], learned: [Secret] = [], findings: [TokenCheck] = []
  ) {
    self.now = now
    self.exchanges = exchanges
    self.warnings = warnings
    self.learned = learned
    self.findings = findings
  }
}

/// A text of a page that may be a message, though nothing marks it as one.
public struct UnmarkedText: Sendable, Hashable {
  public var text: String
  /// What selects its element.
  public var selector: String

  public init(_ text: String, selector: String) {
    self.text = text
    self.selector = selector
  }
}

/// A journey could not be walked further.
public struct DriverError: Error, Sendable, Hashable {
  /// What went wrong; a closed list, so that reports can group by it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case connection, tls, timeout, status, rateLimit, notJSON, redirectLoop, tooLarge, `protocol`, forbidden, cancelled
    /// The action makes no sense here, e.g. a form that is not on the screen.
    case impossible
  }

  public var kind: Kind
  /// One sentence: the request and the response.
  public var message: String
  /// Up to and including the one that failed.
  public var exchanges: [Exchange]
  public var learned: [Secret]

  public init(_ kind: Kind, _ message: String, exchanges: [Exchange] = [], learned: [Secret] = []) {
    self.kind = kind
    self.message = message
    self.exchanges = exchanges
    self.learned = learned
  }
}
