/// What the server itself says, by the places of the messages.
struct IDXPhrases: Sendable {
  let required: Int?
  let invalid: Int?
  /// Why a person cannot go on, if the org does not let them in.
  let notAllowed: Int?

  static let names = ["required", "invalid", "not_allowed"]

  /// - Parameter messages: the places of the tenant's messages by name.
  init(_ messages: [String: Int]) {
    required = messages["required"]
    invalid = messages["invalid"]
    notAllowed = messages["not_allowed"]
  }
}
