import JourneyTestSupport
import Testing

struct UnhappyPathsTests {
  private static let groups: [(title: String, paths: [UnhappyPath])] = [
    ("No complete response", UnhappyPath.connections), ("Endpoints fail", UnhappyPath.serverErrors),
    ("Responses are not as expected", UnhappyPath.answers), ("The end is wrong", UnhappyPath.ends),
    ("Files are wrong", UnhappyPath.wrongFiles), ("Outputs cannot be written", UnhappyPath.unwritable),
  ]

  @Test
  func `every unhappy path has its verdict, its exit code and one clear sentence, as the docs say`() async throws {
    var page = Self.head
    for group in Self.groups {
      page += "\n## \(group.title)\n\n| what goes wrong | verdict | exit code | message |\n|---|---|---|---|\n"
      for path in group.paths {
        let run = try await UnhappyRun(path)
        Self.judge(run, of: path)
        page += "| \(path.name) | \(path.verdict.rawValue) | \(run.code ?? -1) | \(Self.cell(run.message)) |\n"
      }
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "UnhappyPaths.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static func judge(_ run: UnhappyRun, of path: UnhappyPath) {
    let name = path.name
    #expect(run.code == path.exitCode, "\(name): \(run.console)")
    #expect(run.leftovers == [], "\(name)")
    let isSilent = path.verdict == .passed && path.exitCode == 0
    #expect((isSilent ? 0...0 : 1...300).contains(run.message.utf8.count) && !run.message.contains("\n"), "\(name): '\(run.message)'")
    // Names of types in a message are for those who wrote the program.
    for word in ["Error(", "NIO", "Optional", "errno"] { #expect(!run.message.contains(word), "\(name): '\(run.message)'") }
    switch path.verdict {
    case .passed: #expect(run.cases == ["Sign in", "Another"] && run.passed == run.cases, "\(name): \(run.console)")
    case .failed, .broken:
      #expect(run.cases == ["Sign in", "Another"], "\(name)")
      #expect(run.passed == ["Another"], "\(name): \(run.console)")
    case .refused: #expect(run.passed == [] && !run.cases.isEmpty, "\(name): \(run.cases)")
    }
  }

  private static func cell(_ text: String) -> String {
    text.isEmpty ? "none" : "`" + text.replacing("|", with: "\\|").replacing("`", with: "'") + "`"
  }

  private static let head = """
    # Unhappy paths

    The messages of a run when something goes wrong, and how it ends: written by the tests, from runs of the command.

    A case is *failed* if the tenant did something else than expected, *broken* if it could not be run, and nothing
    runs if a file is *refused*. Every other case is still reported. The message is the one that JUnit readers show;
    if a report cannot be written, it is the one on standard error.

    A run that SIGINT, SIGTERM or SIGHUP interrupts writes complete reports, marks what was not run as skipped, and ends with 130 or
    143; a second signal ends it at once. A run removes the reports and the log of an earlier one when it begins, so a killed run
    leaves no report, and a log that shows how far it got. If it was killed while it wrote a report, a file `junit.xml.journey-` plus
    six letters may remain, which the next run removes. Tests do each at twenty requests of a run.

    """
}
