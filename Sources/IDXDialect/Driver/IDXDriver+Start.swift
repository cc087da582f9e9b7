import Encodings
import JourneyClient
import JourneyModel

extension IDXDriver {
  /// Begins a journey: a handle for a new transaction, then its first screen.
  mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    session = IDXSession()
    startHeaders = parameters.headers.map { Exchange.Header($0.name, $0.value) }
    let fields = try interaction(parameters)
    let call = call("interact", "POST", configuration.oauth("interact"), accept: "application/json", body: .form(fields))
    let answer = try await browser.send(call)
    let json = try json(in: answer, to: call)
    if let handle = json["interaction_handle"]?.stringValue, answer.status == 200, !handle.isEmpty {
      session.interactionHandle = browser.learn(handle, name: "interaction handle")
      return try await introspect()
    }
    if let refusal = OAuthRefusal(idx: json), 400...499 ~= answer.status, answer.status != 429 { return end(.refused(refusal)) }
    try refuseBrokenStatus(answer, to: call)
    throw browser.failure(
      answer.status == 200 ? .protocol : .status, "\(asked(call)) answered with status \(answer.status) and no 'interaction_handle'")
  }

  /// The parameters of a new transaction; verifier, state and nonce are new.
  private mutating func interaction(_ parameters: StartParameters) throws(DriverError) -> [Value.Member] {
    var request = AuthorizationRequest(
      clientID: configuration.clientID, redirectURI: configuration.redirectURI, scopes: configuration.scopes, using: &generator)
    for secret in [request.verifier, request.state, request.nonce] { _ = browser.learn(secret.concealed, name: secret.name) }
    var more: [Value.Member] = []
    for key in parameters.keys {
      switch key.name {
      case "scopes": request.set("scope", to: try text(key.value))
      case "ui_locales": session.language = try text(key.value).split(separator: " ").joined(separator: ", ")
      case "acr_values", "max_age", "activation_token", "recovery_token": more.append(key)
      default: throw browser.failure(.impossible, "an okta-idx journey cannot start with '\(key.name)'")
      }
    }
    session.authorization = request
    // The parameters of an authorize request that have no meaning without its answer.
    let others: Set<String> = ["response_type", "response_mode"]
    var fields = request.parameters.filter { !others.contains($0.name) }.map { item in
      let isSecret = ["state", "nonce"].contains(item.name)
      return Value.Member(item.name, isSecret ? .secret(Secret(item.value, name: item.name)) : .text(item.value))
    }
    if let secret = configuration.clientSecret { fields.append(Value.Member("client_secret", .secret(secret))) }
    for member in more + parameters.parameters {
      fields.removeAll { $0.name == member.name }
      fields.append(Value.Member(member.name, member.name.hasSuffix("_token") ? concealed(member) : member.value))
    }
    return fields
  }

  /// A token from a mail must not be seen, whoever took it out of there.
  private mutating func concealed(_ member: Value.Member) -> Value {
    member.value.text.map { .secret(browser.learn($0, name: member.name)) } ?? member.value
  }

  /// Asks for the transaction's current state: at the start, after an identity provider, and whenever it is wanted again.
  mutating func introspect() async throws(DriverError) -> Turn.Now {
    guard let handle = session.interactionHandle else {
      throw browser.failure(.impossible, "no journey is under way, so no screen can be asked for again")
    }
    let url: WebURL
    do { url = try configuration.introspect() } catch {
      throw browser.failure(.impossible, "the issuer '\(configuration.issuer)' has no host to ask: \(error)")
    }
    let body = Exchange.Body.json(.map([Value.Member("interactionHandle", .secret(handle))]))
    return try await ask(call("introspect", "POST", url, accept: Self.mediaType, body: body), form: nil)
  }

  mutating func refresh() async throws(DriverError) -> Turn.Now { try await introspect() }

  /// Ends the journey; nothing of it can be submitted any more.
  mutating func end(_ end: JourneyEnd) -> Turn.Now {
    session.interactionHandle = nil
    session.snapshot = nil
    return .ended(end)
  }
}

extension OAuthRefusal {
  /// The OAuth error of a body, its description also in a spelling that was seen.
  init?(idx json: JSONValue) {
    self.init(json)
    if description == nil { description = json["errorDescription"]?.stringValue }
  }
}
