import Encodings
package import JourneyModel

/// Why a page may have come that no step expects.
extension HostedDriver {
  package func likelyCause(of shown: Turn.Now, after action: DriverAction) -> String? {
    guard case .screen = shown, let page = session.page else { return nil }
    let cause = lostSignIn ?? trace.lostSignIn ?? unknownApp(on: page, after: action)
    let missing = missingCookie(on: page, after: action)
    // That the server does not know the person is only the consequence.
    let other = session.scriptFailure ?? (session.isUnknown ? missing : nil) ?? session.requestFailure ?? missing
    guard hasUnfilledAlert, cause != nil || returnedForm != nil else { return cause ?? other }
    let alert = "the page's alert is empty, and only a script fills it: this page needs 'engine: browser'"
    return cause.map { $0.hasSuffix("?") ? "\($0) And \(alert)" : "\($0); and \(alert)" } ?? alert
  }

  package func refusedRequest(in shown: Turn.Now) -> String? {
    guard case .screen = shown else { return nil }
    return session.refusedRequest
  }

  /// Those of the page that is shown.
  package func unmetRules(of shown: Turn.Now) -> [String: String] {
    guard case .screen = shown else { return [:] }
    return session.page?.unmetRules ?? [:]
  }

  /// Whether the page has an alert whose text a script would write, and none runs.
  var hasUnfilledAlert: Bool { engine == nil && session.page?.html.hasEmptyAlert == true }

  /// The page that signs people in comes again, and browsers drop what the server knows them by.
  private var lostSignIn: String? {
    guard let loss = trace.loss, let page = session.page else { return nil }
    return returnedForm != nil || page.asksForPassword || page.status >= 400 ? loss : nil
  }

  /// A password was sent, nothing refuses it, and no cookie came by which the server could know the browser from then on.
  private func missingCookie(on page: LoadedPage, after action: DriverAction) -> String? {
    guard case .submit = action, trace.lacksCookie, returnedForm == nil || session.isUnknown, page.status < 400,
      !page.screen.messages.contains(where: \.level.mustBeExpected)
    else { return nil }
    let request = session.isUnknown ? session.requestFailure.map { ": \($0)" } ?? "" : ""
    return SignInMemory.noCookie + request
  }

  /// The authorization endpoint shows an error: it knows the app by two keys of the tenant.
  private func unknownApp(on page: LoadedPage, after action: DriverAction) -> String? {
    guard let endpoint = session.authorizationEndpoint, !page.asksForPassword else { return nil }
    let isFirst = if case .start = action { true } else { false }
    guard page.url.withoutQuery == endpoint.withoutQuery || isFirst && page.status >= 400 else { return nil }
    let saysSo = page.screen.messages.contains(where: \.level.mustBeExpected) || page.html.hasEmptyAlert
    guard page.status >= 400 || saysSo else { return nil }
    let how = page.status >= 400 ? "answered with status \(page.status)" : "shows an error"
    return "the authorization endpoint \(how): is the tenant's 'client.id' right, and is its 'client.redirect_uri' one of the client's?"
  }
}
