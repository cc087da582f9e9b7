import JourneyTestSupport
import Synchronization

/// A tenant that answers a number of requests and then stays silent.
///
/// A class, since connections count while the test waits.
final class HeldTenant: Sendable {
  /// Open once the unanswered request arrived.
  let isHolding = Gate()
  private let point: Int
  private let count = Mutex(0)

  /// - Parameter point: the number of the request that is not answered any more, from 1.
  init(holdingAt point: Int) { self.point = point }

  /// Serves while the body runs, which is given the address.
  func serve<Outcome: Sendable>(_ body: (String) async throws -> Outcome) async throws -> Outcome {
    let definition = try TroubledTenant.acme()
    return try await RawServer.with({ server in
      let tenant = TroubledTenant(at: server.address, definition: definition) { _, _ in
        let number = self.count.withLock { count in
          count += 1
          return count
        }
        guard number >= self.point else { return nil }
        await self.isHolding.open()
        return .silence
      }
      return { try await tenant.behave($0) }
    }) { try await body($0.address) }
  }
}
