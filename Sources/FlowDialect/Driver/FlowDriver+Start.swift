import Encodings
import JourneyClient
package import JourneyModel

extension FlowDriver {
  /// Begins a journey: an authorize request, or an entry call where it begins at a link.
  package mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    session = FlowSession()
    party.begin(parameters)
    let sdk = parameters.keys.first { $0.name == "sdk" }?.value
    switch parameters.keys.first(where: { $0.name == FlowDescription.cookiesKey })?.value.text {
    case "lasting": party.closeBrowser()
    case "forgotten": party.forgetCookies()
    default: break
    }
    if let entry = parameters.keys.first(where: { $0.name == "entry" }) {
      return try await enter(try link(entry.value), sdk: sdk)
    }
    session.drawsItself = FlowDescription.isMinimal(sdk)
    let request = try authorizationRequest(parameters)
    await party.ask(request)
    return try await began(try await land(authorizationCall(request)), app.start.shapes, by: "the authorize request")
  }

  /// The authorize request for these parameters; verifier, state and nonce are new.
  mutating func authorizationRequest(_ parameters: StartParameters) throws(DriverError) -> AuthorizationRequest {
    var request = party.authorizationRequest()
    if let sdk = app.sdk { request.set("sdk", to: sdk) }
    if !app.start.sendsResponseMode { request.remove("response_mode") }
    for key in parameters.keys { try set(key, in: &request) }
    if !app.start.alwaysSendsNonce, !request.asksForIDToken { request.remove("nonce") }
    settleLanguage(&request)
    for parameter in parameters.parameters {
      request.set(parameter.name, to: try party.text(parameter.value), isSecret: parameter.value.holdsSecret)
    }
    return request
  }

  /// The requested language is the device's for an app that sends no `ui_locales`.
  private mutating func settleLanguage(_ request: inout AuthorizationRequest) {
    party.session.language = request["ui_locales"]?.split(separator: " ").first.map(String.init)
    switch app.start.locales {
    case .whereAsked: break
    case .never: request.remove("ui_locales")
    case .always(let device): if party.session.language == nil { request.set("ui_locales", to: device) }
    }
  }

  func authorizationCall(_ request: AuthorizationRequest) -> BrowserCall {
    let url = configuration.url("oauth2/auth").appending(query: request.parameters)
      .appending(bareNames: app.start.bareNames.filter { request[$0] == nil })
    var call = party.call("authorize", "GET", url, accept: app.start.accept)
    call.concealedQuery = request.concealedNames
    return call
  }

  private mutating func set(_ key: Value.Member, in request: inout AuthorizationRequest) throws(DriverError) {
    let value = try party.text(key.value)
    let isSecret = key.value.holdsSecret
    switch key.name {
    case "prompt", "login_hint", "acr_values", "ui_locales", "sdk", "display": request.set(key.name, to: value, isSecret: isSecret)
    case FlowDescription.cookiesKey: break
    case "scopes":
      var seen = Set<Substring>()
      let words = value.split(separator: " ").filter { seen.insert($0).inserted }
      request.set("scope", to: words.joined(separator: " "), isSecret: isSecret)
    case "audience": request.set("audience", to: value.split(separator: " ").joined(separator: " "), isSecret: isSecret)
    default: throw party.failure(.impossible, "a journey-flow journey cannot start with '\(key.name)'")
    }
  }

  /// The result of a start: screens, an end at once, or an OAuth error.
  mutating func began(
    _ landing: Landing, _ shapes: Set<FlowAppProfile.AddressShape>, by what: String
  ) async throws(DriverError) -> Turn.Now {
    let callback: Callback
    switch landing {
    case .page(let answer, _): return try refused(answer, by: what)
    case .callback(let found, let shape):
      callback = found
      if !configuration.isErrorPage(found.url) { try require(shape, among: shapes, by: what) }
    }
    for part in app.start.order {
      switch part {
      case .error: if let error = callback.oauthError { return try await refused(error, at: callback) }
      case .code:
        if callback["code"] != nil {
          session.complete(by: .callback(callback))
          return .ended(.completed)
        }
      case .session: if let id = callback["session_id"] { return try await began(id, at: callback) }
      }
    }
    throw party.failure(.protocol, "the response to \(what) has neither 'session_id', 'code' nor 'error'")
  }

  private mutating func began(_ id: String, at callback: Callback) async throws(DriverError) -> Turn.Now {
    if let problem = handedElsewhere(callback) { return problem }
    if !callback.isAddressed(to: client.redirectURI) {
      party.warn("the session was sent to '\(callback.shown)' instead of '\(client.redirectURI)'")
    }
    session.identify(by: party.learn(id, name: "session id"))
    if app.start.followsLanguage { party.session.language = callback["language"] ?? party.session.language }
    return try await initialise()
  }

  /// An OAuth error, where the app recognises it as one.
  mutating func refused(_ error: OAuthErrorResponse, at callback: Callback) async throws(DriverError) -> Turn.Now {
    let isRecognised =
      switch app.start.errors {
      case .all: true
      case .described: error.description != nil
      case .atRedirectURI: !configuration.isErrorPage(callback.url)
      }
    if isRecognised { return try await refuse(error, at: callback) }
    let why = app.start.errors == .described ? "it has no 'error_description'" : "it is on the server's own error page"
    let description = error.description.map { ": \($0)" } ?? ""
    throw party.failure(.protocol, "app '\(app.name)' does not recognise the error '\(error.error)'\(description), as \(why)")
  }

  /// The end in an OAuth error, if it comes from the server that the app asked; the server's own error page has nothing to prove.
  mutating func refuse(_ error: OAuthErrorResponse, at callback: Callback) async throws(DriverError) -> Turn.Now {
    if configuration.isErrorPage(callback.url) { return end(.refused(error)) }
    // A journey that began at a link sent no state that could come back.
    let checks = try await party.checks(on: callback, without: party.session.authorization == nil ? [.state] : [])
    guard checks.contains(where: { $0.problem != nil }) else { return end(.refused(error)) }
    return end(.finished(Finish(facts: [Value.Member("redirect", .text(callback.shown))], checks: checks)))
  }

  /// An answer that leads nowhere: an OAuth error in its body, else a status that was not expected.
  private mutating func refused(_ answer: HTTPResponseMessage, by what: String) throws(DriverError) -> Turn.Now {
    if 400...499 ~= answer.status, let error = try party.oauthError(in: answer) { return end(.refused(error)) }
    if answer.status == 200 {
      throw party.failure(.protocol, "the response to \(what) is neither an address nor a redirect")
    }
    throw party.failure(.status, "\(what) was answered with status \(answer.status)")
  }

  /// Ends the journey; nothing of it can be submitted any more.
  mutating func end(_ end: JourneyEnd) -> Turn.Now {
    session.end()
    return .ended(end)
  }
}
