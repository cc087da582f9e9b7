import Encodings
import JourneyClient
import JourneyModel

extension IDXDriver {
  /// Sends a call and shows the response. The body is judged before the status: a wrong code has status 401 and the form again.
  mutating func ask(_ call: BrowserCall, form: Form?) async throws(DriverError) -> Turn.Now {
    let answer = try await party.send(call)
    let json = try json(in: answer, to: call)
    guard let response = IDXResponse(json) else { return try await show(other: json, answer, to: call, form: form) }
    guard IDXMessage.isList(json["messages"]) else {
      throw party.failure(.protocol, "\(call.line) answered with 'messages' that are not a list of messages\(party.requestID(of: answer))")
    }
    if let excess = response.excess { throw tooLarge(excess, answer, call) }
    guard answer.status == 200 || 400...499 ~= answer.status else {
      let said = response.messages.first.map { ": \($0.text)" } ?? ""
      throw party.failure(.status, "\(call.line) answered with status \(answer.status)\(said)\(party.requestID(of: answer))")
    }
    if response.outcome == .terminal, answer.status == 429 { return try await slowDown(answer, to: call, form: form) }
    return try show(response, answer, to: call)
  }

  private mutating func tooLarge(_ excess: String, _ answer: HTTPResponseMessage, _ call: BrowserCall) -> DriverError {
    party.failure(
      .tooLarge, "\(call.line) answered with status \(answer.status) and too large a body: it has \(excess)\(party.requestID(of: answer))")
  }

  /// The JSON of a body; where there is none the status says what went wrong.
  mutating func json(in answer: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) -> JSONValue {
    do {
      return try JSONReader.readUnambiguous(answer.body, counts: .answer)
    } catch {
      if error.isTooLarge { throw tooLarge(error.description, answer, call) }
      try party.refuseBrokenStatus(answer, to: call)
      let what = answer.body.isEmpty ? "an empty body" : "a body that is \(error.finding)"
      let kind: DriverError.Kind = answer.status >= 400 ? .status : .notJSON
      throw party.failure(kind, "\(call.line) answered with status \(answer.status) and \(what)\(party.requestID(of: answer))")
    }
  }

  /// Too many requests: a poll comes later, on the same screen; anything else cannot be walked now.
  private mutating func slowDown(_ answer: HTTPResponseMessage, to call: BrowserCall, form: Form?) async throws(DriverError) -> Turn.Now {
    guard let form, case .poll = form.kind, var screen = session.snapshot?.screen,
      let place = screen.forms.firstIndex(where: { $0.id == form.id })
    else {
      try party.refuseBrokenStatus(answer, to: call)
      throw party.failure(.rateLimit, "\(call.line) was refused: too many requests")
    }
    let pause = await pause(in: answer)
    party.warn("a poll was refused with status 429: too many requests; the next one waits \(pause) seconds")
    screen.forms[place].kind = .poll(every: .seconds(pause))
    return .screen(screen)
  }

  /// Seconds until the next request: as the server states, else as the vendor's widget has it.
  private func pause(in answer: HTTPResponseMessage) async -> Int64 {
    let limits: ClosedRange<Int64> = 1...600
    let usual: Int64 = 60
    if let reset = answer.headers["x-rate-limit-reset"].flatMap({ Int64($0) }), reset >= 0, reset < 1 << 40 {
      return min(max(reset - (await party.now()).seconds, limits.lowerBound), limits.upperBound)
    }
    return usual
  }

  /// A body of another kind: an error of the platform or of a proxy. What was shown stays, with the error on it.
  private mutating func show(
    other json: JSONValue, _ answer: HTTPResponseMessage, to call: BrowserCall, form: Form?
  ) async throws(DriverError) -> Turn.Now {
    if answer.status == 429 { return try await slowDown(answer, to: call, form: form) }
    try party.refuseBrokenStatus(answer, to: call)
    guard 400...499 ~= answer.status else {
      let what = "status \(answer.status) and a body without 'version', which is not a response of the Identity Engine"
      throw party.failure(.protocol, "\(call.line) answered with \(what)\(party.requestID(of: answer))")
    }
    if answer.headers["x-okta-request-id"] == nil {
      party.warn("the response has no 'x-okta-request-id', so it may be a proxy's and not the server's")
    }
    let texts = ["errorSummary", "error_description", "message", "error"].compactMap { json[$0]?.stringValue }
    let key = json["errorCode"]?.stringValue ?? json["error"]?.stringValue
    let message = Message(level: .error, text: RichText(texts.first ?? "status \(answer.status)"), key: key)
    return .screen(
      Screen(
        id: ScreenID("error", qualifiers: [String(answer.status)]), forms: session.snapshot?.screen.forms ?? [], messages: [message]))
  }

  /// Shows a body: the end it leads to, else its screen.
  mutating func show(_ response: IDXResponse, _ answer: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) -> Turn.Now {
    var mapping = IDXMapping(response)
    let snapshot = mapping.snapshot()
    let limit = ResponseLimits.idx.facts
    if snapshot.screen.facts.count > limit { throw tooLarge("more than \(limit) facts", answer, call) }
    mapping.warnings.forEach { party.warn($0) }
    learn(snapshot)
    if response.isExpired { return end(.expired(status: answer.status, messages: snapshot.screen.messages)) }
    switch response.outcome {
    case .code(let code):
      party.note(messagesOfEnd: snapshot.screen.messages)
      guard let code, !code.isEmpty else { throw party.failure(.protocol, "the journey is complete without an interaction code") }
      // The vendor's SDKs take a body under another status for an error.
      let isRefusal = !(200..<300 ~= answer.status)
      let check = TokenCheck("status", problem: isRefusal ? "the journey is complete with status \(answer.status)" : nil)
      session.complete(
        by: IDXSession.Ending(
          code: party.learn(code, name: "interaction code"), tokenURL: try tokenURL(of: response), checks: isRefusal ? [check] : []))
      return .ended(.completed)
    case .redirect(let address):
      party.note(messagesOfEnd: snapshot.screen.messages)
      session.leave()
      return .handover(Handover(url: address, reason: .server))
    case .failure, .actionable, .terminal:
      session.show(snapshot)
      return .screen(snapshot.screen)
    }
  }

  private mutating func tokenURL(of response: IDXResponse) throws(DriverError) -> WebURL? {
    guard let href = response.success?.href else { return nil }
    do { return try WebURL(href) } catch { throw party.failure(.protocol, "the token address is not an absolute address: \(error)") }
  }

  /// Remembers what must not be seen of a body.
  private mutating func learn(_ snapshot: IDXSnapshot) {
    var handles: Set<String> = []
    if let handle = snapshot.response.stateHandle { handles.insert(handle) }
    for form in snapshot.forms.values {
      for field in form.fields where field.isPlumbing {
        if let handle = field.value?.stringValue { handles.insert(handle) }
      }
    }
    for handle in handles.sorted() where handle.utf8.count >= 6 { _ = party.learn(handle, name: "state handle") }
    for fact in snapshot.screen.facts {
      if fact.isSecret { for text in fact.value.texts { _ = party.learn(text, name: fact.name) } }
      for secret in fact.value.secrets { _ = party.learn(secret.unsafeText, name: secret.name) }
    }
  }
}

extension Value {
  /// Every text in it.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let members): members.flatMap(\.value.texts)
    case .null, .bool, .number, .secret: []
    }
  }
}
