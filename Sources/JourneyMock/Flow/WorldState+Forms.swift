import Encodings
import JourneyModel

extension WorldState {
  /// `POST /flow/api/v1/init`: the current screen, however often it is asked for.
  mutating func initialize(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    withSession(request) { world, session in
      if case .handedOver = session.status, let comeback = session.comeback {
        return world.comeBack(to: comeback, in: &session)
      }
      let says = world.entryMessages(of: session.state)
      return world.answer(session, says: says, isRefusal: false)
    }
  }

  /// An app that was away on a web page asks for the screen again: there the person did what was to be done.
  private mutating func comeBack(to state: Int, in session: inout Session) -> HTTPResponseMessage {
    session.status = .open
    session.comeback = nil
    session.state = state
    let outcome = enter(&session)
    edgesTaken += outcome.edges
    return answer(session, says: outcome.says, isRefusal: false)
  }

  /// `POST /flow/api/v1/form/{id}`.
  mutating func submit(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    withSession(request) { world, session in
      guard let id = PercentEncoding.decode(String(request.url.path.dropFirst(FlowPath.form.count))) else {
        return world.refuse(session, phrase: world.tenant.phrases.strayForm, status: world.style.strayFormStatus)
      }
      guard case .open = session.status else { return world.answer(session, says: [], isRefusal: false) }
      guard let form = world.form(id, in: session) else {
        return world.refuse(session, phrase: world.tenant.phrases.strayForm, status: world.style.strayFormStatus)
      }
      guard let answer = Self.body(of: request) else {
        return world.refuse(session, phrase: world.tenant.phrases.badBody, status: 400)
      }
      let missing = world.missing(in: answer, form: id, session: session)
      guard missing.isEmpty else { return world.answer(session, says: missing, isRefusal: true) }
      let before = session.state
      let outcome = world.take(form, answer: answer, in: &session)
      // A form that its screen does not list is taken all the same, on an edge that no map shows.
      world.edgesTaken += outcome.edges.filter { !$0.hasPrefix("everywhere.") }
      let response = world.answer(session, says: outcome.says, isRefusal: session.state == before && world.hasError(outcome))
      return world.marked(response, ignoring: answer, form: id, state: before)
    }
  }

  /// Runs with the session of the bearer; a dead one is 403, a missing or malformed bearer 401.
  private mutating func withSession(
    _ request: HTTPRequestMessage, _ body: (inout WorldState, inout Session) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    guard let bearer = request.bearer else { return .empty(401) }
    guard var session = sessions[bearer] else { return .empty(403) }
    if let life = tenant.lives.session, session.started + life <= now { session.status = .expired }
    defer { sessions[session.id] = session }
    if case .expired = session.status { return .empty(403) }
    settleTimers(of: &session)
    return body(&self, &session)
  }

  /// The rules for a form: the current screen must show it, or it is taken everywhere.
  private func form(_ id: String, in session: Session) -> FlowForm? {
    let state = tenant.flow.states[session.state]
    guard let screen = state.screen else { return nil }
    if let shown = tenant.rules[screen].form(id), truth(in: session).holds(shown.condition) { return state.form(id) }
    return tenant.flow.everywhere.first { $0.id == id }
  }

  /// Whether what is said is more than a remark.
  private func hasError(_ outcome: FlowOutcome) -> Bool {
    outcome.says.contains { tables.messages[$0.message].level == "error" }
  }

  /// What was posted; nothing at all and `null` are an empty object, `nil` for all that is no object.
  private static func body(of request: HTTPRequestMessage) -> JSONValue? {
    guard !request.body.isEmpty else { return [:] }
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix("application/json") else { return nil }
    do throws(JSONError) {
      let value = try JSONReader.read(request.body, depthLimit: 32)
      if value.isNull { return [:] }
      return value.objectValue == nil || value.hasDottedName ? nil : value
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// Whether a member's name has a dot: a server nests at dots, and would never look for such a name.
  fileprivate var hasDottedName: Bool {
    switch self {
    case .object(let members): members.contains { $0.name.utf8.contains(UInt8(ascii: ".")) || $0.value.hasDottedName }
    case .array(let elements): elements.contains(where: \.hasDottedName)
    case .null, .bool, .number, .string: false
    }
  }
}
