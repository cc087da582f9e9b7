import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// What the passive checks find in the exchanges of an action; what is only worth a word becomes a warning.
  package mutating func findings(in shown: Turn.Now) -> [TokenCheck] {
    readTrace(isAccepted: isAccepted(shown), hasCode: shown == .ended(.completed))
    return session.takeFindings().map { finding in
      guard finding.problem != nil, let check = FlowCheck(rawValue: finding.name) else { return finding }
      var finding = finding
      failedChecks.insert(check)
      finding.switchedOffBy = configuration.checks.switchOff(failedChecks)
      return finding
    }
  }

  /// Whether what was typed last was accepted, as far as what is shown now says.
  private func isAccepted(_ shown: Turn.Now) -> Bool {
    guard case .screen(let screen) = shown else { return true }
    return returnedForm == nil && (answeredStatus ?? 200) < 400 && !screen.messages.contains(where: \.level.mustBeExpected)
  }

  /// Lets the checks read the exchanges since the last time.
  ///
  /// - Parameters:
  ///   - isAccepted: whether what was typed was accepted.
  ///   - hasCode: whether they led to the app, with a code.
  mutating func readTrace(isAccepted: Bool = true, hasCode: Bool) {
    let verifier = party.session.authorization?.verifier
    let page = configuration.firstPage.flatMap { _ in session.page?.signInSigns(at: trace.signInPage) }
    let isDrawn = engine != nil && session.page?.asksForPassword == true
    let found = trace.read(
      party.takeSeen(), verifier: verifier, isAccepted: isAccepted, hasCode: hasCode, page: page, isDrawn: isDrawn)
    for finding in found where configuration.checks.holds(finding.check) {
      switch finding.severity {
      case .error: note([TokenCheck(finding.check.rawValue, problem: finding.problem, isOfScreen: finding.isOfScreen)])
      case .warning: party.warn(finding.problem)
      }
    }
  }
}
