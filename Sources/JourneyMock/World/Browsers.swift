package import JourneyModel

/// The known browsers, identified by their cookies: who is signed in, and what is remembered of accounts used in them.
package struct Browsers: Sendable {
  private struct Browser: Sendable {
    /// Who is signed in; journeys share it.
    var signOn: SignOn?
    /// What is remembered of accounts used in it, by the account's place.
    var devices: [Int: ScopeState] = [:]
  }

  private var browsers = RecentTable<Browser>()

  init() {}

  /// Whether a browser with this cookie came by.
  func knows(_ cookie: String) -> Bool { browsers[cookie] != nil }

  mutating func add(_ cookie: String) { browsers[cookie] = Browser() }

  /// The sign-in that journeys of the browser share, while it lasts.
  package func signOn(in cookie: String, at now: Instant) -> SignOn? {
    guard let signOn = browsers[cookie]?.signOn, signOn.until > now else { return nil }
    return signOn
  }

  /// A person is signed in from now on; an unknown browser is ignored.
  package mutating func signIn(_ signOn: SignOn, in cookie: String) { browsers[cookie]?.signOn = signOn }

  /// Knows the browser by another cookie from now on.
  mutating func rename(_ cookie: String, to fresh: String) {
    guard let browser = browsers.remove(cookie) else { return }
    browsers[fresh] = browser
  }

  /// Ends a sign-in in every browser that shares it.
  package mutating func end(signOn sid: String) {
    browsers.update { browser in
      if browser.signOn?.sid == sid { browser.signOn = nil }
    }
  }

  /// Ends every sign-in of an account.
  package mutating func end(account: Int) {
    browsers.update { browser in
      if browser.signOn?.account == account { browser.signOn = nil }
    }
  }

  /// What is remembered of an account in a browser.
  func device(of account: Int, in cookie: String) -> ScopeState? { browsers[cookie]?.devices[account] }

  /// Changes what is remembered, or what is so before anything is.
  mutating func changeDevice(of account: Int, in cookie: String, from empty: ScopeState, _ change: (inout ScopeState) -> Void) {
    guard var browser = browsers[cookie] else { return }
    change(&browser.devices[account, default: empty])
    browsers[cookie] = browser
  }
}

/// A sign-in that other journeys of the browser share.
package struct SignOn: Sendable {
  package var account: Int
  package var sid: String
  package var time: Instant
  package var until: Instant
  /// How the person proved who they are, in the words of `amr`; empty where the dialect does not say.
  package var methods: [String]
  /// The classes of authentication that apps asked for and the person reached, where the dialect does not tell them from `methods`.
  package var contexts: Set<String> = []
  /// Whether the person asked to stay signed in: it outlives the browser's windows.
  package var isKept: Bool

  package init(account: Int, sid: String, time: Instant, until: Instant, methods: [String] = [], isKept: Bool = false) {
    self.account = account
    self.sid = sid
    self.time = time
    self.until = until
    self.methods = methods
    self.isKept = isKept
  }
}
