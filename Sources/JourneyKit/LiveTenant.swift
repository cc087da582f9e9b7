import FoundationEssentials
import JourneyModel

/// A tenant whose clock is everybody's: waiting takes the time it takes.
struct LiveTenant: TenantControl {
  /// What answers a push; `nil` if nothing does.
  var device: CommandDevice?

  var canMoveClock: Bool { false }

  func now() async -> Instant { .machine }

  func pass(_ time: Duration) async throws(DriverError) {
    do { try await ContinuousClock().sleep(for: time) } catch {
      throw DriverError(.cancelled, "the run was interrupted")
    }
  }

  func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    guard let device else { throw DriverError(.impossible, "the tenant names no 'device' that could answer a push") }
    try await device.answerPush(accepts: accepts, account: account)
  }
}

extension Instant {
  /// What the machine's clock shows.
  static var machine: Instant { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
}
