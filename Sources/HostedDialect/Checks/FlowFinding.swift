/// What a passive check found.
package struct FlowFinding: Sendable, Hashable {
  /// Whether it fails the step, or is only reported.
  package enum Severity: Sendable, Hashable {
    case error
    /// Live tenants do without it more often than not, and nothing of the journey is in danger by it alone.
    case warning
  }

  package var check: FlowCheck
  package var severity: Severity
  /// A sentence without secrets, which names the exchange.
  package var problem: String
  /// Whether it is void where a step looks at more of the screen than its name: then the step says what is there.
  package var isOfScreen = false

  package init(_ check: FlowCheck, _ severity: Severity, _ problem: String) {
    self.check = check
    self.severity = severity
    self.problem = problem
  }
}
