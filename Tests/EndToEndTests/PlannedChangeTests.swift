import FoundationEssentials
import JourneyTestSupport
import Testing

/// What is told of plans that Terraform wrote for the org of `fixtures/imports/okta-heron`, and of their ways back.
@Suite(.serialized) struct PlannedChangeTests {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  private static let plans = "\(source)-plans"

  private static func write(_ folder: TemporaryFolder) async throws {
    _ = try await BuiltCommand.run(["import", "okta", source, "--as", "heron"], in: folder.path)
    try folder.write(
      ["heron", "next"].map { name in
        "  \(name):\n    dialect: okta-idx\n    mock: _mock/\(name)/\(name).yaml\n"
          + "    client: {id: portal, redirect_uri: \"https://portal.\(name).test/callback\"}\n"
      }.reduce("default: heron\n\ntenants:\n") { $0 + $1 }, to: "journeys/tenants.yaml")
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
