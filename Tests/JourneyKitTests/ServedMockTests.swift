import Diagnostics
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
      #expect(error.diagnostics.map(\.message) == ["'nowhere' cannot be read: there is no such folder"])
    }
  }
}
