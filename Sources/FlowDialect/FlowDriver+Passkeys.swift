import JourneyClient
import JourneyModel

extension FlowDriver {
  /// The credentials that a form's answers ask for, by widget; `nil` where the person cancels, so that nothing is posted.
  mutating func credentials(for submission: Submission, on form: Form?) throws(DriverError) -> [WidgetID: Value]? {
    var credentials: [WidgetID: Value] = [:]
    for answer in submission.answers {
      guard case .credential(_, let approves) = answer.value, case .credential(let prompt)? = form?.widget(answer.widget)?.kind else {
        continue
      }
      guard approves else { return nil }
      credentials[answer.widget] = try credential(prompt, for: answer.widget)
    }
    return credentials
  }

  /// A page runs the ceremony where it stands; an app is tied to its server by other means than its address.
  private mutating func credential(_ prompt: CredentialPrompt, for widget: WidgetID) throws(DriverError) -> Value {
    let client = PasskeyClient(page: app == .web ? configuration.redirectURI : nil, tellsAttachment: app == .web)
    do {
      switch prompt.ceremony {
      case .create: return try authenticator.create(prompt.options, for: client, using: &generator)
      case .get: return try authenticator.get(prompt.options, for: client)
      }
    } catch {
      throw browser.failure(.impossible, "the passkey of widget '\(widget)' came to nothing: \(error.name): \(error.sentence)")
    }
  }
}
