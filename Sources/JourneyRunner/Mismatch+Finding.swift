internal import Diagnostics
internal import JourneyModel

/// What a check found in the exchanges of a journey, which stops no step and fails the case at its end.
extension Mismatch {
  /// - Parameter place: the step that led to the exchange.
  /// - Returns: `nil` for a check that holds.
  init?(_ finding: TokenCheck, place: SourceRange?) {
    guard let problem = finding.problem else { return nil }
    var details: [String] = []
    if let line = finding.switchedOffBy { details = ["a tenant can switch the check off in tenants.yaml, with the reason:", line] }
    self.init(
      .security, subject: "check '\(finding.name)'", expected: "success", actual: problem, details: details,
      place: place.map { Excerpt($0) })
  }

  /// The findings of a case, of which the last one has the line that switches all their checks off: a tenant has one 'checks'.
  static func together(_ findings: [Mismatch]) -> [Mismatch] {
    guard let last = findings.lastIndex(where: { !$0.details.isEmpty }) else { return findings }
    let names = Set(findings.filter { !$0.details.isEmpty }.map(\.subject))
    var findings = findings
    for place in findings.indices where place != last { findings[place].details = [] }
    if names.count > 1 {
      findings[last].details[0] = "a tenant can switch these checks off in tenants.yaml, with the reasons, by one line for all of them:"
    }
    return findings
  }

  /// In one line: what is wrong, and how the check is switched off.
  var found: String {
    let advice = details.last.map { "; to switch it off, write '\($0)' in tenants.yaml" } ?? ""
    return "\(subject.sentence): \(actual)\(advice)"
  }
}
