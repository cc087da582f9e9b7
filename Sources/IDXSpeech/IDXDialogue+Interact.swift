import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// `POST {server}/v1/interact`: a handle for a new journey.
  mutating func interact(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    if let error = Self.error(in: parameters, world.tenant.clientRules[client]) ?? Self.scopeError(in: parameters) {
      return error.response()
    }
    var start = StartRequest(
      client: client, redirectURI: parameters["redirect_uri"] ?? "", scope: parameters["scope"] ?? "", state: parameters["state"] ?? "",
      nonce: parameters["nonce"], challenge: parameters["code_challenge"] ?? "")
    start.contexts = AuthenticationContext.known(parameters.words("acr_values"))
    let browser = world.browser(request.cookie(IDXPath.cookie))
    let language = world.language([], request.headers["Accept-Language"])
    var session = world.begin(start, browser: browser, language: language)
    for name in EntryToken.allCases {
      guard let token = parameters[name.rawValue] else { continue }
      guard let link = spend(token, as: name, client: client, in: &world) else {
        return OAuthError("invalid_request", "The \(name.word) token is invalid").response()
      }
      session.follow(link)
    }
    session.isOfApp = true
    var transaction = TransactionTable.Transaction(stateHandle: Self.newStateHandle(in: &world), issuer: issuer)
    if let signOn = signOn(of: request, in: world), parameters["max_age"] == nil, session.account == nil,
      AuthenticationContext.isReached(start, by: signOn.methods)
    {
      // Who is signed in to the browser is not asked again.
      transaction.signOn = signOn
      world.finish(&session, as: signOn.account)
    } else {
      world.note(world.enter(&session))
    }
    world.sessions.keep(session)
    transactions.begin(session.id, transaction)
    var response = HTTPResponseMessage.json(["interaction_handle": .string(session.id)])
    Self.setCookie(browser, on: &response, in: world)
    return response
  }

  static func setCookie(_ browser: String, on response: inout HTTPResponseMessage, in world: WorldState) {
    response.headers.append("Set-Cookie", "\(IDXPath.cookie)=\(browser); Path=/; HttpOnly; SameSite=\(sites(in: world))")
  }

  /// Which sites' pages a cookie comes with: browsers drop one for all sites that is not secure as well.
  static func sites(in world: WorldState) -> String { world.isTrustworthy ? "None; Secure" : "Lax" }

  static func error(in parameters: RequestParameters, _ client: ClientDefinition) -> OAuthError? {
    if let name = parameters.repeated { return OAuthError("invalid_request", "'\(name)' is repeated") }
    if let error = parameters.unsupportedRequest { return error }
    for name in ["scope", "redirect_uri", "state", "code_challenge"] where parameters[name] == nil {
      return OAuthError("invalid_request", "The '\(name)' parameter is required.")
    }
    guard parameters["code_challenge_method"] == "S256", Base64URL.decode(parameters["code_challenge"] ?? "")?.count == 32 else {
      return OAuthError("invalid_request", "PKCE with the method S256 is required.")
    }
    guard let address = parameters["redirect_uri"], client.redirectURIs.contains(address) else {
      return OAuthError("invalid_request", "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings.")
    }
    for scope in parameters.words("scope") where !client.scopes.contains(scope) {
      return OAuthError("invalid_scope", "The scope '\(scope)' is not allowed for the client.")
    }
    return nil
  }

  /// Inferred: a journey signs a person in, which OpenID Connect asks for by this scope. Authorization requests may go without it.
  private static func scopeError(in parameters: RequestParameters) -> OAuthError? {
    parameters.words("scope").contains("openid") ? nil : OAuthError("invalid_scope", "The scope must include 'openid'.")
  }

  /// A token of a mail's link is good once, in its time, for the client that it was made for.
  func spend(_ token: String, as name: EntryToken, client: Int, in world: inout WorldState) -> EntryLink? {
    guard let link = world.links[token], link.client == client, entryToken(leadingTo: link.state, in: world) == name,
      !link.isLate(at: world.now)
    else { return nil }
    world.spend(link: token)
    return link
  }

  /// By which parameter a link in a mail begins a journey: one that leads to a new password brings a token for that.
  func entryToken(leadingTo state: Int, in world: WorldState) -> EntryToken {
    let screen = world.tenant.graph.states[state].screen.map { screens[$0] }
    return screen?.forms.first?.kind == .resetAuthenticator ? .recovery : .activation
  }

  static func newStateHandle(in world: inout WorldState) -> String { "02." + world.random.token() + "~c" }
}

/// What a link in a mail brings with it, by the parameter's name.
enum EntryToken: String, CaseIterable {
  case activation = "activation_token"
  case recovery = "recovery_token"

  var word: String { "\(self)" }
}
