package import Encodings
package import JourneyModel

/// The app that a journey signs in to: an OAuth client with a browser, shared by the drivers of all dialects.
///
/// It owns the requests of OAuth and OpenID Connect, the cookies, what is recorded and learned, and the tokens. A driver has one
/// and adds its dialect's own requests. What differs between dialects is data: `RelyingPartyProfile`.
package struct RelyingParty: Sendable {
  /// One journey of a walk, from its start to its tokens.
  package struct Session: Sendable {
    /// `nil` for a journey that began without an authorization request, e.g. at a link: it has no verifier and no state.
    package var authorization: AuthorizationRequest?
    /// When it was sent.
    fileprivate(set) var askedAt: Instant?
    /// Whether the server answered it with a code and showed nothing before.
    package internal(set) var isAnsweredAtOnce = false
    /// What the journey is requested in; `nil` for the profile's usual language.
    package var language: String?
    package var tokens: TokenSet?

    package init() {}
  }

  package let client: OAuthClient
  package let profile: RelyingPartyProfile
  /// What the tenant's clock shows, which tokens and cookies are compared with.
  package let now: @Sendable () async -> Instant
  private let providers: ProviderCache
  private var browser: Browser
  package var generator: SeededGenerator
  package var session = Session()
  /// Headers of every request to the issuer, by the last start.
  package private(set) var startHeaders: [Exchange.Header] = []
  private var warnings = Warnings()
  /// The messages that came with the end of a journey in this action, as what is wrong with it.
  private var messagesOfEnd: [TokenCheck] = []

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what the walk learned of issuers' keys; shared with the browser that the app opens.
  package init(
    client: OAuthClient, profile: RelyingPartyProfile, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache, now: @escaping @Sendable () async -> Instant
  ) {
    var client = client
    let origin = client.issuerOrigin
    client.secret = client.secret.map { $0.bound(to: origin) }
    self.client = client
    self.profile = profile
    self.generator = generator
    self.providers = providers
    self.now = now
    browser = Browser(transport: transport, allowed: client.allowed, now: now)
  }
}

// MARK: Journeys and turns

extension RelyingParty {
  /// Begins a journey: nothing of the one before is left but the cookies.
  package mutating func begin(_ parameters: StartParameters) {
    session = Session()
    startHeaders = parameters.headers.map { Exchange.Header($0.name, $0.value) }
  }

  /// Begins an action of the driver: warnings are those of one action.
  package mutating func beginAction() {
    warnings = Warnings()
    messagesOfEnd = []
  }

  /// What an action led to, with everything that happened since the last turn.
  package mutating func turn(_ now: Turn.Now, findings: [TokenCheck] = []) -> Turn {
    let record = browser.takeRecord()
    return Turn(
      now: now, exchanges: record.exchanges, warnings: warnings.sentences, learned: record.learned, findings: messagesOfEnd + findings)
  }

  /// Notes the messages that came with the end of a journey.
  ///
  /// No app shows them and no step can expect them, so an error among them fails the step; others are worth a word.
  package mutating func note(messagesOfEnd messages: [Message]) {
    for message in messages {
      guard message.level.mustBeExpected else {
        warn("the journey is complete, with the message '\(message.text.visible)'")
        continue
      }
      let problem = "the end of the journey came with a message of level '\(message.level.text)': '\(message.text.visible)'"
      messagesOfEnd.append(TokenCheck("message", problem: problem))
    }
  }

  /// Notes a part of the response that ends a journey, though it says that something went wrong or is still to do.
  package mutating func note(partOfEnd part: String) {
    messagesOfEnd.append(TokenCheck("message", problem: "the end of the journey came with \(part)"))
  }

  /// Keeps every exchange with all that it holds from now on, for `takeSeen`.
  package mutating func keepSeen() { browser.keepSeen() }

  /// The exchanges since the last time with all that they hold; none before `keepSeen`.
  package mutating func takeSeen() -> [SeenExchange] { browser.takeSeen() }

  /// Forgets every cookie of a name.
  package mutating func forgetCookies(named name: String) { browser.forgetCookies(named: name) }

  /// The browser was closed: cookies without a lifetime of their own are gone.
  package mutating func closeBrowser() { browser.close() }

