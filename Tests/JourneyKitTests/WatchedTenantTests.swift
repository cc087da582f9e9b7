import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit
@testable import JourneyMock

/// A served mock whose files change.
struct WatchedTenantTests {
  @Test func `a changed file is read again, and a wrong one is refused`() async throws {
    try await SampleProject.with([:]) { project in
      var watched = ServedMock.Watched(try ServedMock(tenant: "acme", project.settings))
      func look() -> (tenant: MockTenant?, change: TenantWatch.Change)? { watched.look() }
      #expect(look()?.change == nil)
      let text = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
      try project.folder.write(text.replacing("after: 3", with: "after: 33"), to: "acme.yaml")
      #expect(look()?.tenant?.after == 33)
      #expect(look()?.change == nil)

      try project.folder.write(text.replacing("start: arrival", with: "start: arival"), to: "acme.yaml")
      let wrong = try #require(look())
      #expect(wrong.tenant == nil)
      guard case .refused(let diagnostics) = wrong.change else { throw Unexpected() }
      #expect(diagnostics.first?.message == "no state 'arival'")

      try project.folder.write(text, to: "acme.yaml")
      #expect(look()?.tenant?.after == 3)
      let screens = try Fixtures.text(of: "fixtures/tenants/acme.screens.yaml")
      try project.folder.write(screens + "# changed\n", to: "acme.screens.yaml")
      #expect(look()?.tenant != nil, "a file that the tenant includes")
    }
  }

  @Test func `a tick lets the files be looked at, and what became of them is told`() async throws {
    try await SampleProject.with([:]) { project in
      let mock = try ServedMock(tenant: "acme", project.settings)
      let (ticks, clock) = AsyncStream.makeStream(of: Void.self)
      let (told, teller) = AsyncStream.makeStream(of: TenantWatch.Change.self)
      var tenants = mock.replacements(by: TenantWatch(ticks: ticks) { teller.yield($0) }).makeAsyncIterator()
      var changes = told.makeAsyncIterator()
      let text = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
      try project.folder.write(text.replacing("after: 3", with: "after: 33"), to: "acme.yaml")
      clock.yield()
      #expect(await tenants.next()?.after == 33)
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
