/// Where journeys begin if not where the tenant's file says, and what is known of them then.
struct JourneyBeginning: Sendable {
  /// The place of the state.
  var state: Int
  /// The place of the account; `nil` without a person.
  var account: Int?
  /// What the journey knows.
  var scope: ScopeState
  /// How many journeys begin there; `nil` for all from now on.
  var times: Int?

  /// Puts a journey there.
  func place(_ session: inout Session) {
    session.state = state
    session.account = account
    session.scope = scope
  }
}
