import JourneyTestSupport
import Testing

struct ListAndCheckTests {
  @Test(arguments: [("text", "list.txt"), ("json", "list.jsonl")])
  func `the list has every case with its place, its tags and why it is skipped`(format: String, golden: String) async throws {
    try await ListedProject.with { folder in
      let outcome = try await BuiltCommand.run("list", "--format", format, in: folder.path)
      #expect(outcome.code == 0)
      #expect(outcome.error == "")
      try expectGolden(outcome.output, golden)
    }
  }

  @Test func `a dry run lists what would be walked, and asks nobody`() async throws {
    try await ListedProject.with { folder in
      let list = try await BuiltCommand.run("list", "--tag", "session", in: folder.path)
      let dry = try await BuiltCommand.run("run", "--dry-run", "--tag", "session", in: folder.path)
      #expect(dry.code == 0)
      #expect(dry.output == list.output)
      #expect(!dry.output.isEmpty)
    }
  }

  @Test func `what is shipped has neither mistakes nor warnings`() async throws {
    let outcome = try await BuiltCommand.run("check", "--strict")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasSuffix(" cases, 0 errors, 0 warnings\n"))
  }

  @Test func `every mistake of every file is shown at its place`() async throws {
    let files = ["everything-at-once", "misspelt-steps", "tab", "unknown-account"].map { "fixtures/broken/\($0).yaml" }
    let outcome = try await BuiltCommand.run(["check"] + files)
    #expect(outcome.code == 2)
    try expectGolden(outcome.output + outcome.error, "check.txt")
  }

  @Test func `nothing is walked while a file is wrong, and the reports say so`() async throws {
    try await TemporaryFolder.with { folder in
      let junit = folder.file("junit.xml")
      let outcome = try await BuiltCommand.run(
        "run", "journeys", "fixtures/broken/misspelt-steps.yaml", "--seed", "7", "--jobs", "1", "--junit", junit)
      #expect(outcome.code == 2)
      #expect(outcome.output.contains("1 file has errors, nothing was run"))
      try expectGolden(outcome.error.timeless, "refused.txt")
      let report = try JUnitFile(folder.text(of: "junit.xml"))
      #expect(report.count(of: "error") == 1)
      #expect(report.count(of: "skipped") == report.count(of: "testcase") - 1)
      #expect(!outcome.output.contains("passed"))
    }
  }

  @Test func `a warning is a mistake only where that is asked for`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(
        "journey: Looks at nothing\ntenant: acme\nsteps:\n  - screen: identification\n    optional: true\n", to: "journeys/a.yaml")
      try folder.write(TenantText.live(at: "https://acme.test"), to: "journeys/tenants.yaml")
      let usual = try await BuiltCommand.run("check", in: folder.path)
      #expect(usual.code == 0)
      #expect(usual.output == "1 case, 0 errors, 1 warning\n")
      #expect(try await BuiltCommand.run("check", "--strict", in: folder.path).code == 2)
    }
  }
}
