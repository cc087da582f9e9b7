/// What a world begins with.
struct WorldBeginning: Sendable {
  var tenant: MockTenant
  /// Without a slash at the end.
  var issuer: String
  var clock: MockClock = .running
  var faults: [Fault] = []
  var seed: UInt64?
  /// Told of the random names that the world hands out, by which it can be found again.
  var tell: (@Sendable ([String]) -> Void)?
  /// Told of what people do in the world's journeys.
  var tellsActs: (@Sendable (JourneyAct) -> Void)?
  /// Told of whom to tell that a person signed out.
  var tellsLogout: (@Sendable (LogoutNotice) -> Void)?
}
