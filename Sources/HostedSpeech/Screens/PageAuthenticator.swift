import JourneyMock
import JourneyModel

/// The means by which people prove who they are, as a page offers them.
enum PageAuthenticator {
  /// The one that needs a number where it is set up.
  static let phone = "phone_number"

  private static let names = [
    "okta_password": "Password", "okta_email": "Email", phone: "Phone", "google_otp": "Google Authenticator", "okta_verify": "Okta Verify",
    "security_question": "Security Question", "webauthn": "Security Key or Biometric",
  ]

  private static let methodNames = [
    "sms": "SMS", "voice": "Voice call", "push": "Get a push notification", "totp": "Enter a code", "qrcode": "QR code", "email": "Email",
  ]

  /// The methods of which a person chooses one; one that has only one needs no choice.
  static func methods(of key: String) -> [String] {
    switch key {
    case phone: ["sms", "voice"]
    case "okta_verify": ["push", "totp"]
    default: []
    }
  }

  /// One radio button: an authenticator, or one method of it.
  ///
  /// - Parameter isOnly: whether the authenticator has only this method.
  static func option(_ key: String, method: String? = nil, isOnly: Bool = false, when condition: Guard = .always) -> HostedOptionRule {
    let label = [names[key] ?? key, method.map(name(ofMethod:))].compactMap(\.self).joined(separator: ": ")
    let value = isOnly ? key : [key, method].compactMap(\.self).joined(separator: "/")
    let facts = [Fact("key", .text(key))] + (method.map { [Fact("method", .text($0))] } ?? [])
    return HostedOptionRule(value: TextTemplate(value), condition: condition, label: [TextTemplate(label)], facts: facts)
  }
}

extension PageAuthenticator {
  private static func name(ofMethod method: String) -> String { methodNames[method] ?? method }

  /// One radio button: an authenticator, set up by a link that reaches the person's device in one way.
  static func option(_ key: String, channel: String, when condition: Guard) -> HostedOptionRule {
    var option = option(key, method: channel, when: condition)
    option.facts = [Fact("key", .text(key)), Fact("channel", .text(channel))]
    return option
  }

  /// One method of the authenticator that the page is about.
  static func method(_ method: String, of key: String) -> HostedOptionRule {
    var option = option(key, method: method)
    option.label = [TextTemplate(name(ofMethod: method))]
    return option
  }
}

extension HostedWidgetRule {
  /// The ids of what an answer to a widget holds, by the word of its type in tenants' files.
  static func answers(to type: String, _ id: String) -> [String] {
    switch type {
    case "authenticators": ["\(id).key", "\(id).methodType", "\(id).channel", "\(id).phoneNumber"]
    case "authenticator": ["\(id).key", "\(id).methodType", "\(id).phoneNumber"]
    case "channel": ["\(id).channel"]
    case "questions": ["\(id).questionKey", "\(id).answer", "\(id).question"]
    case "ceremony": ["\(id).passkey"]
    case "provider": [HostedFormRule.personName]
    case "carried", "scopes": []
    default: [id]
    }
  }
}

extension HostedFormRule {
  /// The field of a provider's page in which a person says who they are.
  static let personName = "login_hint"
}
