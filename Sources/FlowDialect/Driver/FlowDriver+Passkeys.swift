import JourneyClient
import JourneyModel

extension FlowDriver {
  /// The credentials that a form's answers ask for, by widget; `nil` if the person cancels, so that nothing is posted.
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

  /// A page runs the ceremony at its own address; an app is tied to its server by other means than its address.
  private mutating func credential(_ prompt: CredentialPrompt, for widget: WidgetID) throws(DriverError) -> Value {
    let passkeys = app.passkeys.client(redirectURI: client.redirectURI)
    do {
      switch prompt.ceremony {
      case .create: return try authenticator.create(prompt.options, for: passkeys, using: &party.generator)
      case .get: return try authenticator.get(prompt.options, for: passkeys)
      }
    } catch {
      throw party.failure(.impossible, "the passkey of widget '\(widget)' failed: \(error.name): \(error.sentence)")
    }
  }
}
