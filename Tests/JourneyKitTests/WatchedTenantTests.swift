import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit
@testable import JourneyMock

/// A served mock whose files change.
struct WatchedTenantTests {
  @Test func `a changed file is served, a wrong one is told and the old one served on`() async throws {
    try await SampleProject.with([:]) { project in
      let mock = try ServedMock(tenant: "acme", project.settings)
      let (ticks, clock) = AsyncStream.makeStream(of: Void.self)
      let (told, teller) = AsyncStream.makeStream(of: TenantWatch.Change.self)
      var tenants = WatchedTenant.replacements(of: mock, TenantWatch(ticks: ticks) { teller.yield($0) }).makeAsyncIterator()
      var changes = told.makeAsyncIterator()
      let text = try Fixtures.text(of: "fixtures/tenants/acme.yaml")

      try project.folder.write(text.replacing("after: 3", with: "after: 33"), to: "acme.yaml")
      clock.yield()
      #expect(await tenants.next()?.after == 33)
      guard case .served? = await changes.next() else { throw Unexpected() }

      try project.folder.write(text.replacing("start: arrival", with: "start: arival"), to: "acme.yaml")
      clock.yield()
      guard case .refused(let diagnostics)? = await changes.next() else { throw Unexpected() }
      #expect(diagnostics.first?.message == "no state 'arival'")

      // Nothing changed, then a file that the tenant includes.
      clock.yield()
      try project.folder.write(text.replacing("after: 3", with: "after: 7"), to: "acme.yaml")
      let screens = try Fixtures.text(of: "fixtures/tenants/acme.screens.yaml")
      try project.folder.write(screens + "\n# changed\n", to: "acme.screens.yaml")
      clock.yield()
      #expect(await tenants.next()?.after == 7)
      guard case .served? = await changes.next() else { throw Unexpected() }
      clock.finish()
      #expect(await tenants.next() == nil)
    }
  }

  private struct Unexpected: Error {}
}

extension MockTenant {
  /// After how many wrong passwords Acme locks an account.
  fileprivate var after: Int? {
    let policy = policies.first { $0.name.value == "lockout.after" }
    if case .number(let number)? = policy?.value { return number }
    return nil
  }
}
