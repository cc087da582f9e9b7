/// What a world begins with.
struct WorldBeginning: Sendable {
  var tenant: MockTenant
  /// Without a slash at the end.
  var issuer: String
  var clock: MockClock = .running
  var faults: [Fault] = []
  var seed: UInt64?
  /// Receives the random names that the world hands out, by which it can be found again.
  var tell: (@Sendable ([String]) -> Void)?
  /// Receives what people do in the world's journeys.
  var tellsActs: (@Sendable (JourneyAct) -> Void)?
  /// Receives the notices that a person signed out.
  var tellsLogout: (@Sendable (LogoutNotice) -> Void)?
}
