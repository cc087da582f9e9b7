import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct ScenarioFinderTests {
  private static func found(_ paths: [String], in folder: TemporaryFolder) -> (names: [String], problems: [String]) {
    var finder = ScenarioFinder(files: ProjectFiles(root: folder.path))
    for path in paths { finder.add(folder.file(path)) }
    return (finder.names, finder.diagnostics.map { "\($0.id.rawValue): \($0.message)" })
  }

  @Test func `scenario files are found in every folder, in the same order on every machine`() async throws {
    try await TemporaryFolder.with { folder in
      let names = [
        "journeys/b.yaml", "journeys/a.yml", "journeys/a/z.yaml", "journeys/_fragment.yaml", "journeys/_fragments/x.yaml",
        "journeys/.hidden/x.yaml", "journeys/tenants.yaml", "journeys/a/notes.md", "journeys/_folder.yaml", "journeys/rows.csv",
      ]
      for name in names { try folder.write("", to: name) }
      let (found, problems) = Self.found(["journeys"], in: folder)
      #expect(found == ["journeys/a/z.yaml", "journeys/a.yml", "journeys/b.yaml"])
      #expect(problems == [])
    }
  }

  @Test func `what is asked for by its name is taken whatever it is called, and once`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "journeys/_left.yaml")
      try folder.write("", to: "journeys/a.yaml")
      let (found, problems) = Self.found(["journeys/a.yaml", "journeys/_left.yaml", "journeys", "journeys/../journeys/a.yaml"], in: folder)
      #expect(found == ["journeys/a.yaml", "journeys/_left.yaml"])
      #expect(problems == [])
    }
  }

  @Test func `a file that only the case of its suffix keeps from being run is named`() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["journeys/a.yaml", "journeys/b.YAML", "journeys/c.Yml"] { try folder.write("", to: name) }
      let (found, problems) = Self.found(["journeys"], in: folder)
      #expect(found == ["journeys/a.yaml"])
      #expect(problems.map { $0.prefix(41) } == ["nothing-found: 'journeys/b.YAML' is not r", "nothing-found: 'journeys/c.Yml' is not ru"])
    }
  }

  @Test func `a folder without scenarios is told`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "journeys/readme.md")
      #expect(Self.found(["journeys"], in: folder).problems.count == 1)
    }
  }

  @Test func `a link to a folder above leads round no circle`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "journeys/deep/a.yaml")
      try folder.link("journeys/deep/up", to: "../../journeys")
      let (found, problems) = Self.found(["journeys"], in: folder)
      #expect(found == ["journeys/deep/a.yaml"])
      #expect(problems == [])
    }
  }

  @Test func `folders that lie too deep are told`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "journeys" + String(repeating: "/d", count: 70) + "/a.yaml")
      let (found, problems) = Self.found(["journeys"], in: folder)
      #expect(found == [])
      #expect(problems.first?.hasSuffix("are nested too deeply") == true)
    }
  }

  @Test func `a path outside of the project is told`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("project")
      var finder = ScenarioFinder(files: ProjectFiles(root: folder.file("project")))
      finder.add(folder.file("elsewhere"))
      #expect(finder.names == [])
      #expect(finder.diagnostics.map(\.message).first?.contains("is outside the project") == true)
    }
  }
}
