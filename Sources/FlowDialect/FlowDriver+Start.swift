import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Begins a journey: an authorize request, or an entry call where it begins at a link.
  mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    session = FlowSession()
    startHeaders = parameters.headers.map { Exchange.Header($0.name, $0.value) }
    if let entry = parameters.keys.first(where: { $0.name == "entry" }) {
      return try await enter(try link(entry.value), sdk: parameters.keys.first { $0.name == "sdk" }?.value)
    }
    let request = try authorizationRequest(parameters)
    session.authorization = request
    return try await began(try await land(authorizationCall(request)), app.start.shapes, by: "the authorize request")
  }

  /// The authorize request for these parameters; verifier, state and nonce are new.
  mutating func authorizationRequest(_ parameters: StartParameters) throws(DriverError) -> AuthorizationRequest {
    var request = AuthorizationRequest(
      clientID: configuration.clientID, redirectURI: configuration.redirectURI, scopes: configuration.scopes, using: &generator)
    for secret in [request.verifier, request.state, request.nonce] { _ = browser.learn(secret.concealed, name: secret.name) }
    if let sdk = app.sdk { request.set("sdk", to: sdk) }
    if !app.start.sendsResponseMode { request.remove("response_mode") }
    for key in parameters.keys { try set(key, in: &request) }
    if !app.start.alwaysSendsNonce, !request["scope"].asksForIDToken { request.remove("nonce") }
    settleLanguage(&request)
    for parameter in parameters.parameters {
      request.set(parameter.name, to: try text(parameter.value), isSecret: parameter.value.holdsSecret)
    }
    return request
  }

  /// The language that is asked for is the device's for an app that sends no `ui_locales`.
  private mutating func settleLanguage(_ request: inout AuthorizationRequest) {
    session.language = request["ui_locales"]?.split(separator: " ").first.map(String.init)
    switch app.start.locales {
    case .whereAsked: break
    case .never: request.remove("ui_locales")
    case .always(let device): if session.language == nil { request.set("ui_locales", to: device) }
    }
  }

  func authorizationCall(_ request: AuthorizationRequest) -> BrowserCall {
    let url = configuration.url("oauth2/auth").appending(query: request.parameters)
      .appending(bareNames: app.start.bareNames.filter { request[$0] == nil })
    var call = call("authorize", "GET", url, accept: app.start.accept)
    call.concealedQuery = request.concealedNames
    return call
  }

  private mutating func set(_ key: Value.Member, in request: inout AuthorizationRequest) throws(DriverError) {
    let value = try text(key.value)
    let isSecret = key.value.holdsSecret
    switch key.name {
    case "prompt", "login_hint", "acr_values", "ui_locales", "sdk", "display": request.set(key.name, to: value, isSecret: isSecret)
    case "scopes":
      var seen = Set<Substring>()
      let words = value.split(separator: " ").filter { seen.insert($0).inserted }
      request.set("scope", to: words.joined(separator: " "), isSecret: isSecret)
    case "audience": request.set("audience", to: value.split(separator: " ").joined(separator: " "), isSecret: isSecret)
    default: throw browser.failure(.impossible, "a journey-flow journey cannot start with '\(key.name)'")
    }
  }

  mutating func text(_ value: Value) throws(DriverError) -> String {
    do {
      return try BrowserCall.text(of: value, for: issuerOrigin)
    } catch {
      throw browser.failure(.forbidden, "the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }

  /// What came of a start: screens, an end at once, or a refusal.
  mutating func began(
    _ landing: Landing, _ shapes: Set<FlowAppProfile.AddressShape>, by what: String
  ) async throws(DriverError) -> Turn.Now {
    let callback: Callback
    switch landing {
    case .page(let answer, _): return try refused(answer, by: what)
    case .callback(let found, let shape):
      callback = found
      if !isErrorPage(found.url) { try require(shape, among: shapes, by: what) }
    }
    for part in app.start.order {
      switch part {
      case .error: if let refusal = callback.refusal { return try refused(refusal, at: callback) }
      case .code:
        if callback["code"] != nil {
          session.ending = .callback(callback)
          return .ended(.completed)
        }
      case .session: if let id = callback["session_id"] { return try await began(id, at: callback) }
      }
    }
    throw browser.failure(.protocol, "the answer to \(what) brings neither 'session_id', 'code' nor 'error'")
  }

  private mutating func began(_ id: String, at callback: Callback) async throws(DriverError) -> Turn.Now {
    if let problem = handedElsewhere(callback) { return problem }
    if !callback.isAddressed(to: configuration.redirectURI) {
      warn("the session came at '\(callback.shown)' instead of '\(configuration.redirectURI)'")
    }
    session.id = Secret(id, name: "session id")
    if app.start.followsLanguage { session.language = callback["language"] ?? session.language }
    return try await initialise()
  }

  /// An OAuth error, where the app recognises it as one.
  private mutating func refused(_ refusal: OAuthRefusal, at callback: Callback) throws(DriverError) -> Turn.Now {
    let isRecognised =
      switch app.start.errors {
      case .all: true
      case .described: refusal.description != nil
      case .atRedirectURI: !isErrorPage(callback.url)
      }
    if isRecognised { return end(.refused(refusal)) }
    let why = app.start.errors == .described ? "it has no 'error_description'" : "it stands on the server's own error page"
    let description = refusal.description.map { ": \($0)" } ?? ""
    throw browser.failure(.protocol, "app '\(app.name)' does not recognise the error '\(refusal.error)'\(description), as \(why)")
  }

  /// An answer that leads nowhere: an OAuth error in its body, else a status that was not expected.
  private mutating func refused(_ answer: HTTPResponseMessage, by what: String) throws(DriverError) -> Turn.Now {
    if 400...499 ~= answer.status, let refusal = OAuthRefusal(body: answer.body) { return end(.refused(refusal)) }
    if answer.status == 200 {
      throw browser.failure(.protocol, "the answer to \(what) is neither an address nor a redirect")
    }
    throw browser.failure(.status, "\(what) was answered with status \(answer.status)")
  }

  /// Ends the journey; nothing of it can be submitted any more.
  mutating func end(_ end: JourneyEnd) -> Turn.Now {
    session.id = nil
    session.screen = nil
    session.state = nil
    return .ended(end)
  }
}

extension OAuthRefusal {
  /// The OAuth error, or the vendor's `errorKey`, in a body; `nil` where there is none.
  init?(body: [UInt8]) {
    let json: JSONValue
    do { json = try JSONReader.read(body) } catch { return nil }
    if let key = json["errorKey"]?.stringValue, json["error"]?.stringValue == nil {
      self.init(error: key)
    } else {
      self.init(json)
    }
  }
}
