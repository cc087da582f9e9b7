/// What the server itself says, by the places of the messages.
struct FlowPhrases: Sendable {
  let required: Int?
  let invalid: Int?
  let strayForm: Int?
  let badBody: Int?

  static let names = ["required", "invalid", "stray_form", "bad_body"]

  /// - Parameter messages: the places of the tenant's messages by name.
  init(_ messages: [String: Int]) {
    required = messages["required"]
    invalid = messages["invalid"]
    strayForm = messages["stray_form"]
    badBody = messages["bad_body"]
  }
}
