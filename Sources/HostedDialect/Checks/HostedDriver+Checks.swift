import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// What the passive checks find in the exchanges of an action; what is only worth a word becomes a warning.
  package mutating func findings(in shown: Turn.Now) -> [TokenCheck] {
    readTrace(hasCode: shown == .ended(.completed))
    return session.takeFindings()
  }

  /// Lets the checks read the exchanges since the last time.
  ///
  /// - Parameter hasCode: whether they led to the app, with a code.
  mutating func readTrace(hasCode: Bool) {
    let verifier = party.session.authorization?.verifier
    for finding in trace.read(party.takeSeen(), verifier: verifier, hasCode: hasCode) where configuration.checks.holds(finding.check) {
      switch finding.severity {
      case .error: note([TokenCheck(finding.check.rawValue, problem: finding.problem)])
      case .warning: party.warn(finding.problem)
      }
    }
  }
}
