import JourneyMock

/// What the server itself says, by the places of the messages.
struct FlowPhrases: Sendable {
  let required: Int?
  let invalid: Int?
  let strayForm: Int?
  let badBody: Int?
  let refusedPasskey: Int?
  private let breaches: [TextRules.Breach: Int]

  static let names = ["required", "invalid", "stray_form", "bad_body", "passkey_refused"] + breachNames.map(\.name)

  private static let breachNames: [(breach: TextRules.Breach, name: String)] = [
    (.email, "invalid_email"), (.phone, "invalid_phone"), (.noDate, "invalid_date"), (.tooEarly, "too_early"), (.tooLate, "too_late"),
  ]

  /// - Parameter messages: the places of the tenant's messages by name.
  init(_ messages: [String: Int]) {
    required = messages["required"]
    invalid = messages["invalid"]
    strayForm = messages["stray_form"]
    badBody = messages["bad_body"]
    refusedPasskey = messages["passkey_refused"]
    breaches = Dictionary(uniqueKeysWithValues: Self.breachNames.compactMap { pair in messages[pair.name].map { (pair.breach, $0) } })
  }

  /// The message for a text that breaks a rule: that it is not valid, if the rule has no message of its own.
  func words(for breach: TextRules.Breach) -> Int? { breaches[breach] ?? invalid }
}
