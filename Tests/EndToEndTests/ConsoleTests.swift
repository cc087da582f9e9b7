import JourneyTestSupport
import Testing

/// What a person sees: how much of it, in colour or not, on a terminal or in a log.
struct ConsoleTests {
  private static let failing = ["run", "fixtures/failing", "--seed", "7", "--jobs", "1"]
  private static let clearing = "\r\u{1B}[2K"

  /// A project with many rows of one scenario that all fail for one reason.
  private static func withRows<Outcome>(_ count: Int, _ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      let rows = (1...count).map { "  - {case: row \($0), label: Telephone}\n" }.joined()
      try folder.write(
        "journey: Asks for a number\nexamples:\n\(rows)steps:\n  - screen: identification\n    widgets:\n      identifier: {label: \"${label}\"}\n",
        to: "journeys/rows.yaml")
      return try await body(folder)
    }
  }

  @Test func `quiet says what failed and the counts, and nothing of what passed`() async throws {
    let passed = try await BuiltCommand.run("run", "journeys/sign-in", "--quiet")
    #expect(passed.code == 0)
    #expect(passed.error == "" && passed.output.lines.count == 1 && passed.output.contains(" passed"), "\(passed)")
    let failed = try await BuiltCommand.run(Self.failing + ["--quiet"])
    #expect(failed.output.hasPrefix("\nFAILED  ") && failed.output.hasSuffix(": 1 failed\n") && failed.error == "", "\(failed)")
  }

  @Test func `verbose tells each step as it ends, to standard error`() async throws {
    let usual = try await BuiltCommand.run(Self.failing)
    let verbose = try await BuiltCommand.run(Self.failing + ["--verbose"])
    // After the run it lists the edges of the mock that were taken.
    #expect(verbose.output.timeless.hasPrefix(usual.output.timeless))
    let steps = verbose.error.lines.filter { $0.contains("(A wrong password is refused)") }
    #expect(steps.first?.hasPrefix("  passed   screen identification") == true, "\(verbose.error)")
    #expect(steps.last?.hasPrefix("  failed   screen password") == true && steps.last?.contains("2 mismatches") == true, "\(verbose.error)")
  }

  @Test func `trace shows every exchange with a curl line, and no secret`() async throws {
    let outcome = try await BuiltCommand.run(Self.failing + ["--trace"])
    let lines = outcome.error.lines.map { $0.drop { $0 == " " } }
    let asked = lines.indices.filter { lines[$0].hasPrefix("> ") }
    #expect(asked.count > 3, "\(outcome.error)")
    for index in asked {
      let words = lines[index].split(separator: " ")
      let curl = lines[index + 1]
      #expect(curl.hasPrefix("curl -i "), "\(curl)")
      #expect(words[1] == "GET" || curl.contains("-X \(words[1])"), "\(curl)")
      #expect(curl.hasSuffix("'\(words[2])'") || curl.hasSuffix(" \(words[2])"), "\(curl)")
    }
    #expect(lines.count { $0.hasPrefix("< 2") || $0.hasPrefix("< 3") || $0.hasPrefix("< 4") } == asked.count, "\(outcome.error)")
    #expect(outcome.error.contains("***") && !outcome.error.contains("not-her-password"))
  }

  @Test func `a hundred cases that fail for one reason are told once`() async throws {
    try await Self.withRows(100) { folder in
      let outcome = try await BuiltCommand.run("run", "--jobs", "8", in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.output.lines.count { $0.contains("Screen shown: ") } == 1)
      #expect(outcome.output.contains("Same problem in 99 more cases:"))
      #expect(outcome.output.contains("100 failed"), "\(outcome.output.suffix(600))")
      #expect(outcome.output.lines.count < 100 + 60)
      let quiet = try await BuiltCommand.run("run", "--quiet", in: folder.path)
      #expect(quiet.output.lines.count < 60)
    }
  }

  @Test func `in a log nothing is drawn over, and every line is whole`() async throws {
    let outcome = try await BuiltCommand.run("run", "journeys/sign-in", "--verbose")
    #expect(!(outcome.output + outcome.error).contains { $0 == "\r" || $0 == "\u{1B}" })
    #expect(outcome.output.hasSuffix("\n") && outcome.error.hasSuffix("\n"))
  }

  @Test(arguments: [40, 80])
  func `on a terminal one line tells what goes on, as wide as the terminal at most, and goes again`(columns: Int) async throws {
    let outcome = try await PseudoTerminal.run(["run", "journeys/sign-in", "--jobs", "2"], columns: columns)
    #expect(outcome.code == 0, "\(outcome.text)")
    let drawn = outcome.text.split(separator: Self.clearing).dropFirst().filter { !$0.isEmpty && !$0.contains("\r\n") }
    #expect(!drawn.isEmpty, "\(outcome.text)")
    for line in drawn { #expect(line.count < columns, "\(line)") }
    // What is left in the end are whole lines.
    let last = try #require(outcome.text.split(separator: Self.clearing).last)
    #expect(last.hasSuffix("passed\u{1B}[0m\r\n") || last.hasSuffix("\r\n"), "\(last)")
  }

  @Test func `COLUMNS says how wide a terminal is where it is set`() async throws {
    let outcome = try await PseudoTerminal.run(["run", "journeys/sign-in"], columns: 200, environment: ["COLUMNS": "40"])
    let drawn = outcome.text.split(separator: Self.clearing).dropFirst().filter { !$0.isEmpty && !$0.contains("\r\n") }
    #expect(!drawn.isEmpty && drawn.allSatisfy { $0.count < 40 }, "\(outcome.text)")
  }

  @Test(
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["FORCE_COLOR": "0"], true),
    ] as [([String: String], Bool)])
  func `a terminal has colours unless NO_COLOR is set`(environment: [String: String], isColoured: Bool) async throws {
    let outcome = try await PseudoTerminal.run(Self.failing, columns: 100, environment: environment)
    #expect(outcome.code == 1)
    #expect(outcome.text.contains("\u{1B}[1;31mFAILED") == isColoured, "\(outcome.text)")
  }

  @Test func `quiet draws nothing on a terminal`() async throws {
    let outcome = try await PseudoTerminal.run(["run", "journeys/sign-in", "--quiet"], columns: 80)
    #expect(outcome.code == 0 && !outcome.text.contains(Self.clearing), "\(outcome.text)")
  }
}
