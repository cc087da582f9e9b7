import ArgumentParser
import TenantDecisions

/// `journey-bench rules`: who is asked for what in made organisations.
struct RulesBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Work out the rules of made organisations: time, and how large the diagrams are.")

  @OptionGroup var bench: BenchFlags

  func run() throws {
    var measurements: [Measurement] = []
    for size in GeneratedRules.sizes { measurements += measure(GeneratedRules.rules(size), size.name) }
    measurements += measure(GeneratedRules.hostile(rules: 100), "hostile")
    MeasurementTable.print(measurements)
  }

  private func measure(_ rules: TenantRules, _ name: String) -> [Measurement] {
    let appChange = GeneratedRules.changed(rules, .app, list: 0)
    // The last list of sessions is for everybody who is in no other one.
    let sessionChange = rules.lists[.session].map { GeneratedRules.changed(rules, .session, list: $0.count - 1) } ?? rules
    let check = SignInCheck(rules, means: .have)
    let sizes = (rules.lists[.app] ?? []).map { Double(nodes(of: $0, rules)) }
    return [
      row("rules/\(name)/outcomes", goal: 3000) { _ = OutcomeTables(rules).byList() },
      row("rules/\(name)/client", goal: 1000) { _ = rules.apps.first.map { OutcomeTables(rules).byClient($0.name) } },
      row("rules/\(name)/diff", goal: 3000) { _ = RuleDifference(rules, appChange) },
      row("rules/\(name)/diff-session", goal: 3000) { _ = RuleDifference(rules, sessionChange) },
      row("rules/\(name)/can-sign-in", goal: 5000) {
        var lists: Set<String?> = []
        for app in rules.apps where lists.insert(app.list).inserted { _ = check.answer(for: .always, in: app, FactValues()) }
      },
      Measurement("rules/\(name)/nodes", .count, sizes, goal: "<= \(RuleRegions.mostNodes)"),
    ]
  }

  /// - Parameter goal: in milliseconds, for the largest organisation.
  private func row(_ name: String, goal: Int, _ work: () -> Void) -> Measurement {
    let readings = (0..<bench.runs).map { _ in
      let stopwatch = Stopwatch()
      work()
      return stopwatch.reading.wall.inMilliseconds
    }
    return Measurement(name, .milliseconds, readings, goal: name.hasPrefix("rules/bank/") ? "< \(goal)" : nil)
  }

  /// How large a list's diagram is; the limit where it is past it.
  private func nodes(of list: DecisionList, _ rules: TenantRules) -> Int {
    do throws(DiagramLimit) { return try RuleRegions([rules.sequence(ofAppList: list.name)], of: rules).nodes } catch {
      return RuleRegions.mostNodes
    }
  }
}
