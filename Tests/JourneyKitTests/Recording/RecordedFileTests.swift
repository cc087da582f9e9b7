import JourneyTestSupport
import Testing

@testable import JourneyKit

struct RecordedFileTests {
  @Test(arguments: [
    "", "\n", "# nothing\n", "# no line feed", "---\n", "journey: A\nsteps: [finish: ]\n---", "journey: A\r\nsteps:\r\n- finish:\r\n",
    "journey: A\nsteps: [finish: ]\n...\n", "journey: A\nsteps: [finish: ]\ndescription: |\n  ---",
  ])
  func `what stands in a file stays, and a document comes behind it`(before: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(before, to: "a.yaml")
      let file = try RecordedFile(folder.file("a.yaml"))
      let line = file.nextLine
      try file.add("journey: B\n")
      let text = try folder.text(of: "a.yaml")
      #expect(text.utf8.starts(with: before.utf8))
      #expect(text.hasSuffix("\njourney: B\n") || text == "journey: B\n")
      let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect(lines.count == line + 1)
    }
  }

  @Test func `a file keeps its permissions and the link to it`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("# one\n", to: "one.yaml")
      try folder.permit(0o600, "one.yaml")
      try folder.link("link.yaml", to: "one.yaml")
      try RecordedFile(folder.file("link.yaml")).add("journey: B\n")
      #expect(try folder.permissions(of: "one.yaml") == 0o600)
      #expect(try folder.text(of: "one.yaml") == "# one\n\n---\njourney: B\n" || folder.text(of: "one.yaml") == "# one\n---\njourney: B\n")
      #expect(try folder.names() == ["link.yaml", "one.yaml"])
    }
  }

  @Test func `what cannot be written to is refused before anybody walks`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("# one\n", to: "one.yaml")
      try folder.permit(0o444, "one.yaml")
      try folder.link("nowhere.yaml", to: "missing.yaml")
      try folder.makeFolder("folder.yaml")
      let refusals = [
        "one.yaml": "read-only", "nowhere.yaml": "a link that leads nowhere", "folder.yaml": "not a plain file",
        "notes.txt": "not a file of scenarios",
        "tenants.yaml": "a file of settings", "_folder.yml": "a file of settings",
      ]
      for (name, reason) in refusals {
        #expect { _ = try RecordedFile(folder.file(name)) } throws: { "\($0)".contains(reason) }
      }
    }
  }

  @Test func `what somebody else writes meanwhile is not lost`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("# one\n", to: "one.yaml")
      let file = try RecordedFile(folder.file("one.yaml"))
      try folder.write("# two\n", to: "one.yaml")
      #expect { try file.add("journey: B\n") } throws: { "\($0)".contains("was changed meanwhile") }
      #expect(try folder.text(of: "one.yaml") == "# two\n")
    }
  }
}
