import Encodings
import JourneyClient
package import JourneyModel

extension IDXDriver {
  /// Comes back from a web page, mostly an identity provider's.
  package mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now {
    try await comeBack(
      Callback(try party.address(in: url, what: "the address that the web page came back with", relativeTo: client.issuer)))
  }

  /// Opens a link from a message: in the app where it is claimed, else in this browser or in another one.
  package mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let url = try party.address(in: link, what: "the link", relativeTo: client.issuer)
    if elsewhere {
      var other = self
      other.party = party.elsewhere()
      other.party.session = party.session
      defer { party.adoptRecord(of: &other.party) }
      return try await other.visit(url, purpose: "open link elsewhere", isOwnBrowser: false)
    }
    guard configuration.claims(url) else {
      if let refusal = client.refusal(ofLink: url) { throw party.failure(.forbidden, refusal) }
      return try await visit(url, purpose: "open link", isOwnBrowser: true)
    }
    for name in ["activation_token", "recovery_token"] {
      guard let token = url.queryValue(name) else { continue }
      return try await start(StartParameters(keys: [Value.Member(name, .text(token))], headers: party.startHeaders.map(Value.Member.init)))
    }
    return try await comeBack(Callback(url))
  }

  /// Opens a page, redirects followed, in any browser; the app's own screen stays.
  private mutating func visit(_ url: WebURL, purpose: String, isOwnBrowser: Bool) async throws(DriverError) -> Turn.Now {
    let configuration = configuration
    let call = call(purpose, "GET", url, accept: "text/html, */*")
    let destination = try await party.follow(call) { configuration.claims($0) || !configuration.client.allowed.allows($0) }
    switch destination {
    case .address(let target):
      // A browser that is led to the app's own address opens the app; one on another device does not have it.
      guard isOwnBrowser, target.hasSameEndpoint(as: client.redirectURI) else { return stillShown(target) }
      return try await comeBack(Callback(target))
    case .response(let response, let call):
      guard 200...299 ~= response.status else { throw party.failure(.status, "the link answered with status \(response.status)") }
      return stillShown(call.url)
    }
  }

  private func stillShown(_ place: WebURL) -> Turn.Now {
    session.snapshot.map { .screen($0.screen) } ?? .handover(Handover(url: Callback(place).shownWithoutCodes, reason: .server))
  }

  /// What the address means with which the app is opened in the middle of a journey.
  private mutating func comeBack(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    if let code = callback["interaction_code"] {
      session.complete(
        by: IDXSession.Ending(
          code: party.learn(code, name: "interaction code"), tokenURL: nil, checks: try await checks(on: callback),
          redirect: callback.shownWithoutCodes))
      return .ended(.completed)
    }
    if let error = callback.oauthError {
      let checks = try await checks(on: callback)
      guard error.error == "interaction_required" else {
        guard checks.contains(where: { $0.problem != nil }) else { return end(.refused(error)) }
        return end(.finished(Finish(facts: [Value.Member("redirect", .text(callback.shownWithoutCodes))], checks: checks)))
      }
      if let problem = checks.last?.problem { throw party.failure(.protocol, problem) }
      return try await introspect()
    }
    guard let otp = callback["otp"] else {
      throw party.failure(.protocol, "the address that the app was opened with has neither 'interaction_code', 'otp' nor 'error'")
    }
    if let state = callback["state"], state != party.session.authorization?.state.unsafeText {
      party.warn("the link's 'state' is not the journey's own")
    }
    return try await answer(otp: party.learn(otp, name: "one-time code"))
  }

  /// The link in a mail is a code that need not be typed.
  private mutating func answer(otp: Secret) async throws(DriverError) -> Turn.Now {
    let passcode: WidgetID = "credentials.passcode"
    guard let form = session.snapshot?.screen.forms.first(where: { $0.widget(passcode) != nil }) else {
      throw party.failure(.impossible, "the link has a one-time code, and no form on the screen asks for one")
    }
    return try await submit(Submission(form: form.id, answers: [Answer(widget: passcode, value: .secret(otp))]))
  }

  private mutating func checks(on callback: Callback) async throws(DriverError) -> [TokenCheck] {
    try await party.checks(on: callback, code: "interaction_code")
  }
}

extension Callback {
  /// The address as a scenario matches it: without what differs from walk to walk.
  fileprivate var shownWithoutCodes: String {
    let passing: Set<String> = ["interaction_code", "state", "otp", "code"]
    return shown(without: passing).concealed()
  }
}

extension Value.Member {
  fileprivate init(_ header: Exchange.Header) { self.init(header.name, header.value) }
}
