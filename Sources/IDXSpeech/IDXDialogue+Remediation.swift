import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// `POST /idp/idx/introspect`: the current screen, however often it is requested.
  mutating func introspect(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let body = Self.object(in: request) else { return Self.badRequest }
    let handle = ["stateHandle", "stateToken"].lazy.compactMap { body[$0]?.stringValue }.first
    let id = body["interactionHandle"]?.stringValue ?? handle.flatMap { transactions.journey(of: $0) }
    return withTransaction(id, in: &world) { dialogue, world, session in
      dialogue.show(session, says: world.entryMessages(of: session.state), in: &world)
    }
  }

  /// `POST` of a remediation to its own address.
  mutating func remediate(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let body = Self.object(in: request) else { return Self.badRequest }
    let id = body["stateHandle"]?.stringValue.flatMap { transactions.journey(of: $0) }
    return withTransaction(id, in: &world) { dialogue, world, session in
      guard case .open = session.status else { return dialogue.show(session, says: [], in: &world) }
      let path = String(request.url.path.dropFirst(IDXPath.remediations.count))
      guard var asked = dialogue.asked(path, body, of: session, in: world) else {
        // A client that polls learns where the journey went in the meantime, e.g. by a mail's link.
        return path == RemediationKind.enrollmentPoll.path ? dialogue.show(session, says: [], in: &world) : Self.badRequest
      }
      let began = world.kept(session)
      guard asked.faults.isEmpty else {
        world.tellAnswer(body, to: asked.form.id, from: began, to: session, says: asked.faults, isInvalid: true)
        return dialogue.show(session, says: asked.faults, in: &world)
      }
      if let implied = dialogue.implied(asked.form, of: session, in: world) {
        guard let state = implied.state(in: world.tenant.graph) else { return dialogue.show(session, says: [], in: &world) }
        session.turn(to: state)
      }
      guard let rules = Self.rules(for: asked.form.id, of: session, in: world) else { return Self.badRequest }
      if asked.form.kind == .identify {
        dialogue.transactions.open[session.id]?.isKept = asked.answer["rememberMe"]?.boolValue ?? false
      }
      if let scopes = asked.optedScopes { dialogue.transactions.open[session.id]?.optedScopes = scopes }
      let passkey = dialogue.verifyPasskey(body, &asked, of: session, in: world)
      let outcome = world.take(rules, answer: asked.answer, in: &session)
      world.note(outcome)
      world.tellAnswer(
        asked.answer, to: asked.form.id, from: began, to: session, says: outcome.says, isPoll: asked.form.kind.isPolled)
      if let passkey, let account = session.account { world.keep(passkey, of: account) }
      if asked.form.kind == .cancel { dialogue.transactions.renew(session.id, stateHandle: Self.newStateHandle(in: &world)) }
      return dialogue.show(session, says: outcome.says, in: &world)
    }
  }

  /// The form that was posted, read: of those at this path the first that the body fits, else the first.
  private func asked(_ path: String, _ body: JSONValue, of session: Session, in world: WorldState) -> IDXAnswerReader.Reading? {
    guard let screen = screen(of: session, in: world) else { return nil }
    let truth = world.truth(in: session)
    let offered = screen.offered(truth, in: world) + (screen.isFinal ? [] : [IDXFormRule.cancel])
    let readings = offered.filter { $0.kind.path == path }.map { form in
      IDXAnswerReader(phrases: phrases, world: world, screen: screen, form: form, truth: truth).read(body)
    }
    return readings.first { $0.faults.isEmpty } ?? readings.first
  }

  /// What a form is that its screen does not list itself; `nil` for one that it lists.
  private func implied(_ form: IDXFormRule, of session: Session, in world: WorldState) -> IDXImpliedForm? {
    guard let screen = screen(of: session, in: world), screen.form(form.id) == nil else { return nil }
    return screen.implied.first { $0.form.id == form.id }
  }

  private static func rules(for form: String, of session: Session, in world: WorldState) -> GraphForm? {
    world.tenant.graph.states[session.state].form(form) ?? world.tenant.graph.everywhere.first { $0.id == form }
  }

  /// Runs with the journey of a handle; one that is unknown or over is refused as expired.
  private mutating func withTransaction(
    _ id: String?, in world: inout WorldState,
    _ body: (inout IDXDialogue, inout WorldState, inout Session) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    guard let id, var session = world.session(id), transactions.open[id] != nil else { return Self.expired }
    defer { world.sessions.keep(session) }
    world.settleTimers(of: &session)
    return body(&self, &world, &session)
  }

  // MARK: Answers

  /// The current response to a journey's client; its status is the gravest of its messages.
  mutating func show(_ session: Session, says: [SaidMessage], in world: inout WorldState) -> HTTPResponseMessage {
    if case .open = session.status, let screen = screen(of: session, in: world) { prepareCeremony(of: session, on: screen, in: &world) }
    guard let transaction = transactions.open[session.id] else { return Self.expired }
    switch session.status {
    case .open:
      guard let screen = screen(of: session, in: world) else { return Self.badRequest }
      let encoder = IDXEncoder(
        world, session, screen: screen, handle: transaction.stateHandle, passkeyChallenge: transaction.challenge ?? "", says: says,
        messageRules: messages, issuer: transaction.issuer, app: app(of: session, in: world))
      let status = says.compactMap { messages[$0.message].status }.max() ?? 200
      var response = HTTPResponseMessage.ion(encoder.body, status: status)
      if status == 429 { response.limitRate(until: world.now.seconds + 60) }
      return response
    case .finished: return success(session, transaction, in: &world)
    case .refused(let error):
      return failure(session, transaction, OAuthError(error, "The journey was refused."), says: phrases.notAllowed, in: world)
    case .handedOver(let page):
      let address = (world.orgAddress + IDXPath.page + PercentEncoding.encodeComponent(page)).appending(
        query: [QueryItem("challenge", session.publicID), QueryItem("redirect_uri", session.request.redirectURI)])
      return .ion(redirect("success", address, transaction, in: world), status: 200)
    case .expired: return Self.expired
    }
  }

  private mutating func success(
    _ session: Session, _ transaction: TransactionTable.Transaction, in world: inout WorldState
  ) -> HTTPResponseMessage {
    guard let code = interactionCode(of: session, in: &world) else {
      return failure(session, transaction, withoutCode(session), in: world)
    }
    let org = world.orgAddress
    let base = transaction.issuer == org ? org + "/oauth2" : transaction.issuer
    let client = world.tenant.clientRules[session.request.client].id
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
    var members = Self.beginning(transaction, in: world)
    if let user = IDXEncoder.user(of: session, in: world) { members.append(.init("user", IDXEncoder.object(user))) }
    members += [
      .init("cancel", IDXEncoder.cancel(transaction.stateHandle, in: world)), .init("app", IDXEncoder.object(app(of: session, in: world))),
      .init("successWithInteractionCode", form),
    ]
    var response = HTTPResponseMessage.ion(.object(members), status: 200)
    if let signOn = world.browsers.signOn(in: session.browser, at: world.now), signOn.account == session.account {
      Self.setCookie(signOn, on: &response, in: world)
    }
    return response
  }

  /// The app that the person signs in to.
  private func app(of session: Session, in world: WorldState) -> JSONValue {
    let id = world.tenant.clientRules[session.request.client].id
    let client = clients[session.request.client]
    var members: [JSONValue.Member] = [
      .init("name", "oidc_client"), .init("label", .string(client.label ?? id)),
      .init("id", .string(OktaID.app.text("\(world.tenant.name)/\(id)"))),
    ]
    if let address = client.terms { members.append(.init("termsOfService", ["href": .string(address), "rel": ["terms-of-service"]])) }
    if let address = client.privacy { members.append(.init("privacyPolicy", ["href": .string(address), "rel": ["privacy-policy"]])) }
    return .object(members)
  }

  /// The journey's code, made once; `nil` if the user did not sign in.
  mutating func interactionCode(of session: Session, in world: inout WorldState) -> String? {
    guard var transaction = transactions.open[session.id] else { return nil }
    if let code = transaction.interactionCode { return code }
    guard let account = session.account else { return nil }
    let signOn = transaction.signOn ?? signIn(account, session, in: &world)
    guard AuthenticationContext.isReached(session.request, by: signOn.methods) else {
      // The person is signed in all the same, and asked no more.
      transactions.open[session.id]?.signOn = signOn
      return nil
    }
    let code = world.random.token()
    var subject = TokenSubject(
      account: account, client: session.request.client, scope: transaction.optedScopes ?? session.request.scope,
      nonce: session.request.nonce,
      sid: signOn.sid, authTime: signOn.time, family: world.random.token(), issuer: transaction.issuer, methods: signOn.methods)
    subject.context = AuthenticationContext.reached(session.request, by: signOn.methods)
    world.grants.add(
      code: code,
      IssuedCode(
        subject: subject, redirectURI: session.request.redirectURI, challenge: session.request.challenge,
        until: world.now + world.tenant.lives.code, grantType: Self.interactionCode))
    transaction.interactionCode = code
    transactions.open[session.id] = transaction
    return code
  }

  /// Why a journey that is done has no code.
  func withoutCode(_ session: Session) -> OAuthError {
    session.account == nil ? OAuthError("access_denied", "The user did not sign in.") : AuthenticationContext.unmet
  }

  private func failure(
    _ session: Session, _ transaction: TransactionTable.Transaction, _ error: OAuthError, says message: Int? = nil, in world: WorldState
  ) -> HTTPResponseMessage {
    let address = session.request.redirectURI.appending(query: [QueryItem("state", session.request.state)] + error.items)
    var members = redirect("failure", address, transaction, in: world).objectValue ?? []
    if let message {
      let said = IDXEncoder.message(SaidMessage(message: message, form: ""), messages[message], of: session, in: world)
      members.append(.init("messages", IDXEncoder.list([said])))
    }
    members.append(.init("app", IDXEncoder.object(app(of: session, in: world))))
    return .ion(.object(members), status: 200)
  }

  /// What every body of a journey begins with.
  private static func beginning(_ transaction: TransactionTable.Transaction, in world: WorldState) -> [JSONValue.Member] {
    [
      .init("version", "1.0.0"), .init("stateHandle", .string(transaction.stateHandle)), .init("expiresAt", .string(world.stepEnd)),
      .init("intent", "LOGIN"),
    ]
  }

  private func redirect(
    _ name: String, _ url: String, _ transaction: TransactionTable.Transaction, in world: WorldState
  ) -> JSONValue {
    .object(Self.beginning(transaction, in: world) + [.init(name, ["name": .string(name + "-redirect"), "href": .string(url)])])
  }

  /// A handle that is not valid: the client has to begin again.
  static var expired: HTTPResponseMessage {
    .ion(terminal("idx.session.expired", "The session has expired."), status: 401)
  }

  private static var badRequest: HTTPResponseMessage {
    .ion(
      terminal("api.error.bad_request", "Bad request. Accept and/or Content-Type headers or the body are not what is expected."),
      status: 400)
  }

  private static func terminal(_ key: String, _ text: String) -> JSONValue {
    let message: JSONValue = ["message": .string(text), "i18n": ["key": .string(key)], "class": "ERROR"]
    return ["version": "1.0.0", "messages": IDXEncoder.list([message])]
  }
}
