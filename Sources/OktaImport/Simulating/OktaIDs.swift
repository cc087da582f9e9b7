import TenantDecisions

/// The org's ids of what a mock calls by name.
struct OktaIDs: Sendable {
  /// A rule as a mock's file has it.
  private struct Rule: Hashable {
    var kind: RuleKind
    var list: String
    var name: String
    var end: String?
  }

  private var rules: [Rule: String] = [:]
  var apps: [String: String] = [:]
  var groups: [String: String] = [:]
  var zones: [String: String] = [:]
  /// The group of everybody.
  var everyone: [String] = []

  /// - Parameter rules: what became of one rule of the org.
  mutating func note(_ rules: [DecisionRule], of kind: RuleKind, list: String, as id: String) {
    for rule in rules { self.rules[Rule(kind: kind, list: list, name: rule.name, end: rule.id)] = id }
  }

  /// Another list has the same rules.
  mutating func copyRules(ofAppList list: String, to other: String) {
    for (rule, id) in rules where rule.kind == .app && rule.list == list {
      rules[Rule(kind: .app, list: other, name: rule.name, end: rule.end)] = id
    }
  }

  func id(of entry: RuleSequence.Entry, _ kind: RuleKind) -> String? {
    rules[Rule(kind: kind, list: entry.list, name: entry.rule.name, end: entry.rule.id)]
  }
}
