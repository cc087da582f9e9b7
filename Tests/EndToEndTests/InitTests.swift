import JourneyTestSupport
import Testing

struct InitTests {
  @Test func `a project that was begun is green at once, and is not begun twice`() async throws {
    try await TemporaryFolder.with { folder in
      let begun = try await BuiltCommand.run("init", in: folder.path)
      #expect(begun.code == 0, "\(begun)")
      let written = begun.output.lines.compactMap { $0.hasPrefix("wrote ") ? String($0.dropFirst(6)) : nil }
      #expect(written.contains("journeys/tenants.yaml"))
      #expect(try await BuiltCommand.run("check", "--strict", in: folder.path).code == 0)
      let walked = try await BuiltCommand.run("run", in: folder.path)
      #expect(walked.code == 0, "\(walked)")
      let before = try written.map(folder.bytes)
      let again = try await BuiltCommand.run("init", in: folder.path)
      #expect(again.code == 2)
      #expect(again.error.contains("'\(written[0])'"))
      #expect(try written.map(folder.bytes) == before)
    }
  }

  @Test func `a folder without a name, as an unset variable gives, is refused`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(["init", ""], in: folder.path)
      #expect(outcome.code == 64 && outcome.error.contains("the folder is empty"), "\(outcome)")
      #expect(try folder.names() == [])
    }
  }
}
