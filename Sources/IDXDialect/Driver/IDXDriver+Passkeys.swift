import JourneyClient
import JourneyModel

extension IDXDriver {
  /// The submission with what its passkeys sign in place of their approvals; `nil` if the person cancels, so that nothing is sent.
  ///
  /// The page of the app runs the ceremony, as the vendor's Sign-In Widget does (okta/okta-auth-js, `lib/idx/webauthn.ts`).
  mutating func signing(_ submission: Submission, on form: Form) throws(DriverError) -> Submission? {
    var signed = submission
    for place in submission.answers.indices {
      let answer = submission.answers[place]
      guard case .credential(_, let approves) = answer.value, case .credential(let prompt)? = form.widget(answer.widget)?.kind else {
        continue
      }
      guard approves else { return nil }
      signed.answers[place].value = .choice(try results(of: prompt, for: answer.widget))
    }
    return signed
  }

  private mutating func results(of prompt: CredentialPrompt, for widget: WidgetID) throws(DriverError) -> [Value.Member] {
    let page = PasskeyClient(page: client.redirectURI, tellsAttachment: true)
    do {
      switch prompt.ceremony {
      case .create:
        let response = try authenticator.create(prompt.options, for: page, using: &party.generator)["response"]
        return [
          Value.Member("clientData", response?["clientDataJSON"] ?? .null),
          Value.Member("attestation", response?["attestationObject"] ?? .null),
        ]
      case .get:
        let response = try authenticator.get(prompt.options, for: page)["response"]
        return [
          Value.Member("clientData", response?["clientDataJSON"] ?? .null),
          Value.Member("authenticatorData", response?["authenticatorData"] ?? .null),
          Value.Member("signatureData", response?["signature"] ?? .null),
        ]
      }
    } catch {
      throw party.failure(.impossible, "the passkey of widget '\(widget)' failed: \(error.name): \(error.sentence)")
    }
  }
}
