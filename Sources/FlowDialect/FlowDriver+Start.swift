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
    return try await began(try await land(authorizationCall(request)), by: "the authorize request")
  }

  /// The authorize request for these parameters; verifier, state and nonce are new.
  mutating func authorizationRequest(_ parameters: StartParameters) throws(DriverError) -> AuthorizationRequest {
    var request = AuthorizationRequest(
      clientID: configuration.clientID, redirectURI: configuration.redirectURI, scopes: configuration.scopes, using: &generator)
    for secret in [request.verifier, request.state, request.nonce] { _ = browser.learn(secret.concealed, name: secret.name) }
    if let sdk = app.sdk { request.set("sdk", to: sdk) }
    for key in parameters.keys { try set(key, in: &request) }
    for parameter in parameters.parameters {
      request.set(parameter.name, to: try text(parameter.value), isSecret: parameter.value.holdsSecret)
    }
    session.language = request["ui_locales"]?.split(separator: " ").first.map(String.init)
    return request
  }

  func authorizationCall(_ request: AuthorizationRequest) -> BrowserCall {
    let url = configuration.url("oauth2/auth").appending(query: request.parameters)
    var call = call("authorize", "GET", url, accept: "text/html, text/plain, */*")
    call.concealedQuery = request.concealedNames
    return call
  }

  private mutating func set(_ key: Value.Member, in request: inout AuthorizationRequest) throws(DriverError) {
    let value = try text(key.value)
    let isSecret = key.value.holdsSecret
    switch key.name {
    case "prompt", "login_hint", "acr_values", "ui_locales", "sdk", "display": request.set(key.name, to: value, isSecret: isSecret)
    case "scopes": request.set("scope", to: value, isSecret: isSecret)
    case "audience": request.set("audience", to: value.split(separator: " ").joined(separator: " "), isSecret: isSecret)
    default: throw browser.failure(.impossible, "a journey-flow journey cannot start with '\(key.name)'")
    }
  }

  private mutating func text(_ value: Value) throws(DriverError) -> String {
    do {
      return try BrowserCall.text(of: value, for: issuerOrigin)
    } catch {
      throw browser.failure(.forbidden, "the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }

  private mutating func link(_ value: Value) throws(DriverError) -> WebURL {
    let text = try text(value)
    do { return try WebURL(text) } catch { throw browser.failure(.impossible, "the entry link is no address: \(error)") }
  }

  /// Begins at a link from a message (sheet section 1.10): no verifier and no state exist for it.
  mutating func enter(_ link: WebURL, sdk: Value? = nil) async throws(DriverError) -> Turn.Now {
    session = FlowSession()
    let challenge = link.queryValue("challenge") ?? ""
    guard challenge.contains(where: { !$0.isWhitespace }) else {
      throw browser.failure(.impossible, "the link '\(link.concealed())' has no 'challenge', so no journey can begin at it")
    }
    _ = browser.learn(challenge, name: "challenge")
    var items = link.queryItems
    func set(_ name: String, _ value: String) {
      items.removeAll { $0.name == name }
      items.append(QueryItem(name, value))
    }
    let sdkName = if let sdk { try text(sdk) } else { app.sdk }
    if let sdkName { set("sdk", sdkName) }
    set("client_id", configuration.clientID)
    set("redirect_uri", configuration.redirectURI.description)
    let url = configuration.url("provider/flow/entry").replacing(query: items)
    return try await began(try await land(call("entry", "GET", url, accept: "text/html, text/plain, */*")), by: "the entry request")
  }

  /// What came of a start: screens, an end at once, or a refusal.
  private mutating func began(_ landing: Landing, by what: String) async throws(DriverError) -> Turn.Now {
    switch landing {
    case .page(let answer, _): return try refused(answer, by: what)
    case .callback(let callback):
      if let refusal = callback.refusal { return end(.refused(refusal)) }
      if callback["code"] != nil {
        session.ending = .callback(callback)
        return .ended(.completed)
      }
      guard let id = callback["session_id"] else {
        throw browser.failure(.protocol, "the answer to \(what) brings neither 'session_id', 'code' nor 'error'")
      }
      if !callback.isAddressed(to: configuration.redirectURI) {
        warn("the session came at '\(callback.shown)' instead of '\(configuration.redirectURI)'")
      }
      session.id = Secret(id, name: "session id")
      session.language = callback["language"] ?? session.language
      return try await initialise()
    }
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
