import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Opens a link from a message: in the app where it is claimed, else in this browser or in another one.
  mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let url = try webURL(of: link, what: "the link")
    if elsewhere { return try await openElsewhere(url) }
    if configuration.claims(url) { return try await enter(url) }
    if let refusal = configuration.allowed.refusal(ofLink: url) { throw browser.failure(.forbidden, refusal) }
    switch try await land(call("open link", "GET", url, accept: "text/html, */*")) {
    case .callback(let callback, _): return try await comeBack(callback)
    case .page(let answer, let place): return try page(answer, at: place)
    }
  }

  /// What another person's browser finds does not move this app: its screen stays.
  private mutating func openElsewhere(_ url: WebURL) async throws(DriverError) -> Turn.Now {
    var other = FlowDriver(elsewhere: self)
    let found =
      if configuration.claims(url) {
        try await other.enter(url)
      } else {
        try await other.openPage(url)
      }
    browser.adoptRecord(of: &other.browser)
    other.warnings.forEach { warn($0) }
    // Nobody else sees what the other browser was told.
    switch found {
    case .ended(.refused(let refusal)):
      throw browser.failure(.status, "the link that was opened elsewhere was refused with '\(refusal.error)'")
    case .ended(.expired(let status)):
      throw browser.failure(.status, "the link that was opened elsewhere was refused with status \(status)")
    case .screen, .handover, .ended(.completed), .ended(.finished): return stillShown ?? found
    }
  }

  private mutating func openPage(_ url: WebURL) async throws(DriverError) -> Turn.Now {
    switch try await land(call("open link elsewhere", "GET", url, accept: "text/html, */*")) {
    case .callback(let callback, _): .handover(Handover(url: callback.shown, reason: .server))
    case .page(let answer, let place): try page(answer, at: place)
    }
  }

  /// A page that is no part of the app leaves the app's screen as it was.
  private mutating func page(_ answer: HTTPResponseMessage, at place: WebURL) throws(DriverError) -> Turn.Now {
    guard 200...299 ~= answer.status else { throw browser.failure(.status, "the link answered with status \(answer.status)") }
    return stillShown ?? .handover(Handover(url: place.concealed(), reason: .server))
  }

  private init(elsewhere driver: FlowDriver) {
    self = driver
    browser = driver.browser.withoutCookies()
    session = FlowSession()
    authenticator = SoftwareAuthenticator()
  }

  var stillShown: Turn.Now? { session.screen.map { .screen($0) } }

  /// Comes back from a web page.
  mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now {
    try await comeBack(Callback(try webURL(of: url, what: "the address that the web page came back with")))
  }

  /// What an address means that the app is opened with in the middle of a journey (sheet section 1.11).
  private mutating func comeBack(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    if let refusal = callback.refusal { return end(.refused(refusal)) }
    if let code = callback["code"] {
      _ = browser.learn(code, name: "code")
      session.ending = .callback(callback)
      return .ended(.completed)
    }
    if configuration.claims(callback.url), callback["challenge"] != nil { return try await enter(callback.url) }
    guard callback["session_id"] != nil || session.id != nil else {
      throw browser.failure(.protocol, "the address that the app came back with brings neither 'session_id', 'code' nor 'error'")
    }
    adopt(callback)
    return try await initialise()
  }

  /// Takes over the session that a callback names; SDKs keep the old one, so a new one is worth a word.
  mutating func adopt(_ callback: Callback) {
    guard let id = callback["session_id"] else { return }
    if let known = session.id, known.concealed != id { warn("the server sent another session id than the journey's own") }
    session.id = browser.learn(id, name: "session id")
  }

  private mutating func webURL(of secret: Secret, what: String) throws(DriverError) -> WebURL {
    // An address is not sent anywhere: it is what is asked, and `AllowedOrigins` judges that.
    let url: WebURL
    do {
      url = try WebURL(secret.concealed)
    } catch {
      throw browser.failure(.impossible, "\(what) is no address")
    }
    try browser.refuse(url, madeOf: secret, what: what)
    return url
  }
}
