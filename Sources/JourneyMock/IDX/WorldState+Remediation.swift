import Encodings
import JourneyModel

extension WorldState {
  /// `POST /idp/idx/introspect`: the present screen, however often it is asked for.
  mutating func introspect(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let body = Self.object(in: request) else { return badRequest() }
    let handle = ["stateHandle", "stateToken"].lazy.compactMap { body[$0]?.stringValue }.first
    let id = body["interactionHandle"]?.stringValue ?? handle.flatMap { transactions.journey(of: $0) }
    return withTransaction(id) { world, session in
      world.show(session, says: world.entryMessages(of: session.state))
    }
  }

  /// `POST` of a remediation to its own address.
  mutating func remediate(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let body = Self.object(in: request) else { return badRequest() }
    return withTransaction(body["stateHandle"]?.stringValue.flatMap { transactions.journey(of: $0) }) { world, session in
      guard case .open = session.status else { return world.show(session, says: []) }
      let path = String(request.url.path.dropFirst(EnginePath.engine.count))
      guard let asked = world.asked(path, body, in: session) else { return world.badRequest() }
      guard asked.faults.isEmpty else { return world.show(session, says: asked.faults) }
      guard let rules = world.rules(for: asked.form.id, in: session) else { return world.badRequest() }
      let outcome = world.take(rules, answer: asked.answer, in: &session)
      world.edgesTaken += outcome.edges.filter { !$0.hasPrefix("everywhere.") }
      if asked.form.kind == .cancel { world.transactions.renew(session.id, stateHandle: world.newStateHandle()) }
      return world.show(session, says: outcome.says)
    }
  }

  /// The form that was posted, read: of those at this path the first that the body fits, else the first.
  private func asked(_ path: String, _ body: JSONValue, in session: Session) -> EngineAnswerReader.Reading? {
    guard let screen = engineScreen(of: session) else { return nil }
    let truth = truth(in: session)
    let offered = screen.forms.filter { truth.holds($0.condition) } + (screen.isTerminal ? [] : [EngineForm.cancel])
    let readings = offered.filter { $0.kind.path == path }.map { form in
      EngineAnswerReader(world: self, screen: screen, form: form, truth: truth).read(body)
    }
    return readings.first { $0.faults.isEmpty } ?? readings.first
  }

  private func rules(for form: String, in session: Session) -> FlowForm? {
    tenant.flow.states[session.state].form(form) ?? tenant.flow.everywhere.first { $0.id == form }
  }

  func engineScreen(of session: Session) -> EngineScreen? {
    tenant.flow.states[session.state].screen.flatMap { tenant.rules[$0].engine }
  }

  /// Runs with the journey of a handle; one that is unknown or over is refused as expired.
  mutating func withTransaction(
    _ id: String?, _ body: (inout WorldState, inout Session) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    guard let id, var session = sessions[id], transactions.open[id] != nil else { return expired() }
    if let life = tenant.lives.session, session.started + life <= now { session.status = .expired }
    defer { sessions[session.id] = session }
    settleTimers(of: &session)
    return body(&self, &session)
  }

  // MARK: Answers

  /// What a journey's client is told now; its status is the gravest of what is said.
  mutating func show(_ session: Session, says: [SaidMessage]) -> HTTPResponseMessage {
    guard let transaction = transactions.open[session.id] else { return expired() }
    switch session.status {
    case .open:
      guard let screen = engineScreen(of: session) else { return badRequest() }
      let encoder = EngineEncoder(self, session, screen: screen, handle: transaction.stateHandle, says: says)
      let status = says.compactMap { tables.messages[$0.message].status }.max() ?? 200
      return .ion(encoder.body, status: status)
    case .finished: return success(session, transaction)
    case .refused(let error): return failure(session, transaction, OAuthError(error, "The journey was refused."))
    case .handedOver(let url): return .ion(redirect("success", url, transaction), status: 200)
    case .expired: return expired()
    }
  }

