internal import Synchronization

/// The worlds of a tenant that is used over HTTP: one for each name, made on its first use.
///
/// A class with a lock: requests of all connections look their world up here, and waiting for an actor would cost each
/// of them a hop.
public final class Worlds: Sendable {
  private let tenant: MockTenant
  private let issuer: String
  private let clock: MockClock
  private let faults: [Fault]
  private let usual: World
  private let named: Mutex<RecentTable<World>>

  /// - Parameters:
  ///   - issuer: the address of the tenant, without a slash at the end.
  ///   - faults: what goes wrong in every world from its beginning.
  ///   - limit: how many named worlds there are before the oldest is forgotten.
  public init(_ tenant: MockTenant, issuer: String, clock: MockClock = .running, faults: [Fault] = [], limit: Int = 1024) {
    self.tenant = tenant
    self.issuer = issuer
    self.clock = clock
    self.faults = faults
    usual = World(tenant, issuer: issuer, clock: clock, faults: faults)
    named = Mutex(RecentTable(limit: limit))
  }

  /// The world of this name; the one that is never forgotten for `nil`, `default` and names that are too long.
  public func world(_ name: String?) -> World {
    guard let name, name != "default", !name.isEmpty, name.utf8.count <= 200 else { return usual }
    return named.withLock { worlds in
      if let world = worlds[name] { return world }
      let world = World(tenant, issuer: issuer, clock: clock, faults: faults)
      worlds[name] = world
      return world
    }
  }
}
