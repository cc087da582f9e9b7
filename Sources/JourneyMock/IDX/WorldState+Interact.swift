import Encodings

extension WorldState {
  /// `POST {server}/v1/interact`: a handle for a new journey (sheet section 1.1).
  mutating func interact(_ request: HTTPRequestMessage, issuer: String) -> HTTPResponseMessage {
    let parameters = request.formParameters
    guard let id = parameters["client_id"], let client = tenant.clientRules.firstIndex(where: { $0.id == id }) else {
      return Self.interactError(OAuthError("invalid_client", "Invalid value for 'client_id' parameter."), status: 401)
    }
    if let error = mistake(inInteraction: parameters, client: client) { return Self.interactError(error) }
    let start = StartRequest(
      client: client, redirectURI: parameters["redirect_uri"] ?? "", scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "", sdk: nil)
    let browser = browser(request.cookie(EnginePath.cookie))
    let language = language([], request.headers["Accept-Language"])
    var session = begin(start, browser: browser, language: language, state: tenant.flow.start, isEntry: false)
    for name in EntryToken.allCases {
      guard let token = parameters[name.rawValue] else { continue }
      guard let link = spend(token, as: name, client: client) else {
        return Self.interactError(OAuthError("invalid_request", "The \(name.word) token is invalid"))
      }
      session.state = link.state
      session.scope = link.scope
      session.account = link.account
    }
    edgesTaken += enter(&session).edges
    sessions[session.id] = session
    transactions.begin(session.id, TransactionTable.Transaction(stateHandle: newStateHandle(), issuer: issuer))
    var response = HTTPResponseMessage.json(["interaction_handle": .string(session.id)])
    let secure = orgAddress.hasPrefix("https:") ? "; Secure" : ""
    response.headers.append("Set-Cookie", "\(EnginePath.cookie)=\(browser); Path=/; HttpOnly; SameSite=None\(secure)")
    return response
  }

  private func mistake(inInteraction parameters: FlowParameters, client: Int) -> OAuthError? {
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated") }
    for name in ["scope", "redirect_uri", "state", "code_challenge"] where parameters[name] == nil {
      return OAuthError("invalid_request", "The '\(name)' parameter is required.")
    }
    guard parameters["code_challenge_method"] == "S256", Base64URL.decode(parameters["code_challenge"] ?? "")?.count == 32 else {
      return OAuthError("invalid_request", "PKCE with the method S256 is required.")
    }
    guard let address = parameters["redirect_uri"], tenant.clientRules[client].redirectURIs.contains(address) else {
      return OAuthError("invalid_request", "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings.")
    }
    let known = tenant.clientRules[client].scopes
    for scope in parameters.words("scope") where !known.contains(scope) {
      return OAuthError("invalid_scope", "The scope '\(scope)' is not allowed for the client.")
    }
    return nil
  }

  /// A token of a mail's link is good once, in its time, for the client that it was made for.
  private mutating func spend(_ token: String, as name: EntryToken, client: Int) -> EntryLink? {
    guard let link = links[token], link.client == client, entryToken(leadingTo: link.state) == name else { return nil }
    if let until = link.until, until <= now { return nil }
    links[token] = nil
    return link
  }

  /// By which parameter a link in a mail begins a journey: one that leads to a new password brings a token for that.
  func entryToken(leadingTo state: Int) -> EntryToken {
    let screen = tenant.flow.states[state].screen.flatMap { tenant.rules[$0].engine }
    return screen?.forms.first?.kind == .resetAuthenticator ? .recovery : .activation
  }

  mutating func newStateHandle() -> String { "02." + random.token() + "~c" }

  static func interactError(_ error: OAuthError, status: Int = 400) -> HTTPResponseMessage {
    .json(["error": .string(error.code), "error_description": .string(error.description)], status: status)
  }
}

/// What a link in a mail brings with it, by the parameter's name.
enum EntryToken: String, CaseIterable {
  case activation = "activation_token"
  case recovery = "recovery_token"

  var word: String { "\(self)" }
}
