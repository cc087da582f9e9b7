import FoundationEssentials
import JourneyTestSupport
import Testing

@Suite(.serialized) struct OutcomesCommandTests {
  private static func arguments(_ more: String...) -> [String] { ["outcomes", project, "--fail-on", "never"] + more }
  private static let project = "journeys/_docs/_workforce"
  private static let page = "Sources/JourneyKit/JourneyKit.docc/Rules.md"

  @Test(arguments: ["text", "csv", "json"])
  func `every list has a table, administrators' apps first`(_ format: String) async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--format", format))
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "outcomes.\(format == "text" ? "txt" : format)")
  }

  @Test func `the page on rules shows the example's tables`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--format", "markdown"))
    let page = try Fixtures.text(of: Self.page)
    let parts = page.split(separator: "<!-- outcomes -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    let written = parts[1][..<end.lowerBound]
    let text = "\n" + outcome.output + "\n"
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = page[..<written.startIndex] + text + page[written.endIndex...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(Self.page)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(written) == text)
    }
  }

  @Test func `an app's rows join the session's rules with its own, each with an example and what failed above`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--client", "portal", "--given", "zones=none", "--explain"))
    #expect(outcome.code == 0)
    try expectGolden(outcome.output, "outcomes-portal.txt")
  }

  @Test func `one person in one situation has one row`() async throws {
    let carl = try await BuiltCommand.run(Self.arguments("--client", "portal", "--who", "carl", "--given", "ordinary"))
    #expect(carl.output.lines.count { $0.contains("Default Rule + Catch-all") } == 1)
    #expect(carl.output.lines.count == 3)
  }

  @Test func `the weakest way into each app is said with the rules that allow it`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--weakest"))
    #expect(
      outcome.output == """
        console (for administrators): password and email, by 'Emergency stays open' and 'Emergency'
        portal: password, by 'Default Rule' and 'Catch-all'
        payroll: password, by 'Default Rule' and 'New hires'; not known whether there is a weaker one

        """)
  }

  @Test func `every rule that reads a word is found`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments("--uses", "Contractors"))
    #expect(
      outcome.output == """
        app list 'Portal sign-on', rule 'Contractors out': who and when
        app list 'Payroll sign-on', rule 'Contractors': who and when

        """)
  }

  @Test func `a row that is not known is exit code 3, unless that is no failure`() async throws {
    #expect(try await BuiltCommand.run("outcomes", Self.project).code == 3)
    #expect(try await BuiltCommand.run("outcomes", Self.project, "--client", "portal").code == 0)
  }

  @Test func `a stored table is compared line by line`() async throws {
    try await TemporaryFolder.with { folder in
      let stored = folder.file("outcomes.csv")
      let csv = try await BuiltCommand.run(Self.arguments("--format", "csv")).output
      try csv.write(toFile: stored, atomically: true, encoding: .utf8)
      let same = try await BuiltCommand.run(Self.arguments("--format", "csv", "--check", stored))
      #expect(same.code == 0)
      #expect(same.output == "")
      try csv.replacing("any one proof", with: "nothing").write(toFile: stored, atomically: true, encoding: .utf8)
      let different = try await BuiltCommand.run(Self.arguments("--format", "csv", "--check", stored))
      #expect(different.code == 1)
      #expect(different.output.lines.contains { $0.hasPrefix("+ App rules: Portal sign-on,Catch-all,the rest,any one proof,") })
      #expect(!different.output.contains("High risk"))
      #expect(try await BuiltCommand.run(Self.arguments("--check", folder.file("none.txt"))).code == 74)
    }
  }

  @Test(arguments: [
    ([project, "--tenant", "workforc"], "no tenant 'workforc'", "did you mean 'workforce'?"),
    (["--tenant", "acme"], "tenant 'acme' has no rules", ""),
    ([project, "--client", "portl"], "no app 'portl'", "did you mean 'portal'?"),
    ([project, "--given", "abrod"], "no situation 'abrod'", "did you mean 'abroad'?"),
    ([project, "--who", "group=A"], "no fact 'group'", ""),
    ([project, "--given", "risk=hihg"], "'hihg' is not a word of 'session.risk'", "did you mean 'high'?"),
  ])
  func `a wrong name is refused with the nearest`(_ arguments: [String], _ message: String, _ suggestion: String) async throws {
    let outcome = try await BuiltCommand.run(["outcomes"] + arguments)
    #expect(outcome.code == 2)
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(outcome.error.contains(suggestion))
  }
}