  private mutating func success(_ session: Session, _ transaction: TransactionTable.Transaction) -> HTTPResponseMessage {
    guard let code = interactionCode(of: session) else {
      return failure(session, transaction, OAuthError("access_denied", "Nobody signed in."))
    }
    let base = transaction.issuer == orgAddress ? orgAddress + "/oauth2" : transaction.issuer
    let client = tenant.clientRules[session.request.client].id
    let fields: [JSONValue] = [
      ["name": "grant_type", "label": "Grant Type", "required": true, "value": "interaction_code"],
      ["name": "interaction_code", "label": "Interaction Code", "required": true, "value": .string(code)],
      ["name": "client_id", "label": "Client Id", "required": true, "value": .string(client)],
      ["name": "code_verifier", "label": "Code Verifier", "required": true],
    ]
    let form: JSONValue = [
      "rel": ["create-form"], "name": "issue", "href": .string("\(base)/v1/token"), "method": "POST", "value": .array(fields),
      "accepts": "application/x-www-form-urlencoded",
    ]
    return .ion(
      [
        "version": "1.0.0", "stateHandle": .string(transaction.stateHandle), "expiresAt": .string(stepEnd), "intent": "LOGIN",
        "app": EngineEncoder.object(app(of: session)), "successWithInteractionCode": form,
      ], status: 200)
  }

  /// The journey's code, made once; `nil` where nobody signed in.
  mutating func interactionCode(of session: Session) -> String? {
    guard var transaction = transactions.open[session.id] else { return nil }
    if let code = transaction.interactionCode { return code }
    guard let account = session.account else { return nil }
    let code = random.token()
    let subject = TokenSubject(
      account: account, client: session.request.client, scope: session.request.scope, nonce: session.request.nonce,
      sid: random.token(), authTime: now, family: random.token(), issuer: transaction.issuer)
    grants.codes[code] = CodeGrant(
      subject: subject, redirectURI: session.request.redirectURI, challenge: session.request.challenge, until: now + tenant.lives.code)
    transaction.interactionCode = code
    transactions.open[session.id] = transaction
    return code
  }

  private func failure(
    _ session: Session, _ transaction: TransactionTable.Transaction, _ error: OAuthError
  ) -> HTTPResponseMessage {
    let items = [
      QueryItem("state", session.request.state), QueryItem("error", error.code), QueryItem("error_description", error.description),
    ]
    return .ion(redirect("failure", Self.appending(items, to: session.request.redirectURI), transaction), status: 200)
  }

  private func redirect(_ name: String, _ url: String, _ transaction: TransactionTable.Transaction) -> JSONValue {
    [
      "version": "1.0.0", "stateHandle": .string(transaction.stateHandle), "expiresAt": .string(stepEnd),
      .init(stringLiteral: name): ["name": .string(name + "-redirect"), "href": .string(url)],
    ]
  }

  /// A handle that is good for nothing: the client has to begin anew.
  func expired() -> HTTPResponseMessage {
    .ion(Self.terminal("idx.session.expired", "The session has expired."), status: 401)
  }

  func badRequest() -> HTTPResponseMessage {
    .ion(
      Self.terminal("api.error.bad_request", "Bad request. Accept and/or Content-Type headers or the body are not what is expected."),
      status: 400)
  }

  static func terminal(_ key: String, _ text: String) -> JSONValue {
    let message: JSONValue = ["message": .string(text), "i18n": ["key": .string(key)], "class": "ERROR"]
    return ["version": "1.0.0", "messages": EngineEncoder.list([message])]
  }

  /// The journey whose handle a request brings.
  func transaction(of request: HTTPRequestMessage) -> String? {
    guard tenant.speech == .idx, let body = Self.object(in: request) else { return nil }
    return body["interactionHandle"]?.stringValue ?? body["stateHandle"]?.stringValue.flatMap { transactions.journey(of: $0) }
  }

  /// A body of any JSON type; `nil` for all that is no object.
  private static func object(in request: HTTPRequestMessage) -> JSONValue? {
    guard let type = request.headers["Content-Type"]?.lowercased(), type.contains("json") else { return nil }
    do throws(JSONError) {
      let body = try JSONReader.read(request.body, depthLimit: 32)
      return body.objectValue == nil ? nil : body
    } catch {
      return nil
    }
  }
}
