import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// What the passive checks find in the exchanges of an action; what is only worth a word becomes a warning.
  package mutating func findings(in shown: Turn.Now) async -> [TokenCheck] {
    readTrace(isAccepted: isAccepted(shown), hasCode: shown == .ended(.completed))
    await settleDoubt()
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
    for finding in found { say(finding) }
  }

  private mutating func say(_ finding: FlowFinding) {
    guard configuration.checks.holds(finding.check) else { return }
    switch finding.severity {
    case .error: note([TokenCheck(finding.check.rawValue, problem: finding.problem, isOfScreen: finding.isOfScreen)])
    case .warning: party.warn(finding.problem)
    }
  }

  // MARK: The page of a browser without cookies

  /// Finds out whether anyone gets the page after a password, where only a cookie speaks for the sign-in.
  private mutating func settleDoubt() async {
    guard let doubt = trace.doubt, configuration.checks.holds(.signInKept), let page = session.page else { return }
    let isForAnyone = doubt.isPage ? await isForAnyone(page) : nil
    guard isForAnyone != false else { return }
    if let finding = trace.settle(isForAnyone == nil ? doubt.unknown : doubt.finding) { say(finding) }
  }

  /// Whether a browser without cookies gets the same page, as far as it is not another one each time; `nil` where that cannot be found out.
  private mutating func isForAnyone(_ page: LoadedPage) async -> Bool? {
    // What scripts draw is not the page that came.
    guard engine == nil else { return nil }
    var others: [Impression] = []
    for _ in 1...2 {
      let landing: Landing?
      do throws(DriverError) {
        landing = try await inEmptyBrowser { other throws(DriverError) in
          try await other.navigate(PageRequest("check sign-in-kept", url: page.url))
        }
      } catch {
        party.adoptRecord(of: error)
        return nil
      }
      _ = party.takeSeen()
      guard let landing else { return nil }
      guard case .page(let other) = landing, other.url.withoutFragment == page.url.withoutFragment, other.status == page.status else {
        return false
      }
      others.append(Impression(other))
    }
    return Impression.difference(of: [Impression(page)], from: others) == nil
  }
}
