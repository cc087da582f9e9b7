package import JourneyModel

/// The time steps whose codes a walk may use, on a tenant that takes each code of an authenticator app once.
package struct PasscodeSteps: Sendable {
  /// By the text of the app's key; each is used once, in this order.
  private var leased: [String: [UInt64]] = [:]
  /// The key whose code was needed when no step of it was left; `nil` if there was always one.
  package private(set) var wanted: Secret?

  package init() {}

  /// Lets the walk use the code of one more step.
  package mutating func add(_ step: UInt64, of key: Secret) { leased[key.unsafeText, default: []].append(step) }

  /// The next step to use; `nil` if there is none, and the key is then wanted.
  mutating func take(of key: Secret) -> UInt64? {
    guard var steps = leased[key.unsafeText], !steps.isEmpty else {
      wanted = wanted ?? key
      return nil
    }
    let step = steps.removeFirst()
    leased[key.unsafeText] = steps
    return step
  }
}
