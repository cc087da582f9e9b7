/// Which passive checks are held against a tenant: all but those that it switches off, each for a reason.
package struct FlowCheckRules: Sendable, Hashable {
  private let reasons: [String: String]

  /// - Parameter skipped: why a check is switched off, by the check's name.
  package init(skipped: [String: String] = [:]) { reasons = skipped }

  /// What is switched off and why, a sentence each, so that no report keeps it to itself.
  package var notices: [String] {
    reasons.sorted { $0.key < $1.key }.map { "the check '\($0.key)' is switched off: \($0.value)" }
  }

  /// Whether a check of this name counts.
  package func holds(_ name: String) -> Bool { reasons[name] == nil }

  package func holds(_ check: FlowCheck) -> Bool { holds(check.rawValue) }
}
