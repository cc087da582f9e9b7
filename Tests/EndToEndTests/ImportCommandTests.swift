import FoundationEssentials
import JourneyTestSupport
import Testing

@Suite(.serialized) struct ImportCommandTests {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  private static let place = "journeys/_mock/heron/heron"

  private static func run(_ more: String..., in folder: TemporaryFolder) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(["import", "okta", source, "--as", "heron"] + more, in: folder.path)
  }

  @Test func `an import writes a mock and its report, and says what to do next`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await Self.run(in: folder)
      #expect(outcome.code == 0)
      #expect(outcome.error == "")
      try expectGolden(outcome.output, "import.txt")
      let asked = try await BuiltCommand.run(["outcomes", "--tenant", "heron"], in: folder.path)
      #expect(asked.code == 2 && asked.error.contains("no tenant 'heron': tenants.yaml is missing"), "\(asked.error)")
      try Self.complete(folder)
      let again = try await Self.run(in: folder)
      #expect(again.output.contains("Add to journeys/tenants.yaml, below 'tenants':"))
      #expect(try folder.text(of: "\(Self.place).report.md").hasPrefix("_This page describes how the org 'heron' defends its sign-in"))
      #expect(try folder.text(of: "\(Self.place).report.json").hasPrefix("{\n  \"about\": \"how the org 'heron' defends its sign-in"))
      #expect(Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }).count == 4)
    }
  }

  @Test func `an app whose name is a word of YAML is in quotes`() async throws {
    try await TemporaryFolder.with { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.source) {
        let text = try String(contentsOfFile: "\(Self.source)/\(name)", encoding: .utf8)
        try folder.write(text.replacing("\"label\": \"Portal\"", with: "\"label\": \"null\""), to: "org/\(name)")
      }
      let outcome = try await BuiltCommand.run(["import", "okta", "org", "--as", "heron"], in: folder.path)
      #expect(outcome.output.contains("{id: \"null\", redirect_uri"), "\(outcome.output) \(outcome.error)")
    }
  }

  /// Writes the lines for tenants.yaml.
  private static func complete(_ folder: TemporaryFolder) throws {
    try folder.write(
      "default: heron\n\ntenants:\n  heron:\n    dialect: okta-idx\n    mock: _mock/heron/heron.yaml\n"
        + "    client: {id: portal, redirect_uri: \"https://portal.heron.test/callback\"}\n", to: "journeys/tenants.yaml")
  }

  @Test func `outcomes shows who is asked for what in the org, administrators' apps first`() async throws {
    try await TemporaryFolder.with { folder in
      _ = try await Self.run(in: folder)
      try Self.complete(folder)
      let outcome = try await BuiltCommand.run(
        ["outcomes", "--tenant", "heron", "--format", "markdown", "--fail-on", "never"], in: folder.path)
      #expect(outcome.code == 0)
      #expect(outcome.error == "")
      try DocumentedOutput.check("\n\(outcome.output)\n", in: "ImportOkta.md", between: "<!-- outcomes -->\n", and: "<!-- end -->")
      let weakest = try await BuiltCommand.run(["outcomes", "--tenant", "heron", "--weakest", "--fail-on", "never"], in: folder.path)
      try expectGolden(weakest.output, "import-weakest.txt")
    }
  }

  /// What changed from one day to the next: a rule asks for less, and the group of administrators was deleted and made again.
  private static let changes = [
    ("rules-portal.json", "\"phishingResistant\": \"REQUIRED\"", "\"phishingResistant\": \"OPTIONAL\""),
    ("groups-page-2.json", "00gheronadminist0000", "00gheronadminist0002"),
    ("rules-console.json", "00gheronadminist0000", "00gheronadminist0002"),
  ]

  private static func writeToday(_ folder: TemporaryFolder, _ changes: [(String, String, String)] = changes) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      var text = try String(contentsOfFile: "\(source)/\(name)", encoding: .utf8)
      for (file, old, new) in changes where file == name {
        #expect(text.contains(old), "\(name): \(old)")
        text = text.replacing(old, with: new)
      }
      try folder.write(text, to: "export-today/\(name)")
    }
  }

  private static func importBoth(_ folder: TemporaryFolder) async throws {
    for (source, name) in [(source, "heron-before"), ("export-today", "heron")] {
      _ = try await BuiltCommand.run(["import", "okta", source, "--as", name], in: folder.path)
    }
    try folder.write(
      ["heron-before", "heron"].map { name in
        "  \(name):\n    dialect: okta-idx\n    mock: _mock/\(name)/\(name).yaml\n"
          + "    client: {id: portal, redirect_uri: \"https://portal.\(name).test/callback\"}\n"
      }.reduce("default: heron\n\ntenants:\n") { $0 + $1 }, to: "journeys/tenants.yaml")
  }

  @Test func `a change of what is only assumed is not known, in every report, and may be allowed`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.writeToday(folder, [("authenticators.json", "\"required\": \"HIGH_RISK_ONLY\"", "\"required\": \"ALWAYS\"")])
      try await Self.importBoth(folder)
      let files = ["--markdown", folder.file("d.md"), "--json", folder.file("d.jsonl"), "--html", folder.file("d.html")]
      let arguments = ["diff", "--tenant", "heron-before=heron"]
      let difference = try await BuiltCommand.run(arguments + files, in: folder.path)
      #expect(difference.code == 3, "\(difference.error)")
      let sentence =
        "it is not known what a change does to people: 'channelBinding' of the authenticator 'okta_verify' has changed, and the import only "
        + "assumes what it does"
      let id = "heron-before:rules:not-known:authenticator/okta_verify/settings.channelBinding"
      let lines = [
        "-  \(sentence)", "     who     everybody who has the authenticator 'okta_verify'",
        "     as      'settings.channelBinding' has another value", "     id      \(id)",
      ]
      #expect(difference.output.contains("NOT KNOWN\n\(lines.joined(separator: "\n"))\n"), "\(difference.output)")
      for file in ["d.md", "d.jsonl", "d.html"] {
        let text = try folder.text(of: file).replacing("\\_", with: "_").replacing("&#39;", with: "'")
        #expect(text.contains("has changed, and the import only assumes what it does"), "\(file): \(text)")
      }
      try folder.write("\(id): numbers for everybody\n", to: "journeys/_allow.yaml")
      #expect(try await BuiltCommand.run(arguments + ["--allow", "journeys/_allow.yaml"], in: folder.path).code == 0)
    }
  }

  @Test func `two exports are compared without a scenario, and the page shows what that says`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.writeToday(folder)
      try await Self.importBoth(folder)
      let difference = try await BuiltCommand.run(["diff", "--tenant", "heron-before=heron"], in: folder.path)
      #expect(difference.code == 1, "\(difference.error)")
      try DocumentedOutput.check(
        "\n```\n\(difference.output)```\n", in: "ImportOkta.md", between: "<!-- diff -->", and: "<!-- end of diff -->")
      let arguments = ["--format", "markdown", "--fail-on", "never"]
      let before = try await BuiltCommand.run(["outcomes", "--tenant", "heron-before"] + arguments, in: folder.path)
      try folder.write(before.output, to: "outcomes.md")
      let checked = try await BuiltCommand.run(["outcomes", "--tenant", "heron", "--check", "outcomes.md"] + arguments, in: folder.path)
      #expect(checked.code == 1)
      try DocumentedOutput.check(
        "\n```\n\(checked.output)```\n", in: "ImportOkta.md", between: "<!-- check -->", and: "<!-- end of check -->")
    }
  }

  private static let signIn = """
    steps:
      - screen: identify
        answers: {identifier: "${account.email}"}
      - screen: challenge-authenticator/okta_password
        answers: {credentials.passcode: "${account.password}"}
      - finish:

    """
  private static let refused = """
    journey: No one gets in where risk is high
    given: high risk
    account: employees

    steps:
      - screen: identify
        answers: {identifier: "${account.email}"}
      - screen: terminal/security.access_denied
        messages: {global: {key: security.access_denied}}

    """

  @Test func `the mock is walked: what the rules demand is asked for, and a flag that nobody has set breaks a case`() async throws {
    try await TemporaryFolder.with { folder in
      _ = try await Self.run(in: folder)
      try Self.complete(folder)
      let known = "journey: No engineer\ngiven: {open.department: false}\naccount: employees\n\n\(Self.signIn)"
      try folder.write("\(known)---\n\(Self.refused)", to: "journeys/portal.yaml")
      let walked = try await BuiltCommand.run("run", in: folder.path)
      #expect(walked.code == 0, "\(walked.output) \(walked.error)")
      try folder.write("journey: A department that is not known\naccount: employees\n\n\(Self.signIn)", to: "journeys/portal.yaml")
      let broken = try await BuiltCommand.run("run", in: folder.path)
      #expect(broken.code == 3)
      #expect((broken.output + broken.error).contains("department"), "\(broken.output) \(broken.error)")
    }
  }

  @Test func `importing again replaces what an import wrote, and gives the same bytes`() async throws {
    try await TemporaryFolder.with { folder in
      _ = try await Self.run(in: folder)
      let first = try folder.text(of: "\(Self.place).yaml")
      #expect(try await Self.run(in: folder).code == 0)
      #expect(try folder.text(of: "\(Self.place).yaml") == first)
    }
  }

  @Test(arguments: ["yaml", "report.md", "report.json"]) func `a file that no import wrote stays, and nothing is written`(_ ending: String)
    async throws
  {
    try await TemporaryFolder.with { folder in
      try folder.write("mine", to: "\(Self.place).\(ending)")
      let outcome = try await Self.run(in: folder)
      #expect(outcome.code == 2)
      #expect(outcome.error.contains("'\(Self.place).\(ending)' was not written by an import: it is not overwritten"))
      #expect(try folder.text(of: "\(Self.place).\(ending)") == "mine")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("journeys/_mock/heron")).count == 1)
    }
  }

  @Test func `a link is not followed: in the place of a file, or of a folder that leads out of the project`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("not mine, generated by 'journey import'", to: "elsewhere/target")
      try folder.makeFolder("project/journeys/_mock/heron")
      try folder.link("project/journeys/_mock/heron/heron.yaml", to: "\(folder.path)/elsewhere/target")
      let project = TemporaryFolder(path: folder.file("project"))
      #expect(try await Self.run(in: project).code == 2)
      try folder.remove("project/journeys/_mock/heron/heron.yaml")
      try folder.remove("project/journeys/_mock/heron")
      try folder.link("project/journeys/_mock/heron", to: "\(folder.path)/elsewhere")
      #expect(try await Self.run(in: project).code == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere")) == ["target"])
    }
  }

  @Test func `strict fails on what is not accepted, and on an entry that is no longer there`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await Self.run("--strict", in: folder)
      #expect(outcome.code == 1)
      let lines = outcome.error.lines.dropFirst().map { $0.drop { $0 == " " } }
      #expect(lines.count > 5)
      try folder.write(lines.joined(separator: "\n") + "\n", to: "accepted.yaml")
      #expect(try await Self.run("--strict", "--accept", "accepted.yaml", in: folder).code == 0)
      try folder.write(lines.dropFirst().joined(separator: "\n") + "\n\"open: nothing\": gone\n", to: "accepted.yaml")
      let again = try await Self.run("--strict", "--accept", "accepted.yaml", in: folder)
      #expect(again.code == 1)
      #expect(again.error.lines.count == 4)
      #expect(again.error.hasPrefix("error: not accepted:\n"))
      #expect(again.error.contains("error: accepted, but found no longer:\n  \"open: nothing\"\n"))
    }
  }

  @Test(arguments: [
    (["import", "okta", "nowhere", "--as", "heron"], Int32(2), "no folder 'nowhere'"),
    (["import", "okta", "nowhere", "--as", "../heron"], 64, "--as '../heron': write lower-case letters"),
    (["import", "okta", "nowhere", "--as", "heron", "--accept", "x"], 64, "--accept is a list for --strict"),
    (["import", "auth0", "nowhere", "--as", "heron"], 64, "The value 'auth0' is invalid"),
  ])
  func `what cannot be imported is said`(_ arguments: [String], _ code: Int32, _ message: String) async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(arguments, in: folder.path)
      #expect(outcome.code == code)
      #expect(outcome.error.contains(message), "\(outcome.error)")
      #expect(try folder.names() == [])
    }
  }
}
