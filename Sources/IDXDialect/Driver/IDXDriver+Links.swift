import Encodings
import JourneyClient
import JourneyModel

extension IDXDriver {
  /// Comes back from a web page, mostly an identity provider's.
  mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now {
    try await comeBack(Callback(try webURL(of: url, what: "the address that the web page came back with")))
  }

  /// Opens a link from a message: in the app where it is claimed, else in this browser or in another one.
  mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let url = try webURL(of: link, what: "the link")
    if elsewhere {
      var other = self
      other.browser = browser.withoutCookies()
      defer { browser.adoptRecord(of: &other.browser) }
      return try await other.visit(url, purpose: "open link elsewhere", isOwnBrowser: false)
    }
    guard configuration.claims(url) else {
      if let refusal = configuration.allowed.refusal(ofLink: url) { throw browser.failure(.forbidden, refusal) }
      return try await visit(url, purpose: "open link", isOwnBrowser: true)
    }
    for name in ["activation_token", "recovery_token"] {
      guard let token = url.queryValue(name) else { continue }
      return try await start(StartParameters(keys: [Value.Member(name, .text(token))], headers: startHeaders.map(Value.Member.init)))
    }
    return try await comeBack(Callback(url))
  }

  /// Looks at a page, redirects followed, in whatever browser; the app's own screen stays.
  private mutating func visit(_ url: WebURL, purpose: String, isOwnBrowser: Bool) async throws(DriverError) -> Turn.Now {
    var target = url
    for _ in 0...Browser.redirectLimit {
      let call = call(purpose, "GET", target, accept: "text/html, */*")
      let answer = try await browser.send(call)
      try refuseBrokenStatus(answer, to: call)
      if 300...399 ~= answer.status, let location = answer.headers["location"] {
        do { target = try target.resolve(location) } catch {
          throw browser.failure(.protocol, "the redirect of \(purpose) is no address: \(error)")
        }
        // A browser that is led to the app's own address opens the app; one on another device does not have it.
        if isOwnBrowser, target.hasSameEndpoint(as: configuration.redirectURI) { return try await comeBack(Callback(target)) }
        if configuration.claims(target) || !configuration.allowed.allows(target) { return stillShown(target) }
        continue
      }
      guard 200...299 ~= answer.status else { throw browser.failure(.status, "the link answered with status \(answer.status)") }
      return stillShown(target)
    }
    throw browser.failure(.redirectLoop, "\(purpose) was redirected more than \(Browser.redirectLimit) times")
  }

  private func stillShown(_ place: WebURL) -> Turn.Now {
    session.snapshot.map { .screen($0.screen) } ?? .handover(Handover(url: Callback(place).shownWithoutCodes, reason: .server))
  }

  /// What an address means that the app is opened with in the middle of a journey (sheet section 3.8).
  private mutating func comeBack(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    if let code = callback["interaction_code"] {
      session.ending = IDXSession.Ending(
        code: browser.learn(code, name: "interaction code"), tokenURL: nil, checks: checks(on: callback),
        redirect: callback.shownWithoutCodes)
      session.snapshot = nil
      return .ended(.completed)
    }
    if let refusal = callback.refusal {
      guard refusal.error == "interaction_required" else { return end(.refused(refusal)) }
      if let problem = checks(on: callback).last?.problem { throw browser.failure(.protocol, problem) }
      return try await introspect()
    }
    guard let otp = callback["otp"] else {
      throw browser.failure(.protocol, "the address that the app came back with brings neither 'interaction_code', 'otp' nor 'error'")
    }
    if let state = callback["state"], state != session.authorization?.state.concealed {
      warn("the link's 'state' is not the journey's own")
    }
    return try await answer(otp: browser.learn(otp, name: "one-time code"))
  }

  /// The link in a mail is a code that need not be typed.
  private mutating func answer(otp: Secret) async throws(DriverError) -> Turn.Now {
    let passcode: WidgetID = "credentials.passcode"
    guard let form = session.snapshot?.screen.forms.first(where: { $0.widget(passcode) != nil }) else {
      throw browser.failure(.impossible, "the link brings a one-time code, and no form that is shown asks for one")
    }
    return try await submit(Submission(form: form.id, answers: [Answer(widget: passcode, value: .secret(otp))]))
  }

  /// What an address with a code has to hold, up to the first that does not.
  private func checks(on callback: Callback) -> [TokenCheck] {
    let expected = configuration.redirectURI.replacing(query: []).withoutFragment
    guard callback.isAddressed(to: configuration.redirectURI) else {
      let actual = callback.url.replacing(query: []).withoutFragment
      return [TokenCheck("redirect_uri", problem: "the callback went to '\(actual)' instead of '\(expected)'")]
    }
    let isSame = session.authorization.map { callback["state"] == $0.state.concealed } ?? false
    let problem = callback["state"] == nil ? "the callback brings no 'state'" : "the callback's 'state' is not the one sent"
    return [TokenCheck("redirect_uri"), TokenCheck("state", problem: isSame ? nil : problem)]
  }

  private mutating func webURL(of secret: Secret, what: String) throws(DriverError) -> WebURL {
    // An address is not sent anywhere: it is what is asked, and `AllowedOrigins` judges that.
    let url: WebURL
    do {
      let text = secret.concealed
      url = text.utf8.first == UInt8(ascii: "/") ? try configuration.issuer.resolve(text) : try WebURL(text)
    } catch {
      throw browser.failure(.impossible, "\(what) is no address")
    }
    try browser.refuse(url, madeOf: secret, what: what)
    return url
  }
}

extension Callback {
  /// The address as a scenario matches it: without what differs from walk to walk.
  fileprivate var shownWithoutCodes: String {
    let passing: Set<String> = ["interaction_code", "state", "otp", "code"]
    return url.replacing(query: url.queryItems.filter { !passing.contains($0.name) }).withoutFragment.concealed()
  }
}

extension Value.Member {
  fileprivate init(_ header: Exchange.Header) { self.init(header.name, header.value) }
}
