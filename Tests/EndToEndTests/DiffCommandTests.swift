import Encodings
import JourneyTestSupport
import Testing

struct DiffCommandTests {
  private static let arguments = ["diff", "journeys/sign-in/lock-out.yaml", "--tenant", "acme=acme-next", "--jobs", "1"]

  @Test func `it says in sentences what people would meet`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments)
    #expect(outcome.code == 1)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "diff.txt")
  }

  @Test func `the reports say the same`() async throws {
    try await TemporaryFolder.with { folder in
      let files = ["--markdown", folder.file("d.md"), "--json", folder.file("d.jsonl"), "--html", folder.file("d.html")]
      let outcome = try await BuiltCommand.run(Self.arguments + files + ["--fail-on", "never"])
      #expect(outcome.code == 0)
      try expectGolden(try folder.text(of: "d.md"), "diff.md")
      try expectGolden(try folder.text(of: "d.jsonl"), "diff.jsonl")
      let lines = try folder.text(of: "d.jsonl").lines.map { try JSONReader.read(Array($0.utf8), counts: .unlimited) }
      #expect(lines.last?["kind"] == "diff-ended")
      let page = try folder.text(of: "d.html")
      #expect(page.contains("Email or user name") && page.contains("<figure") && !page.contains("<script"))
    }
  }

  @Test func `a promise that only the first version keeps is a breaking change`() async throws {
    let arguments = ["diff", "journeys/okta/sign-in.yaml", "--tenant", "cascade=cascade-lax", "--fail-on", "never"]
    let plain = try await BuiltCommand.run(arguments)
    #expect(!plain.output.contains("promise"))
    let outcome = try await BuiltCommand.run(arguments + ["--promises"])
    #expect(outcome.error == "" && outcome.output.contains("the promise 'second-factor-at-cascade' is broken"), "\(outcome.output)")
    #expect(outcome.output.contains("promises of cascade-lax: "))
    #expect(outcome.output.contains("id      cascade:promise:second-factor-at-cascade"))
  }

  @Test func `a project without promises has none to check`() async throws {
    try await TemporaryFolder.with { folder in
      let pair = try DraftProject.write(draft: "policy: {code: {tries: 2}}", of: "harbor", to: folder)
      try folder.write("journey: a\ntenant: harbor\nsteps: [{screen: signIn}]\n", to: "journeys/a.yaml")
      let outcome = try await BuiltCommand.run(["diff", "--tenant", pair, "--promises"], in: folder.path)
      #expect(outcome.code == 2)
      #expect(outcome.error.contains("--promises: no promises.yaml was found next to tenants.yaml"), "\(outcome.error)")
    }
  }

  @Test func `GitHub's summary is appended to, another file is replaced`() async throws {
    try await TemporaryFolder.with { folder in
      let summary = folder.file("summary.md")
      for file in ["summary.md", "other.md"] {
        try folder.write("## Built\n", to: file)
        let arguments = Self.arguments + ["--markdown", folder.file(file), "--fail-on", "never"]
        #expect(try await BuiltCommand.run(arguments, environment: ["GITHUB_STEP_SUMMARY": summary]).code == 0)
      }
      let written = try folder.text(of: "other.md")
      #expect(!written.contains("## Built"))
      #expect(try folder.text(of: "summary.md") == "## Built\n\n" + written)
    }
  }

  @Test func `GitHub's summary takes Markdown alone, and no more than it has room for`() async throws {
    try await TemporaryFolder.with { folder in
      let summary = folder.file("summary.md")
      let full = String(repeating: "x", count: 1_048_570)
      try folder.write(full, to: "summary.md")
      let arguments = Self.arguments + ["--fail-on", "never"]
      for flag in ["--json", "--html"] {
        let refused = try await BuiltCommand.run(arguments + [flag, summary], environment: ["GITHUB_STEP_SUMMARY": summary])
        #expect(refused.code == 64 && refused.error.contains("only --markdown is appended to it"), "\(refused)")
      }
      let outcome = try await BuiltCommand.run(arguments + ["--markdown", summary], environment: ["GITHUB_STEP_SUMMARY": summary])
      #expect(outcome.code == 74)
      #expect(outcome.error.contains("it has 1048570 bytes, and GitHub shows no summary of more than 1048576"), "\(outcome.error)")
      #expect(try folder.text(of: "summary.md") == full)
    }
  }

  @Test func `a text of a mock is one line that steers nothing, and a secret of the caller in it is hidden`() async throws {
    try await TemporaryFolder.with { folder in
      #expect(try await BuiltCommand.run("init", in: folder.path).code == 0)
      let tenants = try folder.text(of: "journeys/tenants.yaml")
      try folder.write(
        tenants.replacing("password: Ada-heron-77", with: "password: \"${secret.ADA_PASSWORD}\"").replacing(
          "tenants:\n",
          with: """
            tenants:
              next:
                like: example
                mock: _mock/next.yaml
                accounts:
                  ada: {email: ada@example.test, password: "${secret.ADA_PASSWORD}"}

            """), to: "journeys/tenants.yaml")
      let wrong = "Wrong Ada-heron-99\\n::error::boo \\e[31mred\\u202E"
      let next = "tenant: example-next\nextends: example.yaml\nmessages:\n  wrong: {on: password, en: \"\(wrong)\"}\n"
      try folder.write(next, to: "journeys/_mock/next.yaml")
      let files = ["--json", "d.jsonl", "--html", "d.html", "--markdown", "d.md"]
      let outcome = try await BuiltCommand.run(
        ["diff", "--tenant", "example=next", "--fail-on", "never"] + files, environment: ["ADA_PASSWORD": "Ada-heron-99"], in: folder.path)
      #expect(outcome.code == 0 && outcome.output.contains("cause "), "\(outcome)")
      #expect(!outcome.output.contains("\n::error") && outcome.output.contains("␊::error::boo red\u{FFFD}"), "\(outcome.output)")
      let written = try ["d.jsonl", "d.html", "d.md"].map { try folder.text(of: $0) }
      for text in written + [outcome.output, outcome.error] { #expect(!text.contains("Ada-heron-99")) }
      #expect(!written[2].contains("\u{1B}") && !written[2].contains("\u{202E}"))
    }
  }

  @Test(arguments: [("protocol", 0), ("breaking,wording", 1), ("any", 1), ("never", 0)] as [(String, Int32)])
  func `it fails on the classes that are named`(list: String, code: Int32) async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + ["--fail-on", list])
    #expect(outcome.code == code, "\(outcome.output)")
  }

  @Test func `what is allowed fails nothing, and what is allowed and does not come does`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments + ["--allow", "journeys/_mock/acme-next.rollout.yaml"])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("ALLOWED BUT NOT FOUND\n-  acme:terms:screen-added\n"), "\(outcome.output)")
  }

  private static let rules = ["diff", "journeys/_docs/_workforce", "--tenant"]

  @Test func `rules of two mocks are compared for everybody, and who can no longer sign in comes first`() async throws {
    let outcome = try await BuiltCommand.run(Self.rules + ["workforce=workforce-next", "--seed", "7"])
    #expect(outcome.code == 1)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "diff-rules.txt")
    try DocumentedOutput.check("```\n\(outcome.output)```\n", in: "Rules.md", between: "<!-- diff -->\n", and: "<!-- end of diff -->")
  }

  @Test func `reports have the changes of rules`() async throws {
    try await TemporaryFolder.with { folder in
      let files = ["--markdown", folder.file("d.md"), "--json", folder.file("d.jsonl"), "--html", folder.file("d.html")]
      let more = ["workforce=workforce-next", "--seed", "7", "--fail-on", "never"] + files
      #expect(try await BuiltCommand.run(Self.rules + more).code == 0)
      try expectGolden(try folder.text(of: "d.md"), "diff-rules.md")
      try expectGolden(try folder.text(of: "d.jsonl"), "diff-rules.jsonl")
      let page = try folder.text(of: "d.html")
      #expect(page.contains("who were refused can now sign in to portal") && !page.contains("<script"))
    }
  }

  @Test func `reports name the two versions where no scenario runs on them`() async throws {
    try await TemporaryFolder.with { folder in
      let mocks = ["assurance", "workforce", "workforce-next", "workforce-moved"].map { "_mock/\($0).yaml" }
      for name in ["tenants.yaml"] + mocks {
        try folder.write(try Fixtures.text(of: "journeys/_docs/_workforce/\(name)"), to: "journeys/\(name)")
      }
      let files = ["--markdown", "d.md", "--json", "d.jsonl", "--fail-on", "never"]
      let outcome = try await BuiltCommand.run(["diff", "--tenant", "workforce=workforce-next"] + files, in: folder.path)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(try folder.text(of: "d.md").lines.first == "### What changes for users: workforce → workforce-next")
      let lines = try folder.text(of: "d.jsonl").lines
      let headline = #"{"v":1,"kind":"rules","before":"workforce","after":"workforce-next","text":"rules of workforce →"#
      #expect(lines.first?.hasPrefix(headline) == true, "\(lines)")
      #expect(lines.contains { $0.contains(#""kind":"diff-ended","before":"workforce","after":"workforce-next""#) }, "\(lines)")
    }
  }

  @Test func `who is locked out in some situations alone is named with an example of both`() async throws {
    let outcome = try await BuiltCommand.run(Self.rules + ["workforce=workforce-office", "--seed", "7"])
    #expect(outcome.code == 1)
    let text = "```\n$ journey diff journeys/_docs/_workforce --tenant workforce=workforce-office\n\(outcome.output)```\n"
    try DocumentedOutput.check(
      text, in: "BeforeYouChangeAPolicy.md", between: "<!-- one situation -->\n", and: "<!-- end of one situation -->")
    #expect(
      outcome.output.hasPrefix("rules of workforce → workforce-office: some people in group Contractors can no longer sign in to portal, "))
    #expect(outcome.output.lines.first?.hasSuffix("for example the account carl in situation 'abroad'") == true, "\(outcome.output)")
  }

  @Test(arguments: [("any", 3), ("breaking", 3), ("never", 0)] as [(String, Int32)])
  func `a zone that means other addresses is not known`(list: String, code: Int32) async throws {
    let outcome = try await BuiltCommand.run(Self.rules + ["workforce=workforce-moved", "--fail-on", list])
    #expect(outcome.code == code)
    let lines = outcome.output.lines
    let reason = "what 'zone office' means has changed: '192.0.2.0/24' → '198.51.100.0/24'"
    #expect(
      lines.first == "rules of workforce → workforce-moved: it is not known whether people can sign in to portal as before: \(reason)")
    #expect(lines.contains("-  it is not known whether people can sign in to portal as before"), "\(outcome.output)")
    #expect(lines.contains("     as      \(reason)"), "\(outcome.output)")
  }

  @Test func `a change of rules that is allowed fails nothing, unless it asks for something else than was agreed`() async throws {
    let doubt = "workforce:rules:not-known:portal: the office has moved\n"
    let change = "workforce:rules:app/Payroll-sign-on:Employees:Employees: {now: another, reason: agreed}\n"
    try await TemporaryFolder.with { folder in
      let mocks = ["assurance", "workforce", "workforce-next", "workforce-moved"].map { "_mock/\($0).yaml" }
      for name in ["tenants.yaml", "sign-in.yaml"] + mocks {
        try folder.write(try Fixtures.text(of: "journeys/_docs/_workforce/\(name)"), to: "journeys/\(name)")
      }
      try folder.write(doubt, to: "journeys/_allow.yaml")
      let allowed = ["--allow", "journeys/_allow.yaml"]
      let moved = try await BuiltCommand.run(["diff", "--tenant", "workforce=workforce-moved"] + allowed, in: folder.path)
      #expect(moved.code == 0, "\(moved)")
      try folder.write(change, to: "journeys/_allow.yaml")
      let next = try await BuiltCommand.run(["diff", "--tenant", "workforce=workforce-next"] + allowed, in: folder.path)
      #expect(next.code == 1)
      let found = "allowed 'another', found 'two kinds of proof, every time, who has no suitable authenticator is refused, by 'Employees''"
      #expect(next.output.contains(found), "\(next.output)")
    }
  }

  @Test func `two logs are compared as they are`() async throws {
    try await TemporaryFolder.with { folder in
      for (name, tenant) in [("a", "acme=acme"), ("b", "acme=acme-next")] {
        _ = try await BuiltCommand.run(
          "run", "journeys/sign-in/lock-out.yaml", "--tenant", tenant, "--seed", "7", "--quiet", "--log", folder.file("\(name).jsonl"))
      }
      let same = try await BuiltCommand.run("diff", folder.file("a.jsonl"), folder.file("a.jsonl"))
      #expect(same.code == 0)
      #expect(same.output.hasSuffix("\nno change\n"))
      let other = try await BuiltCommand.run("diff", folder.file("a.jsonl"), folder.file("b.jsonl"))
      #expect(other.code == 1)
      #expect(other.output.contains("the label of 'identifier' is now 'Email or user name', previously 'Email address'."))
    }
  }

  @Test(
    arguments: [
      (["diff", "journeys"], 2, "no scenario is walked on two tenants"),
      (["diff", "--tenant", "acme=acme"], 2, "--tenant: 'acme' is compared with itself"),
      (["diff", "a.jsonl"], 64, "Give two event logs to compare them"),
      (["diff", "a.jsonl", "b.jsonl", "--tenant", "acme=b"], 64, "Event logs are compared as they are: leave out --before"),
      (["diff", "a.jsonl", "b.jsonl"], 74, "the event log cannot be read"),
      (["diff", "--fail-on", "nothing"], 64, "--fail-on takes any, never, or a list"),
      (["diff", "--tenant", "acme=acme-next", "--through", "nowhere"], 2, "'nowhere' is not a folder of the project"),
    ] as [([String], Int32, String)])
  func `what cannot be compared is refused`(arguments: [String], code: Int32, message: String) async throws {
    let outcome = try await BuiltCommand.run(arguments)
    #expect(outcome.code == code)
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }
}