  /// The browser's data was cleared: every cookie is gone.
  package mutating func forgetCookies() { browser.forgetCookies() }

  /// The same client in another browser: no cookies, no journey.
  package func elsewhere() -> RelyingParty {
    var other = self
    other.browser = browser.withoutCookies()
    other.session = Session()
    return other
  }

  /// Adds what another browser did and warned of to this one's record.
  package mutating func adoptRecord(of other: inout RelyingParty) {
    browser.adoptRecord(of: &other.browser)
    other.warnings.sentences.forEach { warn($0) }
  }

  /// Takes back what an error carries, where it is not the end of the walk.
  package mutating func adoptRecord(of error: DriverError) {
    browser.adopt(exchanges: error.exchanges, learned: error.learned)
  }

  /// Says something of the turn that is worth a word; each sentence is said once.
  package mutating func warn(_ sentence: String) { warnings.add(sentence) }

  /// An error that carries the exchanges up to now.
  package mutating func failure(_ kind: DriverError.Kind, _ message: String) -> DriverError { browser.failure(kind, message) }
}

// MARK: Secrets

extension RelyingParty {
  /// Registers a text that must not be seen, and returns it as a secret.
  ///
  /// This is the one way by which a driver registers a secret for redaction: session ids, codes, tokens, whatever the server sends
  /// or the driver makes. The turn or the error that follows brings it to the run as `learned`. Only cookies are registered by
  /// `Browser` itself, where it stores them.
  package mutating func learn(_ text: String, name: String) -> Secret { browser.learn(text, name: name) }

  /// A header with a bearer token, which is sent to the issuer's origin only.
  package func bearer(_ token: Secret) -> Exchange.Header {
    Exchange.Header("Authorization", .secret(token.map { "Bearer " + $0 }.bound(to: client.issuerOrigin)))
  }

