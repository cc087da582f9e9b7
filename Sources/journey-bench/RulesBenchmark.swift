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
    var tables: [Stopwatch.Reading] = []
    var client: [Stopwatch.Reading] = []
    var difference: [Stopwatch.Reading] = []
    let changed = GeneratedRules.changed(rules)
    for _ in 0..<bench.runs {
      var stopwatch = Stopwatch()
      _ = OutcomeTables(rules).byList()
      tables.append(stopwatch.reading)
      stopwatch = Stopwatch()
      _ = rules.apps.first.map { OutcomeTables(rules).byClient($0.name) }
      client.append(stopwatch.reading)
      stopwatch = Stopwatch()
      _ = RuleDifference(rules, changed)
      difference.append(stopwatch.reading)
    }
    let sizes = (rules.lists[.app] ?? []).map { Double(nodes(of: $0, rules)) }
    return [
      Measurement("rules/\(name)/outcomes", .milliseconds, tables.map(\.wall.inMilliseconds), goal: name == "bank" ? "< 3000" : nil),
      Measurement("rules/\(name)/client", .milliseconds, client.map(\.wall.inMilliseconds), goal: name == "bank" ? "< 1000" : nil),
      Measurement("rules/\(name)/diff", .milliseconds, difference.map(\.wall.inMilliseconds), goal: name == "bank" ? "< 3000" : nil),
      Measurement("rules/\(name)/nodes", .count, sizes, goal: "<= \(RuleRegions.mostNodes)"),
    ]
  }

  /// How large a list's diagram is; the limit where it is past it.
  private func nodes(of list: DecisionList, _ rules: TenantRules) -> Int {
    do throws(DiagramLimit) { return try RuleRegions([rules.sequence(ofAppList: list.name)], of: rules).nodes } catch {
      return RuleRegions.mostNodes
    }
  }
}
