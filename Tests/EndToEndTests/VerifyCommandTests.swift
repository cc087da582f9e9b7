import Encodings
import FoundationEssentials
import JourneyTestSupport
import Testing

/// `journey verify`, by the built command: with folders, and over a socket.
@Suite(.serialized) struct VerifyCommandTests {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  private static let variables = ["OKTA_TOKEN": MadeManagementAPI.token]

  private static let tenants =
    "tenants:\n  heron:\n    dialect: okta-idx\n    mock: _mock/heron/heron.yaml\n"
    + "    client: {id: portal, redirect_uri: \"https://portal.heron.test/callback\"}\n"

  /// A project with the import of the heron org.
  private static func withProject(_ body: (TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      _ = try await BuiltCommand.run(["import", "okta", source, "--as", "heron"], in: folder.path)
      try folder.write(tenants, to: "journeys/tenants.yaml")
      try await body(folder)
    }
  }

  private static func verify(_ arguments: String..., in folder: TemporaryFolder) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(["verify", "heron"] + arguments, environment: variables, in: folder.path)
  }

  /// The org of another day, whose rule that lets administrators in to the console is switched off.
  private static func writeChanged(_ folder: TemporaryFolder) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      var text = try String(contentsOfFile: "\(source)/\(name)", encoding: .utf8)
      if name == "rules-console.json", let rule = text.firstRange(of: "\"Administrators\"") {
        let status = try #require(text[..<rule.lowerBound].ranges(of: "\"status\": \"ACTIVE\"").last)
        text.replaceSubrange(status, with: "\"status\": \"INACTIVE\"")
      }
      try folder.write(text, to: "today/\(name)")
    }
  }

  @Test func `an org that has not changed ends with 0, and the result is kept`() async throws {
    try await Self.withProject { folder in
      let same = try await Self.verify("--config", Self.source, in: folder)
      #expect(same.code == 0 && same.error == "", "\(same.error)")
      #expect(same.output == "the configuration of heron has not changed since the import\n")
      let kept = try JSONReader.read(try folder.text(of: "journeys/_mock/heron/heron.verified.json"))
      #expect(kept["configuration"]?.stringValue == "unchanged" && kept["rules"] == nil)
      try FileManager.default.removeItem(atPath: folder.file("journeys/_mock/heron/heron.verified.json"))
      _ = try await Self.verify("--config", Self.source, "--no-file", in: folder)
      #expect(!FileManager.default.fileExists(atPath: folder.file("journeys/_mock/heron/heron.verified.json")))
    }
  }

  @Test func `a changed org ends with 1, says what becomes of people, and leaves the import as it is`() async throws {
    try await Self.withProject { folder in
      try Self.writeChanged(folder)
      let before = try folder.text(of: "journeys/_mock/heron/heron.yaml")
      let changed = try await Self.verify("--config", "today", "--markdown", "comment.md", in: folder)
      #expect(changed.code == 1, "\(changed.error)")
      #expect(changed.output.contains("people in group Administrators can no longer sign in to okta-admin-console"), "\(changed.output)")
      #expect(changed.output.contains("heron as imported") && changed.output.contains("heron today"), "\(changed.output)")
      #expect(try folder.text(of: "comment.md").contains("Administrators"))
      #expect(try folder.text(of: "journeys/_mock/heron/heron.yaml") == before)
    }
  }

  @Test func `in a folder of a repository the result is in the folder of the import, and found there again`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("repository/.git")
      let project = TemporaryFolder(path: folder.file("repository/part"))
      try project.makeFolder("")
      _ = try await BuiltCommand.run(["import", "okta", Self.source, "--as", "heron"], in: project.path)
      try project.write(Self.tenants, to: "journeys/tenants.yaml")
      let same = try await Self.verify("--config", Self.source, in: project)
      #expect(same.code == 0, "\(same.error)")
      #expect(FileManager.default.fileExists(atPath: project.file("journeys/_mock/heron/heron.verified.json")))
      #expect(!FileManager.default.fileExists(atPath: project.file("part")))
      let outcomes = try await BuiltCommand.run(["outcomes", "--tenant", "heron", "--weakest", "--fail-on", "never"], in: project.path)
      #expect(outcomes.error.hasPrefix("note: the rules of 'heron' were not compared"), "\(outcomes.error)")
    }
  }

  @Test func `the org's own evaluator is asked over a socket, and what it says is on the page of the docs`() async throws {
    try await Self.withProject { folder in
      try Self.writeChanged(folder)
      try await ServedManagementAPI.serve(MadeManagementAPI(pageSize: 200)) { address in
        let same = try await Self.verify("--org", address, "--simulate", in: folder)
        #expect(same.code == 0, "\(same.error)")
        #expect(same.error == "asking \(address) 18 questions: no one signs in, and nothing is changed\n")
        try DocumentedOutput.check("```\n\(same.output)```\n", in: "Verifying.md", between: "<!-- same -->\n", and: "<!-- end -->")
        let kept = try JSONReader.read(try folder.text(of: "journeys/_mock/heron/heron.verified.json"))
        #expect(kept["same"]?.doubleValue == 15)
        let day = kept["day"]?.stringValue ?? ""
        let outcomes = try await BuiltCommand.run(["outcomes", "--tenant", "heron", "--weakest", "--fail-on", "never"], in: folder.path)
        #expect(
          outcomes.error
            == "note: of the rules of 'heron', 15 of 18 decide as the org's own evaluator, and its configuration was as imported, on \(day)\n"
        )
      }
      let api = try MadeManagementAPI(
        pageSize: 200,
        change: { lists in
          let path = "/api/v1/policies/rstheronconsole00000/rules"
          lists[path] = lists[path]?.filter { $0["name"]?.stringValue != "Administrators" }
        })
      try await ServedManagementAPI.serve(api) { address in
        let changed = try await Self.verify("--config", "today", "--org", address, "--simulate", in: folder)
        #expect(changed.code == 1, "\(changed.error)")
        try DocumentedOutput.check("```\n\(changed.output)```\n", in: "Verifying.md", between: "<!-- changed -->\n", and: "<!-- end -->")
      }
    }
  }

  @Test func `an org that refuses the questions ends with 3, and a file of others is left as it is`() async throws {
    let api = try MadeManagementAPI(pageSize: 200) { target, _ in target.contains("/simulate") ? MadeManagementAPI.refusal(403) : nil }
    try await Self.withProject { folder in
      try await ServedManagementAPI.serve(api) { address in
        let refused = try await Self.verify("--org", address, "--simulate", in: folder)
        #expect(refused.code == 3 && !refused.error.contains("error:"), "\(refused.error)")
        #expect(
          refused.output.hasPrefix("the configuration of heron has not changed since the import\n\nnot known: the org's own evaluator"))
        #expect(refused.output.contains("it takes the scope 'okta.policies.read'"), "\(refused.output)")
        #expect(!(refused.error + refused.output).contains(MadeManagementAPI.token))
        try folder.write("{\"mine\": 1}\n", to: "journeys/_mock/heron/heron.verified.json")
        let foreign = try await Self.verify("--config", Self.source, in: folder)
        #expect(foreign.code == 74 && foreign.error.contains("was not written by journey verify"), "\(foreign.error)")
        #expect(try folder.text(of: "journeys/_mock/heron/heron.verified.json") == "{\"mine\": 1}\n")
      }
    }
  }

  @Test func `wrong files and wrong command lines are said`() async throws {
    try await Self.withProject { folder in
      let unknown = try await BuiltCommand.run(["verify", "herons", "--config", Self.source], in: folder.path)
      #expect(unknown.code == 2 && unknown.error.contains("no tenant 'herons'") && unknown.error.contains("heron"), "\(unknown.error)")
      let missing = try await Self.verify("--config", "nowhere", in: folder)
      #expect(missing.code == 2 && missing.error.contains("nowhere"), "\(missing.error)")
      for (arguments, reason) in [
        ([], "Give --config FOLDER"), (["--config", "a", "--simulate"], "--simulate asks an org: add --org URL."),
        (["--config", "a", "--org", "https://heron.okta.test"], "leave out --org, or add --simulate"),
        (["--config", "a", "--token", "T_T"], "--token is for --org"),
      ] {
        let refused = try await BuiltCommand.run(["verify", "heron"] + arguments, in: folder.path)
        #expect(refused.code == 64 && refused.error.contains(reason), "\(refused.error)")
      }
    }
  }
}
