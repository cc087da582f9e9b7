import Diagnostics
import HTTPTypes
import JourneyKit
import Testing

struct ServedMockTests {
  @Test func `a folder that is not there is refused, though a project is near`() throws {
    var settings = RunSettings()
    settings.paths = ["nowhere"]
    do throws(ProjectRefusal) {
      let mock = try ServedMock(tenant: "acme", settings)
      Issue.record("'\(mock.name)' is of another project")
    } catch {
      #expect(error.diagnostics.map(\.message) == ["'nowhere' cannot be read: no such folder"])
    }
  }

  @Test(arguments: ["https://login.acme.test", "https://login.acme.test/"])
  func `the issuer that discovery names may be given as it is`(issuer: String) async throws {
    var settings = ServedMock.Settings()
    settings.issuer = issuer
    #expect(ServedMock.Settings.problem(ofIssuer: issuer) == nil)
    let world = try ServedMock(tenant: "acme", JourneySuiteTests.settings).world(settings)
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "login.acme.test", path: "/.well-known/openid-configuration")
    let body = try await world.send(request).body
    #expect(String(decoding: body, as: UTF8.self).contains("\"issuer\":\"https://login.acme.test/\""))
    #expect(world.issuer == "https://login.acme.test")
  }
}
