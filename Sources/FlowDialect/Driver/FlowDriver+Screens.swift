import Encodings
import JourneyClient
package import JourneyModel

extension FlowDriver {
  /// Asks for the screen of the session; the first time and every other time.
  mutating func initialise() async throws(DriverError) -> Turn.Now {
    let body: Exchange.Body =
      switch app.initBody {
      case .emptyObject: .json(.map([]))
      case .empty, .nothing: .none
      case .null: .json(.null)
      }
    return try await ask("init", configuration.url("flow/api/v1/init"), body: body, form: nil)
  }

  package mutating func refresh() async throws(DriverError) -> Turn.Now {
    guard session.id != nil else { throw party.failure(.impossible, "no journey is in progress, so no screen can be requested again") }
    return try await initialise()
  }

  /// Posts a form of the screen with a person's answers.
  package mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    guard session.id != nil else {
      throw party.failure(.impossible, "no journey is in progress, so form '\(submission.form)' cannot be posted")
    }
    let form = session.screen?.form(submission.form)
    let isReset = submission.form == FlowDescription.description.resetForm
    guard form != nil || isReset || submission.isForced else {
      let there = session.screen?.forms.map { "'\($0.id)'" }.joined(separator: ", ") ?? ""
      throw party.failure(
        .impossible,
        "form '\(submission.form)' is not on screen '\(session.screen?.id.text ?? "")'; it has \(there.isEmpty ? "none" : there)")
    }
    guard let credentials = try credentials(for: submission, on: form) else {
      party.warn("the person cancelled the passkey of form '\(submission.form)', so nothing was posted")
      guard let stillShown else { throw party.failure(.impossible, "no screen is shown that could stay") }
      return stillShown
    }
    let body: Value
    do {
      body = try FlowSubmission(app: app, credentials: credentials).body(
        of: isReset && form == nil ? Form(id: submission.form) : form, submission)
    } catch {
      throw party.failure(.impossible, "form '\(submission.form)' cannot be posted: \(error.sentence)")
    }
    let url = configuration.url("flow/api/v1/form/" + submission.form.rawValue)
    return try await ask("form \(submission.form)", url, body: .json(body), form: submission.form)
  }

  private mutating func ask(_ purpose: String, _ url: WebURL, body: Exchange.Body, form: FormID?) async throws(DriverError) -> Turn.Now {
    var call = party.call(purpose, "POST", url, accept: "application/json", body: body)
    if body == .none, app.initBody != .nothing { call.headers.append(Exchange.Header("Content-Type", "application/json")) }
    if let id = session.id { call.headers.append(party.bearer(id)) }
    let answer = try await party.load(call)
    switch answer.status {
    case 400 where !app.answers.showsBadRequests:
      return try fallBack(
        .known, try readable(answer), after: form, "it treats a response with status 400 as a failure and loses its messages")
    case 200, 400:
      if app.demands.contains(.jsonMediaType), !answer.isJSON {
        return try fallBack(app.answers.atUndecodable, nil, after: form, "the response is not sent as 'application/json'")
      }
      return try show(answer, to: call, form: form)
    default: return try refused(answer, to: call, form: form)
    }
  }

  private mutating func show(_ answer: HTTPResponseMessage, to call: BrowserCall, form: FormID?) throws(DriverError) -> Turn.Now {
    let json: JSONValue
    do {
      json = try JSONReader.readUnambiguous(answer.body, counts: .answer)
    } catch {
      if error.isTooLarge {
        throw party.failure(.tooLarge, "\(call.line) answered with status \(answer.status) and too large a body: it has \(error)")
      }
      throw party.failure(.notJSON, "\(call.line) answered with status \(answer.status) and a body that is \(error.finding)")
    }
    if json.objectValue != nil, let cause = app.decoder?.problem(with: json) {
      return try fallBack(app.answers.atUndecodable, hostedPage(in: json), after: form, cause)
    }
    let state: FlowState
    do {
      state = try FlowState(json)
    } catch {
      let what = error.isTooLarge ? "too large a body" : "no screen"
      throw party.failure(
        error.isTooLarge ? .tooLarge : .protocol, "\(call.line) answered with status \(answer.status) and \(what): \(error.sentence)")
    }
    if state.isEmpty, answer.status != 200 {
      throw party.failure(.status, "\(call.line) answered with status \(answer.status) and no screen")
    }
    return try show(state, status: answer.status, form: form)
  }

  /// All that an app reads of an answer that it cannot decode.
  private mutating func hostedPage(in json: JSONValue) -> FlowState {
    var state = FlowState()
    state.screen = json["screen"]?.stringValue
    state.hostedURL = json["hostedUrl"]?.stringValue
    learnChallenge(of: state)
    return state
  }

  /// What a response means. All SDKs look at `finalizeUrl`, `hostedUrl`, `forms` and `messages` in this order.
  private mutating func show(_ answer: FlowState, status: Int, form: FormID?) throws(DriverError) -> Turn.Now {
    learnChallenge(of: answer)
    if let finalize = answer.finalizeURL {
      var mapping = FlowMapping(app: app)
      party.note(messagesOfEnd: mapping.messages(answer.messages ?? [], forms: answer.forms ?? []))
      answer.errorMembers.forEach { party.note(partOfEnd: "'\($0)'") }
      answer.forms?.forEach { party.note(partOfEnd: "the form '\($0.id)', which no app shows") }
      return try complete(finalize)
    }
    if answer.isHostedOnly, let hosted = answer.hostedURL { return handOver(hosted, after: form) }
    if app.answers.opensHostedPageAtBareBadRequest, status == 400, let hosted = answer.hostedURL, answer.messages == nil {
      let cause = "the app opens the hosted page for a response with status 400, 'hostedUrl' and no 'messages'"
      return .handover(Handover(url: hosted, reason: .app, cause: cause))
    }
    if app.replacesWholeScreens, answer.forms == nil, answer.messages == nil, let stillShown {
      party.warn("the app ignores a response that has neither 'forms' nor 'messages', so the screen stays as it was")
      return stillShown
    }
    let merged = answer.merged(over: session.state, keepingScreen: app.replacesWholeScreens)
    guard merged.forms?.isEmpty == false || merged.screen != nil else {
      throw party.failure(.protocol, "the first response has neither 'screen' nor a form")
    }
    if merged.forms == nil, app.demands.contains(.formsAtFirst) {
      throw party.failure(.protocol, "app '\(app.name)' fails where the first response has no 'forms'")
    }
    if let obstacle = FlowFallback(app: app, drawsItself: session.drawsItself).obstacle(of: merged, answer: answer) {
      guard obstacle.outcome == .hostedPage else {
        throw party.failure(.protocol, "app '\(app.name)' cannot show screen '\(merged.screen ?? "")': \(obstacle.sentence)")
      }
      return try fallBack(.known, answer, after: form, obstacle.sentence)
    }
    var mapping = FlowMapping(app: app)
    let screen = mapping.screen(from: merged)
    mapping.warnings.forEach { party.warn($0) }
    session.show(screen, of: merged)
    return .screen(screen)
  }

  private mutating func complete(_ finalize: String) throws(DriverError) -> Turn.Now {
    let url = try party.address(finalize, at: client.issuer, of: "'finalizeUrl'")
    learnTickets(of: url)
    session.complete(by: .finalize(url))
    return .ended(.completed)
  }

  mutating func learnChallenge(of state: FlowState) {
    guard let hosted = state.hostedURL, hosted != session.state?.hostedURL else { return }
    do {
      if let challenge = try WebURL(hosted).queryValue("challenge"), !challenge.isEmpty {
        _ = party.learn(challenge, name: "challenge")
      }
    } catch {
      party.warn("'hostedUrl' is not an address: \(error)")
    }
  }
}
