import FoundationEssentials
import JourneyTestSupport
import SystemCalls
import Testing

/// A folder that is looked at once, and is the one that is written to.
struct HeldFolderTests {
  @Test func `a folder that is exchanged for a link meanwhile stays the one that is written to`() async throws {
    try await TemporaryFolder.with { outside in
      try await TemporaryFolder.with { project in
        try project.write("", to: ".git/HEAD")
        try project.write("", to: "reports/a")
        let path = project.file("reports/run.jsonl")
        try FileSystem.inFolder(of: path) { held throws(SystemError) in
          // What another process may do at this moment.
          try FileSystem.rename(project.file("reports"), to: project.file("moved"))
          link(project.file("reports"), to: outside.path)
          let file = try OpenFile(creating: held, isNew: true)
          file.close()
        }
        #expect(FileStatus(of: project.file("moved/run.jsonl"), followsLinks: false) != nil)
        #expect(FileStatus(of: outside.file("run.jsonl"), followsLinks: false) == nil)
        #expect(throws: SystemError.leadsOut) { try FileSystem.inFolder(of: path) { _ throws(SystemError) in } }
      }
    }
  }

  @Test(arguments: ["a/../b/run.txt", "./b/run.txt", "b//run.txt"])
  func `a path with other spellings leads to the same file`(name: String) async throws {
    try await TemporaryFolder.with { project in
      for folder in ["a", "b"] { try project.write("", to: "\(folder)/x") }
      let found = try FileSystem.inFolder(of: project.file(name)) { held throws(SystemError) in
        let file = try OpenFile(creating: held, isNew: true)
        file.close()
        return held.hasSuffix("/run.txt")
      }
      #expect(found && FileStatus(of: project.file("b/run.txt"), followsLinks: false) != nil)
    }
  }

  private func link(_ path: String, to target: String) {
    do { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target) } catch { Issue.record(error) }
  }
}
