import JourneyTestSupport
import Testing

struct UnhappyPathsTests {
  private static let groups: [(title: String, paths: [UnhappyPath])] = [
    ("No whole answer comes", UnhappyPath.connections), ("Endpoints fail", UnhappyPath.serverErrors),
    ("Answers are not what they should be", UnhappyPath.answers), ("The end is wrong", UnhappyPath.ends),
    ("Files are wrong", UnhappyPath.wrongFiles), ("What is written cannot be", UnhappyPath.unwritable),
  ]

  @Test(.timeLimit(.minutes(5)))
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

    What a run says when something goes wrong, and how it ends: written by the tests, from runs of the command.

    A case is *failed* where a tenant did something else than was expected, *broken* where it could not be walked, and nothing is
    walked where a file is *refused*. Every other case is reported all the same. The message is the one that JUnit's readers show;
    where a report cannot be written, it is the one on standard error.

    A run that SIGINT or SIGTERM interrupts writes its reports whole, what was not walked is skipped, and ends with 130 or 143; a
    second signal ends it at once. One that is killed leaves the reports of the run before as they were, and a log that tells how
    far it came; where it was killed while it wrote a report, `junit.xml.journey-` and six letters may lie beside the report,
    which the next run removes. Tests do each at twenty requests of a run.

    """
}
