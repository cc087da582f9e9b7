import JourneyTestSupport
import Testing

/// The changelog as release notes are taken from it.
struct ChangelogTests {
  private static func headings() throws -> [Substring] {
    try Fixtures.text(of: "CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
  }

  @Test func `what is not released comes first, every release has its date, the newest before the others`() throws {
    let headings = try Self.headings()
    #expect(headings.first == "## Unreleased")
    let dates = headings.dropFirst().map { heading in
      heading.wholeMatch(of: /## \d+\.\d+\.\d+ - (\d{4}-\d{2}-\d{2})/).map { String($0.1) }
    }
    #expect(!dates.contains(nil), "\(headings)")
    #expect(dates.compactMap(\.self) == dates.compactMap(\.self).sorted(by: >))
  }

  @Test func `the notes of a release are its section and nothing else`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(
        "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 - 2026-11-30\n\n- Second.\n  More of it.\n\n## 0.1.0 - 2026-11-22\n\n- First.\n",
        to: "CHANGELOG.md")
      func notes(_ arguments: String...) async throws -> (ChildProcess.Ending, String) {
        let script = "\(Fixtures.packageRoot)/.ci/release-notes"
        var child = try ChildProcess(
          script, [folder.file("CHANGELOG.md")] + arguments, environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], folder: folder.path)
        let ending = await child.end()
        return (ending, child.output.text)
      }
      #expect(try await notes("0.2.0") == (.exited(0), "- Second.\n  More of it.\n"))
      #expect(try await notes("0.1.0") == (.exited(0), "- First.\n"))
      #expect(try await notes("0.3.0") == (.exited(1), ""))
      #expect(try await notes("0.3.0", "1") == (.exited(0), "- New.\n"))
    }
  }
}
