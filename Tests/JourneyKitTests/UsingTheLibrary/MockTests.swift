import HTTPTypes
import JourneyKit
import JourneyMock
import JourneyModel
import JourneyReports
import Testing

/// Mock tenants in tests of other programs.
struct MockTests {
  let settings = JourneySuiteTests.settings

  @Test func `a mock responds in this process`() async throws {
    let mock = try ServedMock(tenant: "acme", settings).world(seed: 7)
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "acme.test", path: "/.well-known/openid-configuration")
    let (response, body) = try await mock.send(request)
    #expect(response.status == .ok)
    #expect(String(decoding: body, as: UTF8.self).contains("\"issuer\":\"\(mock.issuer)"))

    await mock.world.add(Fault(.drop))
    await #expect(throws: DriverError.self) { try await mock.send(request) }
  }

  @Test func `a mock is served on a free port as long as it is needed`() async throws {
    let mock = try ServedMock(tenant: "acme", settings)
    let report = try await mock.withServer { address in
      // Start your app here with 'address' as its issuer. Here scenarios are run against the mock instead.
      var settings = settings
      settings.paths = ["journeys/sign-in/password.yaml"]
      settings.mockAddresses = [try MockAddress(at: address)]
      return try await JourneyRun.planned(settings).run()
    }
    #expect(report.totals.passed == report.totals.cases)
  }
}
