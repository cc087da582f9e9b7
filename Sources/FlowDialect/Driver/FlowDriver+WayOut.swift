import Encodings
import JourneyClient
import JourneyModel

/// Where an app goes when it cannot show a response as a screen.
extension FlowDriver {
  /// Statuses for which the documentation has no body; each app handles them its own way.
  mutating func refused(_ answer: HTTPResponseMessage, to call: BrowserCall, form: FormID?) throws(DriverError) -> Turn.Now {
    let way = answer.status == 403 ? app.answers.atForbidden : app.answers.atRefusal
    let state = try readable(answer)
    if let hosted = hosted(by: way, state, after: form) {
      if way == .inAnswer { return handOver(hosted, after: form) }
      return .handover(
        Handover(url: hosted, reason: .app, cause: "the app opens the hosted page when a request is refused with status \(answer.status)"))
    }
    if answer.status == 401 || answer.status == 403 {
      var mapping = FlowMapping(app: app)
      let messages = mapping.messages(state?.messages ?? [], forms: state?.forms ?? session.state?.forms ?? [])
      return end(.expired(status: answer.status, messages: messages))
    }
    throw party.failure(.status, "\(call.line) answered with status \(answer.status)")
  }

  /// The state in an answer that need not hold one.
  ///
  /// Throws where it holds JSON that says two things.
  mutating func readable(_ answer: HTTPResponseMessage) throws(DriverError) -> FlowState? {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.readUnambiguous(answer.body, counts: .answer)
    } catch {
      guard error.isAmbiguous else { return nil }
      throw party.failure(.notJSON, "a refusal came with status \(answer.status) and a body that is \(error.finding)")
    }
    do throws(FlowWireError) {
      let state = try FlowState(json)
      learnChallenge(of: state)
      return state
    } catch {
      return nil
    }
  }

  /// The hosted page that an app opens instead; `nil` if it knows none.
  private func hosted(by way: FlowAppProfile.WayOut, _ answer: FlowState?, after form: FormID?) -> String? {
    switch way {
    case .none: nil
    case .inAnswer: answer.flatMap { $0.isHostedOnly ? $0.hostedURL : nil }
    case .known: answer?.hostedURL ?? session.state?.hostedURL
    case .earlier: form == nil ? nil : session.state?.hostedURL
    }
  }

  /// An identity provider's form leads out by the same kind of answer as the server's own will.
  mutating func handOver(_ url: String, after form: FormID?) -> Turn.Now {
    let isProvider = form?.rawValue.hasPrefix("externalLoginProvider/") ?? false
    return .handover(Handover(url: url, reason: isProvider ? .provider : .server))
  }

  mutating func fallBack(
    _ way: FlowAppProfile.WayOut, _ answer: FlowState?, after form: FormID?, _ cause: String
  ) throws(DriverError) -> Turn.Now {
    guard let hosted = hosted(by: way, answer, after: form) else {
      let screen = answer?.screen ?? session.state?.screen ?? ""
      throw party.failure(.protocol, "app '\(app.name)' cannot show screen '\(screen)': \(cause); no hosted address is known")
    }
    return .handover(Handover(url: hosted, reason: .app, cause: cause))
  }
}

extension HTTPResponseMessage {
  /// Whether it says that it is JSON.
  var isJSON: Bool {
    guard let type = headers["content-type"] else { return false }
    return String(type.prefix { $0 != ";" && $0 != " " }).asciiLowercased == "application/json"
  }
}
