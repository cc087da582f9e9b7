import Encodings
import JourneyClient
import JourneyModel

extension IDXDriver {
  /// Sends a call of the engine and shows what came: the body is judged before the status (sheet section 2.8).
  mutating func ask(_ call: BrowserCall, form: Form?) async throws(DriverError) -> Turn.Now {
    let answer = try await browser.send(call)
    let json = try json(in: answer, to: call)
    guard let response = IDXResponse(json) else { return try await show(other: json, answer, to: call, form: form) }
    guard IDXMessage.isList(json["messages"]) else {
      throw browser.failure(.protocol, "\(asked(call)) answered with 'messages' that are not a list of messages\(Self.requestID(answer))")
    }
    if let excess = response.excess { throw tooLarge(excess, answer, call) }
    if response.outcome == .terminal {
      if answer.status == 429 { return try await slowDown(answer, to: call, form: form) }
      if answer.status >= 500 {
        let said = response.messages.first.map { ": \($0.text)" } ?? ""
        throw browser.failure(.status, "\(asked(call)) answered with status \(answer.status)\(said)\(Self.requestID(answer))")
      }
    }
    return try show(response, answer, to: call)
  }

  private mutating func tooLarge(_ excess: String, _ answer: HTTPResponseMessage, _ call: BrowserCall) -> DriverError {
    browser.failure(
      .tooLarge, "\(asked(call)) answered with status \(answer.status) and too large a body: it has \(excess)\(Self.requestID(answer))")
  }

  /// The JSON of a body; where there is none the status says what went wrong.
  mutating func json(in answer: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) -> JSONValue {
    do {
      return try JSONReader.read(answer.body, counts: .answer)
    } catch {
      if error.isTooLarge { throw tooLarge(error.description, answer, call) }
      try refuseBrokenStatus(answer, to: call)
      let what = answer.body.isEmpty ? "an empty body" : "a body that is not JSON: \(error)"
      let kind: DriverError.Kind = answer.status >= 400 ? .status : .notJSON
      throw browser.failure(kind, "\(asked(call)) answered with status \(answer.status) and \(what)\(Self.requestID(answer))")
    }
  }

  /// Refuses the statuses that mean that nothing can be walked now.
  mutating func refuseBrokenStatus(_ answer: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) {
    switch answer.status {
    case 429:
      let reset = answer.headers["x-rate-limit-reset"].map { " (X-Rate-Limit-Reset: \($0))" } ?? ""
      throw browser.failure(.rateLimit, "\(asked(call)) was refused: too many requests\(reset)\(Self.requestID(answer))")
    case 500...:
      throw browser.failure(.status, "\(asked(call)) answered with status \(answer.status)\(Self.requestID(answer))")
    default: return
    }
  }

  /// By which the server's own log finds the request; a proxy's answers have none.
  private static func requestID(_ answer: HTTPResponseMessage) -> String {
    answer.headers["x-okta-request-id"].map { " (request \($0))" } ?? ""
  }

  /// Too many requests: a poll comes later, on the same screen; anything else cannot be walked now.
  private mutating func slowDown(_ answer: HTTPResponseMessage, to call: BrowserCall, form: Form?) async throws(DriverError) -> Turn.Now {
    guard let form, case .poll = form.kind, var screen = session.snapshot?.screen,
      let place = screen.forms.firstIndex(where: { $0.id == form.id })
    else {
      try refuseBrokenStatus(answer, to: call)
      throw browser.failure(.rateLimit, "\(asked(call)) was refused: too many requests")
    }
    let pause = await pause(in: answer)
    warn("a poll was refused with status 429: too many requests; the next one waits \(pause) seconds")
    screen.forms[place].kind = .poll(every: .seconds(pause))
    return .screen(screen)
  }

  /// Seconds until it may be asked again: as the server says, else as the vendor's widget has it.
  private func pause(in answer: HTTPResponseMessage) async -> Int64 {
    let limits: ClosedRange<Int64> = 1...600
    let usual: Int64 = 60
    if let reset = answer.headers["x-rate-limit-reset"].flatMap({ Int64($0) }), reset >= 0, reset < 1 << 40 {
      return min(max(reset - (await now()).seconds, limits.lowerBound), limits.upperBound)
    }
    return usual
  }

  /// A body of another kind: an error of the platform or of a proxy. What was shown stays, with the error on it.
  private mutating func show(
    other json: JSONValue, _ answer: HTTPResponseMessage, to call: BrowserCall, form: Form?
  ) async throws(DriverError) -> Turn.Now {
    if answer.status == 429 { return try await slowDown(answer, to: call, form: form) }
    try refuseBrokenStatus(answer, to: call)
    guard 400...499 ~= answer.status else {
      let what = "status \(answer.status) and a body without 'version', which is none of the Identity Engine"
      throw browser.failure(.protocol, "\(asked(call)) answered with \(what)\(Self.requestID(answer))")
    }
    if answer.headers["x-okta-request-id"] == nil {
      warn("the answer has no 'x-okta-request-id', so it may be a proxy's and not the server's")
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
    if response.isExpired { return end(.expired(status: answer.status)) }
    var mapping = IDXMapping(response)
    let snapshot = mapping.snapshot()
    if snapshot.screen.facts.count > IDXLimits.facts { throw tooLarge("more than \(IDXLimits.facts) facts", answer, call) }
    mapping.warnings.forEach { warn($0) }
    learn(snapshot)
    switch response.outcome {
    case .code(let code):
      guard let code, !code.isEmpty else { throw browser.failure(.protocol, "the journey is complete and no interaction code came") }
      session.snapshot = nil
      session.ending = IDXSession.Ending(
        code: browser.learn(code, name: "interaction code"), tokenURL: try tokenURL(of: response), checks: [])
      return .ended(.completed)
    case .redirect(let address):
      for message in snapshot.screen.messages { warn("the journey is complete, with the message '\(message.text.visible)'") }
      session.snapshot = nil
      return .handover(Handover(url: address, reason: .server))
    case .failure, .actionable, .terminal:
      session.snapshot = snapshot
      return .screen(snapshot.screen)
    }
  }

  private mutating func tokenURL(of response: IDXResponse) throws(DriverError) -> WebURL? {
    guard let href = response.success?.href else { return nil }
    do { return try WebURL(href) } catch { throw browser.failure(.protocol, "the token address is no absolute address: \(error)") }
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
    for handle in handles.sorted() where handle.utf8.count >= 6 { _ = browser.learn(handle, name: "state handle") }
    for fact in snapshot.screen.facts where fact.isSecret {
      if let text = fact.value.text { _ = browser.learn(text, name: fact.name) }
    }
  }
}
