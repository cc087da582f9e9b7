import JourneyMock
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What differs in the files of two mocks.
struct DefinitionDifferenceTests {
  @Test func `another text of a mail is an element of its own, which no walk can tell`() async throws {
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    let changed = base.replacing("tenant: base", with: "tenant: next").replacing("\"${code}\"", with: "\"${code} is new\"")
    #expect(changed.contains("is new"))
    let tenants = """
      default: base
      tenants:
        base: {dialect: journey-flow, mock: ../base.yaml}
        next: {dialect: journey-flow, mock: ../next.yaml}

      """
    let files = ["base.yaml": base, "next.yaml": changed, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    try await SampleProject.with(files, tenants: tenants) { project in
      let sites = JourneyRun.project(project.settings).sites
      let before = try #require(sites["base"]?.mock).definition.elements
      let now = try #require(sites["next"]?.mock).definition.elements
      #expect(Set(before.keys.filter { before[$0]?.text != now[$0]?.text }) == ["text of mail code"])
      #expect(now["text of mail code"]?.edges == [])
    }
  }
}
