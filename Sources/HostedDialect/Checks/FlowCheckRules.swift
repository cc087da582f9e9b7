/// Which passive checks are held against a tenant: all but those that it switches off, each for a reason.
package struct FlowCheckRules: Sendable, Hashable {
  private let reasons: [String: String]

  /// - Parameter skipped: why a check is switched off, by the check's name.
  package init(skipped: [String: String] = [:]) { reasons = skipped }

  /// Whether a check of this name counts.
  package func holds(_ name: String) -> Bool { reasons[name] == nil }

  package func holds(_ check: FlowCheck) -> Bool { holds(check.rawValue) }
}
