import FoundationEssentials
import JourneyTestSupport
import Testing

/// What is told of plans that Terraform wrote for the org of `fixtures/imports/okta-heron`, and of their ways back.
@Suite(.serialized) struct PlannedChangeTests {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  private static let plans = "\(source)-plans"

  private static func write(_ folder: TemporaryFolder) async throws {
    _ = try await BuiltCommand.run(["import", "okta", source, "--as", "heron"], in: folder.path)
    try folder.write(tenants("heron", "next"), to: "journeys/tenants.yaml")
  }

  private static func tenants(_ names: String...) -> String {
    names.map { name in
      "  \(name):\n    dialect: okta-idx\n    mock: _mock/\(name)/\(name).yaml\n"
        + "    client: {id: portal, redirect_uri: \"https://portal.\(name).test/callback\"}\n"
    }.reduce("default: \(names[0])\n\ntenants:\n") { $0 + $1 }
  }

  private static func imported(_ name: String, _ more: [String] = [], in folder: TemporaryFolder) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(["import", "okta", source, "--plan", "\(plans)/\(name).json", "--as", "next"] + more, in: folder.path)
  }

  /// What the plan does, as the import says it.
  private static func lines(_ outcome: BuiltCommand.Outcome) -> String {
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.hasPrefix("the plan") }.prefix { !$0.isEmpty }.map { "\($0)\n" }.joined()
  }

  @Test func `the page shows what is told of a plan`() async throws {
    try await TemporaryFolder.with { folder in
      try await Self.write(folder)
      let outcome = try await Self.imported("03-rule-above-catch-all", in: folder)
      let difference = try await BuiltCommand.run(["diff", "--tenant", "heron=next"], in: folder.path)
      let text = (Self.lines(outcome) + "\n" + difference.output).replacing("next", with: "heron-next")
      try DocumentedOutput.check("\n```\n\(text)```\n", in: "ImportOkta.md", between: "<!-- plan -->", and: "<!-- end of plan -->")
    }
  }

  @Test(arguments: [("03-rule-above-catch-all", 1), ("06-zone-changed", 3), ("11-renamed-resource", 0), ("22-drift", 2)])
  func `the recipe for a pull request runs as it is`(plan: String, code: Int32) async throws {
    try await TemporaryFolder.with { folder in
      let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/ImportOkta.md")
      let section = try #require(page.firstRange(of: "### In a pull request").map { page[$0.upperBound...] })
      let recipe = try #require(section.firstMatch(of: /<!-- recipe -->\n```sh\n([^`]*)```/)).1
      try folder.write(Self.tenants("workforce", "workforce-next"), to: "journeys/tenants.yaml")
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.source) {
        try folder.write(String(contentsOfFile: "\(Self.source)/\(name)", encoding: .utf8), to: "org-export/\(name)")
      }
      try folder.write(String(contentsOfFile: "\(Self.plans)/\(plan).json", encoding: .utf8), to: "plan.json")
      try folder.makeFolder("bin")
      try folder.link("bin/journey", to: BuiltCommand.path)
      let environment = ["PATH": "\(folder.file("bin")):/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
      var job = try ChildProcess("/bin/sh", ["-c", String(recipe)], environment: environment, folder: folder.path)
      #expect(await job.end() == .exited(code), "\(job.error.text)")
      guard code != 2 else { return }
      #expect(try folder.text(of: "comment.md").hasPrefix("the plan"))
    }
  }

  @Test func `each plan is told in both directions`() async throws {
    try await TemporaryFolder.with { folder in
      try await Self.write(folder)
      var told = ""
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.plans).filter { $0.hasSuffix(".json") }.sorted()
      #expect(names.count > 30)
      for name in names.map({ String($0.dropLast(5)) }) {
        told += "== \(name)\n"
        // The export has no group rule, and nobody set anything by hand in it.
        let isOfOther = ["17-group-rule", "22-drift"].contains(name)
        if isOfOther {
          told += try await Self.imported(name, in: folder).error.replacing(Self.plans, with: "plans").replacing(Self.source, with: "org")
        }
        let outcome = try await Self.imported(name, isOfOther ? ["--anyway"] : [], in: folder)
        guard outcome.code == 0 else {
          told += outcome.error.replacing(Self.plans, with: "plans").replacing(Self.source, with: "org") + "exit \(outcome.code ?? -1)\n\n"
          continue
        }
        told += Self.lines(outcome)
        for pair in ["heron=next", "next=heron"] {
          let difference = try await BuiltCommand.run(["diff", "--tenant", pair], in: folder.path)
          told += "-- \(pair)\n\(difference.output)\(difference.error)exit \(difference.code ?? -1)\n"
        }
        told += "\n"
      }
      try expectGolden(told, "planned-changes.txt")
    }
  }
}
