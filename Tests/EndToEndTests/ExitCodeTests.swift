import JourneyTestSupport
import Testing

struct ExitCodeTests {
  /// The name of one shipped journey.
  private static let one = "^Sign in with a password$"

  @Test(arguments: [
    ["run", "--no-such-flag"], ["run", "--jobs", "0"], ["run", "--jobs", "many"], ["run", "--quiet", "--verbose"],
    ["run", "--timeout", "soon"], ["run", "--var", "novalue"], ["list", "--format", "xml"], ["walk"], ["report"],
    ["mock", "acme", "--host", "0.0.0.0"], ["run", "--junit-dialect", "xunit"], ["run", "--retries", "-1"], ["mock"],
  ])
  func `wrong usage ends with 64 and says what is possible`(arguments: [String]) async throws {
    let outcome = try await BuiltCommand.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test(arguments: [["--tag", "nobody"], ["--name", "^nothing$"], ["--tag", "smoke", "--name", "Somebody"]])
  func `nothing selected ends with 2, unless that is allowed`(flags: [String]) async throws {
    let outcome = try await BuiltCommand.run(["run"] + flags)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("nothing selected, nothing walked"))
    #expect(try await BuiltCommand.run(["run", "--allow-empty"] + flags).code == 0)
    #expect(try await BuiltCommand.run(["run", "--dry-run"] + flags).code == 2)
  }

  @Test(arguments: [
    (["run", "no-such-folder"], "no-such-folder"), (["run", "--tag", "and and"], "tag expression"),
    (["run", "--name", "("], "--name"), (["run", "--secrets", "no-such-file"], "no-such-file"),
    (["run", "--mock-at", "nowhere"], "--mock-at"), (["run", "--tenant", "nobody"], "nobody"),
    (["run", "--tenant", "acme=nobody"], "nobody"), (["run", "--app", "windows"], "windows"),
  ])
  func `what cannot be planned ends with 2 and is named`(arguments: [String], named: String) async throws {
    let outcome = try await BuiltCommand.run(arguments)
    #expect(outcome.code == 2, "\(outcome.output)\(outcome.error)")
    #expect((outcome.output + outcome.error).contains(named), "\(outcome.output)\(outcome.error)")
  }

  @Test func `a journey that cannot be walked ends with 3 and is broken`() async throws {
    try await HeldPort.closed { port in
      try await TemporaryFolder.with { folder in
        let outcome = try await BuiltCommand.run(
          "run", "--name", Self.one, "--mock-at", port.address, "--junit", folder.file("junit.xml"))
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("BROKEN"))
        let report = try JUnitFile(folder.text(of: "junit.xml"))
        #expect(report.count(of: "error") == 1)
        #expect(report.told("errors") == 1)
      }
    }
  }

  @Test(arguments: ["--junit", "--json", "--tap", "--markdown", "--html", "--log"])
  func `a report that cannot be written ends with 74`(flag: String) async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("run", "--name", Self.one, flag, folder.path)
      #expect(outcome.code == 74)
      #expect(outcome.error.contains("error: "))
      #expect(try folder.names() == [])
    }
  }

  @Test(arguments: ["--junit", "--json", "--tap", "--markdown", "--html", "--log"])
  func `a full disk ends with 74 and is named`(flag: String) async throws {
    let outcome = try await BuiltCommand.run("run", "fixtures/failing", flag, "/dev/full")
    #expect(outcome.code == 74)
    #expect(outcome.error.lowercased().contains("/dev/full' cannot be written: no space"), "\(outcome.error)")
    #expect(flag == "--log" || outcome.output.contains("1 failed"))
  }

  @Test func `a report goes to a device as to a file`() async throws {
    let outcome = try await BuiltCommand.run("run", "fixtures/failing", "--quiet", "--junit", "/dev/stdout")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("<testsuites "))
  }

  @Test func `a report that cannot be written weighs more than a failure`() async throws {
    let outcome = try await BuiltCommand.run("run", "fixtures/failing", "--junit", "Package.swift/junit.xml")
    #expect(outcome.code == 74)
    #expect(outcome.output.contains("1 failed"))
  }

  @Test func `a log that is none ends a report with an error`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("this is no log\n", to: "log.jsonl")
      let wrong = try await BuiltCommand.run("report", "--from", folder.file("log.jsonl"), "--junit", folder.file("junit.xml"))
      #expect(wrong.code == 64)
      #expect(wrong.error.hasPrefix("error: "))
      let missing = try await BuiltCommand.run("report", "--from", folder.file("none.jsonl"))
      #expect(missing.code == 64)
      #expect(try folder.names() == ["log.jsonl"])
    }
  }
}
