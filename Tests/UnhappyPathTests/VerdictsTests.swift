import Encodings
import JourneyTestSupport
import Testing

/// Writes `Verdicts.md`: the rules by which a case gets its verdict, each with a scenario that was run to show it.
struct VerdictsTests {
  @Test
  func `every rule of the verdicts is shown by a scenario, as the docs say`() async throws {
    var page = Self.head
    for group in VerdictRule.groups {
      page += "\n## \(group.title)\n"
      for rule in group.rules { page += try await Self.section(of: rule) }
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "Verdicts.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `every verdict has a rule that leads to it`() {
    let shown = Set(VerdictRule.groups.flatMap(\.rules).map(\.verdict))
    #expect(shown == Set(VerdictRule.Verdict.allCases))
  }

  private static func section(of rule: VerdictRule) async throws -> String {
    try await TemporaryFolder.with { folder in
      try folder.write(try Fixtures.text(of: "fixtures/verdicts/_mock/fjell.yaml"), to: "journeys/_mock/fjell.yaml")
      try folder.write(tenants, to: "journeys/tenants.yaml")
      let scenario = "journey: Shown\n" + rule.scenario
      try folder.write(scenario, to: "journeys/shown.yaml")
      let outcome = try await BuiltCommand.run(
        ["run", "--json", "run.jsonl", "--seed", "7", "--no-color"] + rule.flags, in: folder.path)
      let (verdicts, reason) = try verdicts(in: try folder.text(of: "run.jsonl"))
      // One of several rows is as in the rule, and no other is worse.
      let worst = VerdictRule.Verdict.allCases.first { verdicts.contains($0.rawValue) }
      #expect(worst == rule.verdict, "\(rule.rule): \(outcome.output)\(outcome.error)")
      let code: Int32 = rule.verdict == .failed ? 1 : rule.verdict == .broken ? 3 : 0
      #expect(outcome.code == code, "\(rule.rule): \(outcome.output)\(outcome.error)")
      let told = reason.map { ": `\($0.replacing("`", with: "'"))`" } ?? ""
      return "\n**\(rule.rule)** The case is *\(rule.verdict.rawValue)*\(told).\n\n```yaml\n\(rule.scenario)```\n"
    }
  }

  /// The verdicts of all cases, and why the first of them that did not pass did not.
  private static func verdicts(in log: String) throws -> (verdicts: [String], reason: String?) {
    var verdicts: [String] = []
    var reason: String?
    for line in log.split(separator: "\n") {
      let event = try JSONReader.read(Array(line.utf8))
      switch event["kind"]?.stringValue {
      case "scenario-ended":
        verdicts.append(event["verdict"]?.stringValue ?? "")
        reason =
          event["reason"]?.stringValue ?? reason
          ?? event["cleanUpProblems"]?.arrayValue?.first?.stringValue.map { "clean-up failed: \($0)" }
      case "attempt-ended":
        if let breakage = event["breakage"]?["message"]?.stringValue { reason = reason ?? breakage }
        if let first = event["mismatches"]?.arrayValue?.first {
          let text = [first["subject"], first["expected"], first["actual"]].map { $0?.stringValue ?? "" }
          let details = first["details"]?.arrayValue?.first?.stringValue.map { "; \($0)" } ?? ""
          reason = reason ?? "\(text[0]): expected \(text[1]), found \(text[2])\(details)"
        }
      default: continue
      }
    }
    return (verdicts, reason)
  }

  private static let tenants = """
    default: fjell
    tenants:
      fjell:
        dialect: journey-flow
        mock: _mock/fjell.yaml
        client: {id: fjell-web, redirect_uri: "https://app.fjell.test/callback", scopes: [openid, email]}
      nobody: {dialect: journey-flow, issuer: "http://127.0.0.1:9", client: {id: fjell-web, redirect_uri: "https://app.fjell.test/callback"}}

    """

  private static let head = """
    # Verdicts

    What makes a case failed, broken, skipped, flaky or passed: written by the tests, from runs of the command.

    - *Failed*: the tenant did something else than the scenario states. Exit code 1.
    - *Broken*: the journey could not be run. Exit code 3.
    - *Skipped*: not run, or not to be judged, for the reason given. Exit code 0.
    - *Flaky*: passed after a failure. Exit code 0, or 1 with `--fail-on-flaky`.
    - *Passed*: every step matched, and so did the end.

    A wrong file is none of these: nothing is run, or with `--keep-going` the rest, and the exit code is 2. When a run has several verdicts, the exit code is that of
    the first in this order: wrong files, broken, failed.

    A comparison has three results: it matches, it does not, or it cannot be judged. What cannot be judged fails, wherever it is:
    under `not`, `each` and `when`, in `either`, and under `any_of` if no alternative matches.

    Each rule below has a scenario that was run on a small mock tenant, `fixtures/verdicts/_mock/fjell.yaml`, and what the run said.

    """
}
