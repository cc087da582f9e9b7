internal import Diagnostics
internal import LocatedYAML

/// Advice on keys that cannot stand where they stand.
extension ScenarioDecoder {
  /// What other tools call a scenario's keys.
  static let synonyms: [String: ScenarioKey] = [
    "title": .journey, "name": .journey, "scenario": .journey, "test": .journey, "user": .account, "accounts": .account,
    "variables": .vars, "parameters": .examples, "data": .examples, "setup": .before, "teardown": .after, "xfail": .knownIssue,
  ]

  private func isOfStep(_ key: String) -> Bool { StepHead(rawValue: key) != nil || StepKey(rawValue: key) != nil }

  /// Whether a key may stand in a scenario, or is a misspelling of one that may.
  static func mayStandInScenario(_ name: String) -> Bool {
    ScenarioKey(rawValue: name) != nil || synonyms[name] != nil
      || StepHead(rawValue: name) == nil && ClosestMatch.of(name, in: ScenarioKey.names) != nil
  }

  /// An unknown key of a scenario: perhaps it is one of a step.
  mutating func reportUnknownScenarioKey(_ key: Located<String>) {
    let near = ClosestMatch.of(key.value, in: ScenarioKey.names).flatMap(ScenarioKey.init(rawValue:))
    if let meant = Self.synonyms[key.value] ?? (isOfStep(key.value) ? nil : near) {
      misspeltKeys.insert(meant)
      if meant.bindsNames { mayLackNames = true }
      return report(.unknownKey, "unknown key '\(key.value)' in a scenario", at: key.range, suggestion: "did you mean '\(meant.rawValue)'?")
    }
    if StepHead(rawValue: key.value) != nil {
      return report(
        .misplacedKey, "'\(key.value)' is a step, which stands in the list 'steps'", at: key.range,
        suggestion: "write '- \(key.value)' below 'steps'")
    }
    if StepKey(rawValue: key.value) != nil {
      return report(.misplacedKey, "'\(key.value)' stands beside the head of a step, not beside 'journey'", at: key.range)
    }
    reportUnknown(key, ScenarioKey.self, in: "in a scenario")
  }

  /// An unknown key beside a head: perhaps it belongs to another head, to a widget, or to the scenario.
  mutating func reportUnknownStepKey(_ key: Located<String>, beside head: StepHead) {
    let names = head.keys.map(\.rawValue)
    let nearest = ClosestMatch.of(key.value, in: names).map { "did you mean '\($0)'?" }
    if let known = StepKey(rawValue: key.value) {
      return reportMisplaced(known, at: key.range, beside: head)
    }
    if nearest == nil, ScenarioKey(rawValue: key.value) != nil {
      return report(.misplacedKey, "'\(key.value)' is a key of the scenario, which stands beside 'journey'", at: key.range)
    }
    if nearest == nil, head == .screen, WidgetAttribute(rawValue: key.value) != nil {
      return report(
        .misplacedKey, "'\(key.value)' is an attribute of a widget, which stands below 'widgets'", at: key.range,
        suggestion: "write 'widgets: {<widget>: {\(key.value): …}}'")
    }
    let possible = nearest == nil ? "; possible are \(names.joined(separator: ", "))" : ""
    report(.unknownKey, "unknown key '\(key.value)' beside '\(head.rawValue)'\(possible)", at: key.range, suggestion: nearest)
  }

  private mutating func reportMisplaced(_ key: StepKey, at range: SourceRange, beside head: StepHead) {
    report(
      .misplacedKey, "'\(key.rawValue)' cannot stand beside '\(head.rawValue)'", at: range, suggestion: Self.homes(of: key))
  }

  private static func homes(of key: StepKey) -> String {
    let heads = StepHead.allCases.filter { key.fits($0) }.map { "'\($0.rawValue)'" }
    return "it stands beside \(heads.joined(separator: ", "))"
  }
}
