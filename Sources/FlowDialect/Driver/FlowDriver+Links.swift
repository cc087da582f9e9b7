import Encodings
import JourneyClient
package import JourneyModel

extension FlowDriver {
  /// Opens a link from a message: in the app where it is claimed, else in this browser or in another one.
  package mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let url = try party.address(in: link, what: "the link")
    if elsewhere { return try await openElsewhere(url) }
    if client.claims(url) { return try await enter(url) }
    if let refusal = client.refusal(ofLink: url) { throw party.failure(.forbidden, refusal) }
    switch try await land(party.call("open link", "GET", url, accept: "text/html, */*")) {
    case .callback(let callback, _): return try await comeBack(callback)
    case .page(let answer, let place): return try page(answer, at: place)
    }
  }

  /// What another person's browser finds does not move this app: its screen stays.
  private mutating func openElsewhere(_ url: WebURL) async throws(DriverError) -> Turn.Now {
    var other = FlowDriver(elsewhere: self)
    let found =
      if client.claims(url) {
        try await other.enter(url)
      } else {
        try await other.openPage(url)
      }
    party.adoptRecord(of: &other.party)
    // Only the other browser sees what it got.
    switch found {
    case .ended(.refused(let error)):
      throw party.failure(.status, "the link that was opened elsewhere was refused with '\(error.error)'")
    case .ended(.expired(let status, _)):
      throw party.failure(.status, "the link that was opened elsewhere was refused with status \(status)")
    case .screen, .handover, .ended(.completed), .ended(.finished): return stillShown ?? found
    }
  }

  private mutating func openPage(_ url: WebURL) async throws(DriverError) -> Turn.Now {
    switch try await land(party.call("open link elsewhere", "GET", url, accept: "text/html, */*")) {
    case .callback(let callback, _): .handover(Handover(url: callback.shown, reason: .server))
    case .page(let answer, let place): try page(answer, at: place)
    }
  }

  /// A page that is not part of the app leaves the app's screen as it was.
  private mutating func page(_ answer: HTTPResponseMessage, at place: WebURL) throws(DriverError) -> Turn.Now {
    guard 200...299 ~= answer.status else { throw party.failure(.status, "the link answered with status \(answer.status)") }
    return stillShown ?? .handover(Handover(url: place.concealed(), reason: .server))
  }

  private init(elsewhere driver: FlowDriver) {
    self = driver
    party = driver.party.elsewhere()
    session = FlowSession()
    authenticator = SoftwareAuthenticator()
  }

  var stillShown: Turn.Now? { session.screen.map { .screen($0) } }

  /// Comes back from a web page.
  package mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now {
    try await comeBack(Callback(try party.address(in: url, what: "the address that the web page came back with")))
  }

  /// What the address means with which the app is opened in the middle of a journey.
  private mutating func comeBack(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    for part in app.start.order {
      switch part {
      case .error: if let error = callback.oauthError { return try await refused(error, at: callback) }
      case .code:
        guard let code = callback["code"] else { continue }
        _ = party.learn(code, name: "code")
        session.complete(by: .callback(callback))
        return .ended(.completed)
      case .session: if callback["session_id"] != nil { return try await goOn(callback) }
      }
    }
    if client.claims(callback.url), callback["challenge"] != nil { return try await enter(callback.url) }
    guard session.id != nil else {
      throw party.failure(.protocol, "the address that the app was opened with has neither 'session_id', 'code' nor 'error'")
    }
    return try await goOn(callback)
  }

  /// The app shows the journey's screens again.
  private mutating func goOn(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    adopt(callback)
    return try await initialise()
  }

  /// Takes over the session that a callback names; SDKs keep the old one, so a new one is worth a word.
  mutating func adopt(_ callback: Callback) {
    guard let id = callback["session_id"] else { return }
    if let known = session.id, known.unsafeText != id { party.warn("the server sent another session id than the journey's own") }
    session.identify(by: party.learn(id, name: "session id"))
  }
}
