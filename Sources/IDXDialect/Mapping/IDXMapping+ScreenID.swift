import Encodings
import JourneyModel

extension IDXMapping {
  /// The first remediation's name, qualified by its authenticator; else what ended the journey.
  var screenID: ScreenID {
    switch response.outcome {
    case .code: return ScreenID("success")
    case .redirect: return ScreenID("success-redirect")
    case .failure: return ScreenID("failure-redirect")
    case .terminal: return terminalID
    case .actionable:
      guard let first = response.remediations.first else { return terminalID }
      return ScreenID(first.name, qualifiers: qualifiers(of: first))
    }
  }

  private var terminalID: ScreenID {
    if let device = response.resolve("deviceEnrollment")?["name"]?.stringValue {
      return ScreenID("device-enrollment", qualifiers: [device])
    }
    return ScreenID("terminal", qualifiers: [response.messages.lazy.compactMap(\.key).first ?? "no-message"])
  }

  private func qualifiers(of form: IDXForm) -> [String] {
    if let method = challengeMethod(of: form) { return [method] }
    guard let authenticator = authenticator(of: form), let name = authenticator.keyOrType else { return [] }
    return [name] + (authenticator.tellingMethod.map { [$0] } ?? [])
  }

  /// How the device of the form is asked, e.g. `LOOPBACK`; the vendor's widget distinguishes screens by it.
  private func challengeMethod(of form: IDXForm) -> String? {
    let related = form.relatesTo.lazy.compactMap(response.resolve).first
    let challenge = related ?? (form.name == "device-challenge-poll" ? response.deviceChallenge : nil)
    return challenge?["challengeMethod"]?.stringValue
  }

  /// The authenticator that a form is about: the one that it relates to, else the one that its kind always means.
  func authenticator(of form: IDXForm) -> IDXAuthenticator? {
    if let owner = form.place?.owner { return response.authenticator(at: owner) }
    if let related = form.relatesTo.lazy.compactMap(response.authenticator).first { return related }
    return form.concernsCurrentAuthenticator ? response.currentAuthenticator : nil
  }
}

extension IDXForm {
  /// Names that mean the current authenticator also where they do not say so.
  private static let stems = [
    "challenge-", "enroll-authenticator", "enroll-poll", "enrollment-channel-data", "reenroll-", "reset-authenticator",
    "authenticator-", "resend", "device-apple-sso-extension", "launch-",
  ]

  fileprivate var concernsCurrentAuthenticator: Bool {
    place == nil && Self.stems.contains(where: name.hasPrefix)
  }
}
