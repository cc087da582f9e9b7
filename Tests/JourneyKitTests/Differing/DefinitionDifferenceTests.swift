import JourneyMock
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What differs in the files of two mocks.
struct DefinitionDifferenceTests {
  @Test func `another text of a mail is an element of its own, which no walk can tell`() async throws {
    let (before, now) = try await elements(replacing: "\"${code}\"", with: "\"${code} is new\"")
    #expect(Set(before.keys.filter { before[$0]?.text != now[$0]?.text }) == ["text of mail code"])
    #expect(now["text of mail code"]?.edges == [])
  }

  @Test func `another subject of a mail is the mail's own, and told by the walks that wait for it`() async throws {
    let (before, now) = try await elements(replacing: "subject: Your code", with: "subject: Your new code")
    #expect(Set(before.keys.filter { before[$0]?.text != now[$0]?.text }) == ["mail code"])
    #expect(before["mail code"]?.texts == ["Your code"])
    #expect(now["mail code"]?.texts == ["Your new code"])
    #expect(now["mail code"]?.edges == before["mail code"]?.edges)
  }

  /// The elements of a mock before and after a change of its file.
  private func elements(
    replacing text: String, with other: String
  ) async throws -> (before: [String: DefinitionElement], now: [String: DefinitionElement]) {
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    let changed = base.replacing("tenant: base", with: "tenant: next").replacing(text, with: other)
    #expect(changed.contains(other))
    let tenants = """
      default: base
      tenants:
        base: {dialect: journey-flow, mock: ../base.yaml}
        next: {dialect: journey-flow, mock: ../next.yaml}

      """
    let files = ["base.yaml": base, "next.yaml": changed, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    return try await SampleProject.with(files, tenants: tenants) { project in
      let sites = JourneyRun.project(project.settings).sites
      return (
        try #require(sites["base"]?.mock).definition.elements, try #require(sites["next"]?.mock).definition.elements
      )
    }
  }
}
