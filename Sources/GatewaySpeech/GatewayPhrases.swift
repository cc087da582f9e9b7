/// What pages say of themselves, whatever the graph says; the places of the tenant's messages.
struct GatewayPhrases: Sendable {
  /// A required field was empty.
  let required: Int?
  /// An answer breaks a rule of its field.
  let invalid: Int?
  /// A form came without its token.
  let forged: Int?
  /// The way back from the authorization server failed.
  let problem: Int?
  /// The authorization server refused to link an account.
  let unlinked: Int?

  static let names = ["required", "invalid", "forged", "sign_in_problem", "linking_required"]

  /// - Parameter places: the places of all messages, by name.
  init(_ places: [String: Int]) {
    required = places["required"]
    invalid = places["invalid"]
    forged = places["forged"]
    problem = places["sign_in_problem"]
    unlinked = places["linking_required"]
  }
}
