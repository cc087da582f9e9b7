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

  /// In one line: what is wrong, and how the check is switched off.
  var found: String {
    let advice = details.last.map { "; to switch it off, write '\($0)' in tenants.yaml" } ?? ""
    return "\(subject.sentence): \(actual)\(advice)"
  }
}
