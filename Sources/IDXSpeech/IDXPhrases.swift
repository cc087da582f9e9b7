/// What the server itself says, by the places of the messages.
struct IDXPhrases: Sendable {
  let required: Int?
  let invalid: Int?

  static let names = ["required", "invalid"]

  /// - Parameter messages: the places of the tenant's messages by name.
  init(_ messages: [String: Int]) {
    required = messages["required"]
    invalid = messages["invalid"]
  }
}
