import Encodings
import JourneyClient
import JourneyModel

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

  mutating func refresh() async throws(DriverError) -> Turn.Now {
    guard session.id != nil else { throw browser.failure(.impossible, "no journey is under way, so no screen can be asked for again") }
    return try await initialise()
  }

  /// Posts a form of the screen with a person's answers.
  mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    guard session.id != nil else {
      throw browser.failure(.impossible, "no journey is under way, so form '\(submission.form)' cannot be posted")
    }
    let form = session.screen?.form(submission.form)
    let isReset = submission.form == FlowDescription.description.resetForm
    guard form != nil || isReset || submission.isForced else {
      let there = session.screen?.forms.map { "'\($0.id)'" }.joined(separator: ", ") ?? ""
      throw browser.failure(
        .impossible,
        "form '\(submission.form)' is not on screen '\(session.screen?.id.text ?? "")'; it has \(there.isEmpty ? "none" : there)")
    }
    guard let credentials = try credentials(for: submission, on: form) else {
      warn("the person cancelled the passkey of form '\(submission.form)', so nothing was posted")
      guard let stillShown else { throw browser.failure(.impossible, "no screen is shown that could stay") }
      return stillShown
    }
    let body: Value
    do {
      body = try FlowSubmission(app: app, credentials: credentials).body(
        of: isReset && form == nil ? Form(id: submission.form) : form, submission)
    } catch {
      throw browser.failure(.impossible, "form '\(submission.form)' cannot be posted: \(error.sentence)")
    }
    let url = configuration.url("flow/api/v1/form/" + submission.form.rawValue)
    return try await ask("form \(submission.form)", url, body: .json(body), form: submission.form)
  }

  private mutating func ask(_ purpose: String, _ url: WebURL, body: Exchange.Body, form: FormID?) async throws(DriverError) -> Turn.Now {
    var call = call(purpose, "POST", url, accept: "application/json", body: body)
    if body == .none, app.initBody != .nothing { call.headers.append(Exchange.Header("Content-Type", "application/json")) }
    if let id = session.id { call.headers.append(bearer(id)) }
    let answer = try await browser.send(call)
    try refuseBrokenStatus(answer, to: call)
    switch answer.status {
    case 400 where !app.answers.showsBadRequests:
      return try fallBack(.known, readable(answer), after: form, "it takes an answer with status 400 for a failure and loses its messages")
    case 200, 400:
      if app.demands.contains(.jsonMediaType), !answer.isJSON {
        return try fallBack(app.answers.atUndecodable, nil, after: form, "the answer is not sent as 'application/json'")
      }
      return try show(answer, to: call, form: form)
    default: return try refused(answer, to: call, form: form)
    }
  }

  private mutating func show(_ answer: HTTPResponseMessage, to call: BrowserCall, form: FormID?) throws(DriverError) -> Turn.Now {
    let json: JSONValue
    do {
      json = try JSONReader.read(answer.body, counts: .answer)
    } catch {
      if error.isTooLarge {
        throw browser.failure(.tooLarge, "\(call.asked) answered with status \(answer.status) and too large a body: it has \(error)")
      }
      throw browser.failure(.notJSON, "\(call.asked) answered with status \(answer.status) and a body that is not JSON: \(error)")
    }
    if json.objectValue != nil, let cause = app.decoder?.problem(with: json) {
      return try fallBack(app.answers.atUndecodable, hostedPage(in: json), after: form, cause)
    }
    let state: FlowState
    do {
      state = try FlowState(json)
    } catch {
      let what = error.isTooLarge ? "too large a body" : "no screen"
      throw browser.failure(
        error.isTooLarge ? .tooLarge : .protocol, "\(call.asked) answered with status \(answer.status) and \(what): \(error.sentence)")
    }
    if state.isEmpty, answer.status != 200 {
      throw browser.failure(.status, "\(call.asked) answered with status \(answer.status) and no screen")
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

  /// What an answer means, in the order that all SDKs follow (sheet section 1.2).
  private mutating func show(_ answer: FlowState, status: Int, form: FormID?) throws(DriverError) -> Turn.Now {
    learnChallenge(of: answer)
    if let finalize = answer.finalizeURL { return try complete(finalize) }
    if answer.isHostedOnly, let hosted = answer.hostedURL { return handOver(hosted, after: form) }
    if app == .web, status == 400, answer.hostedURL != nil, answer.messages == nil {
      warn("app 'web' opens the hosted page for an answer with status 400, 'hostedUrl' and no 'messages'")
    }
    let merged = answer.merged(over: session.state)
    guard merged.forms != nil || merged.screen != nil else {
      throw browser.failure(.protocol, "the first answer has neither 'screen' nor 'forms'")
    }
    if merged.forms == nil, app.demands.contains(.formsAtFirst) {
      throw browser.failure(.protocol, "app '\(app.name)' fails where the first answer has no 'forms'")
    }
    if let cause = FlowFallback(app: app).cause(of: merged, answer: answer) { return try fallBack(.known, answer, after: form, cause) }
    var mapping = FlowMapping(app: app)
    let screen = mapping.screen(from: merged)
    mapping.warnings.forEach { warn($0) }
    session.state = merged
    session.screen = screen
    return .screen(screen)
  }

  private mutating func complete(_ finalize: String) throws(DriverError) -> Turn.Now {
    let url = try address(finalize, at: configuration.issuer, of: "'finalizeUrl'")
    learnTickets(of: url)
    session.ending = .finalize(url)
    return .ended(.completed)
  }

  mutating func learnChallenge(of state: FlowState) {
    guard let hosted = state.hostedURL, hosted != session.state?.hostedURL else { return }
    do {
      if let challenge = try WebURL(hosted).queryValue("challenge"), !challenge.isEmpty {
        _ = browser.learn(challenge, name: "challenge")
      }
    } catch {
      warn("'hostedUrl' is no address: \(error)")
    }
  }
}
