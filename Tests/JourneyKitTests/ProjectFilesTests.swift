import FoundationEssentials
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct ProjectFilesTests {
  /// Why a path that a scenario names is refused; `nil` where it is not.
  private static func refusal(_ path: String, from base: String, in files: ProjectFiles) -> ScenarioFileError? {
    do throws(ScenarioFileError) {
      _ = try files.bytes(of: try files.name(of: path, relativeTo: base))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a path is relative to the file that names it`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("a", to: "journeys/_fragments/a.yaml")
      try folder.write("b", to: "fixtures/b.yaml")
      let files = ProjectFiles(root: folder.path)
      #expect(try files.name(of: "_fragments/a.yaml", relativeTo: "journeys/x.yaml") == "journeys/_fragments/a.yaml")
      #expect(try files.name(of: "../fixtures/./b.yaml", relativeTo: "journeys/x.yaml") == "fixtures/b.yaml")
      #expect(try files.bytes(of: "fixtures/b.yaml") == Array("b".utf8))
    }
  }

  @Test func `what lies outside of the project is not read`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("secret", to: "secret.txt")
      try folder.write("x", to: "project/journeys/x.yaml")
      let files = ProjectFiles(root: folder.file("project"))
      let outside = ScenarioFileError("it is outside the project")
      #expect(Self.refusal("../../secret.txt", from: "journeys/x.yaml", in: files) == outside)
      #expect(Self.refusal("../journeys/../../secret.txt", from: "journeys/x.yaml", in: files) == outside)
      let absolute = ScenarioFileError("paths are relative to the file that names them")
      #expect(Self.refusal(folder.file("secret.txt"), from: "journeys/x.yaml", in: files) == absolute)
      #expect(files.name(ofArgument: folder.file("secret.txt")) == nil)
      #expect(files.name(ofArgument: folder.file("projects")) == nil)
    }
  }

  @Test func `a link that leads out of the project is not followed, one within is`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("secret", to: "secret.txt")
      try folder.write("within", to: "project/real.yaml")
      try folder.makeFolder("project/journeys")
      try folder.link("project/journeys/out.yaml", to: "../../secret.txt")
      try folder.link("project/journeys/folder", to: "../..")
      try folder.link("project/journeys/in.yaml", to: "../real.yaml")
      let files = ProjectFiles(root: folder.file("project"))
      #expect(Self.refusal("out.yaml", from: "journeys/x.yaml", in: files) != nil)
      #expect(Self.refusal("folder/secret.txt", from: "journeys/x.yaml", in: files) != nil)
      #expect(throws: ScenarioFileError("it is a link that leads outside the project")) { try files.bytes(of: "journeys/out.yaml") }
      #expect(Self.refusal("in.yaml", from: "journeys/x.yaml", in: files) == nil)
    }
  }

  @Test func `folders, pipes and large files are refused, each with its reason`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("folder.yaml")
      try #require(mkfifo(folder.file("pipe.yaml"), 0o600) == 0)
      try folder.write("", to: "large.yaml")
      try #require(truncate(folder.file("large.yaml"), off_t(ProjectFiles.sizeLimit + 1)) == 0)
      try folder.write("", to: "full.yaml")
      try #require(truncate(folder.file("full.yaml"), off_t(ProjectFiles.sizeLimit)) == 0)
      let files = ProjectFiles(root: folder.path)
      #expect(throws: ScenarioFileError("it is a folder")) { try files.bytes(of: "folder.yaml") }
      #expect(throws: ScenarioFileError("it is not a regular file")) { try files.bytes(of: "pipe.yaml") }
      #expect(throws: ScenarioFileError("it has more than 16 MB")) { try files.bytes(of: "large.yaml") }
      #expect(try files.bytes(of: "full.yaml").count == ProjectFiles.sizeLimit)
    }
  }

  @Test func `a file that is not there is named with its nearest neighbour`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "journeys/_fragments/sign-in.yaml")
      let files = ProjectFiles(root: folder.path)
      let nearest = ScenarioFileError("no such file", nearest: "sign-in.yaml")
      #expect(Self.refusal("_fragments/sing-in.yaml", from: "journeys/x.yaml", in: files) == nearest)
      #expect(
        Self.refusal("nowhere/at-all.yaml", from: "journeys/x.yaml", in: files)
          == ScenarioFileError("no folder 'journeys/nowhere'"))
    }
  }

  @Test func `the project is the folder around journeys`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "one/journeys/sign-in/a.yaml")
      let root = ProjectFiles(root: folder.file("one")).root
      for path in ["one/journeys", "one/journeys/", "one/journeys/sign-in/a.yaml", "one/journeys/./sign-in/.."] {
        #expect(ProjectFiles.around(folder.file(path)).root == root, "\(path)")
      }
      #expect(ProjectFiles.around(folder.file("one/other.yaml")).root == root)
    }
  }

  @Test func `a project may be the whole disk`() {
    let files = ProjectFiles.around("/journeys")
    #expect(files.root == "/")
    #expect(files.name(ofArgument: "/journeys/a.yaml") == "journeys/a.yaml")
  }

  @Test func `a folder file is found by both of its names`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "a/_folder.yaml")
      try folder.write("", to: "b/_folder.yml")
      let files = ProjectFiles(root: folder.path)
      #expect(["a", "b", "c", ""].map(files.folderFile) == ["a/_folder.yaml", "b/_folder.yml", nil, nil])
    }
  }
}