  /// A value as one text for the issuer.
  package mutating func text(_ value: Value) throws(DriverError) -> String {
    do {
      return try BrowserCall.text(of: value, for: client.issuerOrigin)
    } catch {
      throw failure(.forbidden, "the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }

  /// An address that is a secret as a whole, e.g. a link out of a mail.
  ///
  /// The address is not sent anywhere: it is requested, and `AllowedOrigins` judges that.
  /// - Parameter base: what a path alone is resolved against; `nil` if that is not an address.
  package mutating func address(in secret: Secret, what: String, relativeTo base: WebURL? = nil) throws(DriverError) -> WebURL {
    let url: WebURL
    do {
      let text = secret.unsafeText
      url = if let base, text.utf8.first == UInt8(ascii: "/") { try base.resolve(text) } else { try WebURL(text) }
    } catch {
      throw failure(.impossible, "\(what) is not an address")
    }
    try browser.refuse(url, madeOf: secret, what: what)
    return url
  }
}

extension Secret {
  /// The same secret, which is revealed to this origin only, if it may be revealed to it at all.
  package func bound(to origin: Origin) -> Secret {
    Secret(unsafeText, name: name, origins: origins.map { $0.intersection([origin]) } ?? [origin], source: source, fields: fields)
  }
}

// MARK: Requests

extension RelyingParty {
  /// A request with the headers that all of the app's have, the tenant's only where it goes to the tenant.
  package func call(
    _ purpose: String, _ method: String, _ url: WebURL, accept: String, body: Exchange.Body = .none, contentType: String? = nil,
    concealing members: Set<String> = []
  ) -> BrowserCall {
    var call = BrowserCall(purpose, method: method, url: url, body: body, concealedMembers: members)
    call.headers = [Exchange.Header("Accept", .text(accept))]
    if let type = contentType ?? body.usualType { call.headers.append(Exchange.Header("Content-Type", .text(type))) }
    if profile.sendsLanguage, let language = session.language ?? profile.usualLanguage {
      call.headers.append(Exchange.Header("Accept-Language", .text(language)))
    }
    if let userAgent = profile.userAgent { call.headers.append(Exchange.Header("User-Agent", .text(userAgent))) }
    guard url.origin == client.issuerOrigin else { return call }
    call.replace(client.headers + startHeaders)
    return call
  }

  /// The response, whatever its status.
  package mutating func send(_ call: BrowserCall) async throws(DriverError) -> HTTPResponseMessage { try await browser.send(call) }

  /// Remembers an exchange that a real browser made for the app, and keeps its cookies.
  package mutating func note(_ call: BrowserCall, answered answer: HTTPResponseMessage?, duration: Duration) async {
    await browser.note(call, answered: answer, duration: duration)
  }

  /// The response, unless its status means that nothing can be walked now.
  package mutating func load(_ call: BrowserCall) async throws(DriverError) -> HTTPResponseMessage {
    let response = try await browser.send(call)
    try refuseBrokenStatus(response, to: call)
    return response
  }

  /// Where redirects led.
  package enum Destination: Sendable {
    /// To an address that is not requested, as it is the caller's.
    case address(WebURL)
    /// To a response that is not a redirect, with the request that got it.
    case response(HTTPResponseMessage, to: BrowserCall)
  }

  /// Sends a request and follows redirects up to an address that the caller claims.
  ///
  /// - Parameter redirectAccept: the `Accept` of the requests after the first; `nil` for the same.
  package mutating func follow(
    _ first: BrowserCall, redirectAccept: String? = nil, until isEnd: (WebURL) -> Bool
  ) async throws(DriverError) -> Destination {
    var call = first
    for _ in 0...Browser.redirectLimit {
      let response = try await load(call)
      guard response.isRedirect, let location = response.headers["location"] else { return .response(response, to: call) }
      guard Set(response.headers.values(of: "location")).count == 1 else {
        throw failure(.protocol, "\(call.purpose) was redirected to several addresses at once")
      }
      let target = try address(location, at: call.url, of: "the redirect of \(call.purpose)")
      if isEnd(target) { return .address(target) }
      call = redirected(call, to: target, accept: redirectAccept)
    }
    throw failure(.redirectLoop, "\(first.purpose) was redirected more than \(Browser.redirectLimit) times")
  }

  private func redirected(_ call: BrowserCall, to target: WebURL, accept: String?) -> BrowserCall {
    let usual = call.headers.first { $0.name == "Accept" }?.value.text ?? "*/*"
    var next = self.call(call.purpose, "GET", target, accept: accept ?? usual, concealing: call.concealedMembers)
    next.concealedQuery = call.concealedQuery
    next.failureHint = call.failureHint
    if target.origin == client.issuerOrigin {
      next.headers += call.headers.filter { $0.name == "Authorization" && !next.headers.contains($0) }
    }
    return next
  }

  /// An address that the server gave, resolved against where it gave it.
  package mutating func address(_ text: String, at base: WebURL, of what: String) throws(DriverError) -> WebURL {
    do {
      return try base.resolve(text)
    } catch {
      throw failure(.protocol, "\(what) is not an address: \(error)")
    }
  }

  /// Refuses the statuses that mean that nothing can be walked now.
  package mutating func refuseBrokenStatus(_ response: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) {
    switch response.status {
    case 429:
      let reset = response.headers[profile.rateLimitHeader].map { " (\(profile.rateLimitHeader): \($0))" } ?? ""
      throw failure(.rateLimit, "\(call.line) was refused: too many requests\(reset)\(requestID(of: response))")
    case 500...:
      let hint = call.failureHint.map { "; \($0)" } ?? ""
      throw failure(.status, "\(call.line) answered with status \(response.status)\(hint)\(requestID(of: response))")
    default: return
    }
  }

  /// By which the server's own log finds the request, in parentheses; empty if the response has none, as a proxy's.
  package func requestID(of response: HTTPResponseMessage) -> String {
    profile.requestIDHeader.flatMap { response.headers[$0] }.map { " (request \($0))" } ?? ""
  }
}

extension Exchange.Body {
  fileprivate var usualType: String? {
    switch self {
    case .none: nil
    case .form: FormURLEncoding.mediaType
    case .json: "application/json"
    case .text: "text/plain"
    }
  }
}

// MARK: The authorization server

extension RelyingParty {
  /// An endpoint, where the profile or the issuer's discovery document has it.
  package mutating func endpoint(_ endpoint: Endpoint) async throws(DriverError) -> WebURL {
    switch profile.endpoints[endpoint] ?? .discovered(else: nil) {
    case .documented(let url): return url
    case .discovered(let usual):
      guard let url = try await provider().metadata[endpoint] ?? usual else {
        throw failure(.protocol, "the issuer names no \(endpoint.rawValue) endpoint of its own")
      }
      return url
    }
  }

  /// A journey begins with this request, which is sent now.
  package mutating func ask(_ request: AuthorizationRequest) async {
    session.authorization = request
    session.askedAt = await now()
    session.isAnsweredAtOnce = false
  }

  /// An authorization request with a new verifier, state and nonce, which are registered as secrets.
  package mutating func authorizationRequest() -> AuthorizationRequest {
    let request = AuthorizationRequest(
      clientID: client.id, redirectURI: client.redirectURI, scopes: client.scopes, using: &generator)
    for secret in [request.verifier, request.state, request.nonce] { _ = learn(secret.unsafeText, name: secret.name) }
    return request
  }

  /// The OAuth error of a body; `nil` if it has none.
  ///
  /// Throws where the body is JSON that says two things.
  package mutating func oauthError(in response: HTTPResponseMessage) throws(DriverError) -> OAuthErrorResponse? {
    do {
      return OAuthErrorResponse(try JSONReader.readUnambiguous(response.body), members: profile.errorMembers)
    } catch {
      guard error.isAmbiguous else { return nil }
      throw failure(.notJSON, "an error came with status \(response.status) and a body that is \(error.finding)")
    }
  }

  /// Adds what authenticates a confidential client (RFC 6749 section 2.3.1) to a request with a form; nothing for a public one.
  ///
  /// The method is the first that discovery lists of those it can; HTTP Basic where the issuer lists none.
  package mutating func authenticate(_ call: inout BrowserCall) async throws(DriverError) {
    guard let secret = client.secret, case .form(let fields) = call.body else { return }
    switch try await authenticationMethod() {
    case .post:
      browser.learn(secret)
      call.body = .form(fields + [Value.Member("client_secret", .secret(secret))])
    case .basic:
      let id = FormURLEncoding.encodeComponent(client.id)
      let credentials = secret.map { Base64.encode(Array((id + ":" + FormURLEncoding.encodeComponent($0)).utf8)) }
      browser.learn(secret)
      browser.learn(credentials)
      call.headers.removeAll { $0.name.equalsIgnoringASCIICase("Authorization") }
      call.headers.append(Exchange.Header("Authorization", .secret(credentials.map { "Basic " + $0 })))
    }
  }

  private mutating func authenticationMethod() async throws(DriverError) -> ClientAuthentication {
    guard let listed = try await provider().metadata.authenticationMethods else { return .basic }
    guard let method = listed.lazy.compactMap(ClientAuthentication.init).first else {
      let names = listed.map { "'\($0)'" }.joined(separator: ", ")
      let known = ClientAuthentication.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw failure(.protocol, "the issuer authenticates clients by \(names.isEmpty ? "nothing" : names); expected \(known)")
    }
    return method
  }

  /// What the issuer says of itself.
  mutating func metadata() async throws(DriverError) -> ProviderMetadata {
    try await browser.metadata(of: client.issuer, headers: client.headers, cache: providers)
  }

  mutating func provider() async throws(DriverError) -> Provider {
    try await browser.provider(of: client.issuer, headers: client.headers, cache: providers)
  }

  mutating func accessTokenDoubt(_ tokens: TokenResponse) async throws(DriverError) -> String? {
    try await browser.doubt(
      aboutAccessTokenOf: tokens, issuer: client.issuer, headers: client.headers, clientID: client.id, now: await now(), cache: providers)
  }

  mutating func verifyIDToken(
    of tokens: TokenResponse, nonce: Secret?, isNonceRequired: Bool, code: Secret?, subject: String?, loginAge: LoginAge?, isAwaited: Bool
  ) async throws(DriverError) -> (checks: [TokenCheck], claims: JSONValue?) {
    try await browser.verifyIDToken(
      of: tokens, issuer: client.issuer, headers: client.headers, clientID: client.id, nonce: nonce, isNonceRequired: isNonceRequired,
      code: code, subject: subject, loginAge: loginAge, isAwaited: isAwaited, now: await now(), cache: providers)
  }
}

/// How a confidential client authenticates itself at the token endpoint, by the registered names.
private enum ClientAuthentication: String, CaseIterable {
  case basic = "client_secret_basic"
  case post = "client_secret_post"
}
