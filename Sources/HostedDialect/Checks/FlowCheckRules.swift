import Encodings

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

  /// The line below a tenant in tenants.yaml that switches these checks off as well, where `why` is to be replaced: what is switched off
  /// already is in it, since a tenant has one 'checks'.
  package func switchOff(_ checks: Set<FlowCheck>) -> String {
    let written = reasons.sorted { $0.key < $1.key }.map { "\($0.key): {skip: \(JSONWriter.text(of: .string($0.value)))}" }
    let added = checks.filter { holds($0) }.map(\.rawValue).sorted().map { "\($0): {skip: why}" }
    return "checks: {\((written + added).joined(separator: ", "))}"
  }
}
