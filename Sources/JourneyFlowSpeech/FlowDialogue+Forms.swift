import Encodings
import JourneyMock
import JourneyModel

extension FlowDialogue {
  /// `POST /flow/api/v1/init`: the current screen, however often it is requested.
  func initialize(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    withSession(of: request, in: &world) { world, session in
      // An app that was away on a web page asks for the screen again: there the person did what was to be done.
      if session.comeBack() {
        let outcome = world.enter(&session)
        world.note(outcome)
        return answer(session, says: outcome.says, isRefusal: false, in: world)
      }
      return answer(session, says: world.entryMessages(of: session.state), isRefusal: false, in: world)
    }
  }

  /// `POST /flow/api/v1/form/{id}`.
  func submit(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    withSession(of: request, in: &world) { world, session in
      guard let id = PercentEncoding.decode(String(request.url.path.dropFirst(FlowPath.form.count))) else {
        return refuse(session, phrase: phrases.strayForm, status: world.style.strayFormStatus, in: world)
      }
      guard case .open = session.status else { return answer(session, says: [], isRefusal: false, in: world) }
      guard let rules = rules(for: id, in: session, world) else {
        return refuse(session, phrase: phrases.strayForm, status: world.style.strayFormStatus, in: world)
      }
      guard let posted = Self.body(of: request) else { return refuse(session, phrase: phrases.badBody, status: 400, in: world) }
      let form = screen(of: session, in: world)?.form(id)
      let began = world.kept(session)
      let missing = missing(in: posted, form: form, session: session, world)
      guard missing.isEmpty else {
        world.tellAnswer(posted, to: id, from: began, to: session, says: missing, isInvalid: true)
        return answer(session, says: missing, isRefusal: true, in: world)
      }
      if let refused = proveCredentials(in: posted, form: form, session: &session, &world) {
        world.tellAnswer(posted, to: id, from: began, to: session, says: refused)
        // The whole screen, as its challenge is another one now.
        return answer(session, says: refused, isRefusal: true, isUnchanged: false, in: world)
      }
      let before = session.state
      let shown = shownParts(of: session, in: world)
      let outcome = world.take(rules, answer: posted, in: &session)
      world.note(outcome)
      world.tellAnswer(posted, to: id, from: began, to: session, says: outcome.says)
      let isRefusal = session.state == before && hasError(outcome, in: world)
      let isUnchanged = isRefusal && shownParts(of: session, in: world) == shown
      return marked(
        answer(session, says: outcome.says, isRefusal: isRefusal, isUnchanged: isUnchanged, in: world), ignoring: posted, form: form)
    }
  }

  /// Runs with the session of the bearer; a dead one is 403, a missing or malformed bearer 401.
  private func withSession(
    of request: HTTPRequestMessage, in world: inout WorldState, _ body: (inout WorldState, inout Session) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    guard let bearer = request.bearer else { return refusal(401, "unauthorized", "the request has no bearer", in: world) }
    guard var session = world.session(bearer) else { return refusal(403, "session_unknown", "the session is unknown", in: world) }
    defer { world.sessions.keep(session) }
    if case .expired = session.status { return refusal(403, "session_expired", "the session is over", in: world) }
    world.settleTimers(of: &session)
    return body(&world, &session)
  }

  /// Which of the screen's parts that have a condition are shown; empty where none has one.
  private func shownParts(of session: Session, in world: WorldState) -> [Bool] {
    guard let conditions = screen(of: session, in: world)?.conditions, !conditions.isEmpty else { return [] }
    let truth = world.truth(in: session)
    return conditions.map { truth.holds($0) }
  }

  /// The rules for a form: the current screen must show it, or it is taken everywhere.
  private func rules(for id: String, in session: Session, _ world: WorldState) -> GraphForm? {
    let state = world.tenant.graph.states[session.state]
    guard let screen = state.screen else { return nil }
    if let shown = screens[screen].form(id), world.truth(in: session).holds(shown.condition) { return state.form(id) }
    return world.tenant.graph.everywhere.first { $0.id == id }
  }

  /// Whether what is said is more than a remark.
  private func hasError(_ outcome: GraphOutcome, in world: WorldState) -> Bool {
    outcome.says.contains { world.tenant.graph.tables.messages[$0.message].level == "error" }
  }

  /// What was posted; nothing at all and `null` are an empty object, `nil` for anything that is not an object.
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
