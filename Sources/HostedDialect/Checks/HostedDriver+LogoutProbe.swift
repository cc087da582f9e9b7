import Encodings
import JourneyClient
import JourneyModel

/// The probe of a logout: what the browser gets that was signed in.
extension HostedDriver {
  /// Logs out, which ends the journey's own session, and asks for a code, silently and as an app does.
  mutating func comeBackAfterLogout() async throws(DriverError) -> String? {
    guard party.session.tokens?.response.idToken != nil else { return "it could not be tried: the ID token to log out with is missing" }
    if let problem = try await problemOfControl("a silent request before the logout", of: .loggedOut) { return problem }
    guard case .ended(.finished(let logout)) = try await perform(token: .logout, isAnswered: false) else {
      return "it could not be tried: the server refused the logout"
    }
    // Whether the person is signed out is what the probe finds out itself, whatever the page after the logout shows.
    let checks = logout.checks.filter { ![TokenCheck.logoutElsewhere, "logout"].contains($0.name) }
    if let problem = checks.compactMap(\.problem).first { return "it could not be tried: \(problem)" }
    let answer = try await answer(to: try authorizationRequest(silentLaunch), of: .loggedOut)
    if answer == .code { return "after the logout the server issued a code without asking the person again" }
    if answer == .error("login_required") || answer.isPage(session.firstPage?.screen.id) {
      // A server may refuse a silent request and still know the person.
      let ordinary = try await land(by: ordinaryLaunch)
      if ordinary.answer == .code {
        return "after the logout the server issued a code for a request without 'prompt' and without asking the person"
      }
      if let page = ordinary.page, let problem = try await problem(ofPageAfterLogout: page) { return problem }
      return try await problemOfLaterRequests()
    }
    return "after the logout the server answered with \(answer), which does not show that the person is signed out"
  }

  private mutating func land(by launch: Launch) async throws(DriverError) -> (answer: SilentAnswer, page: LoadedPage?) {
    try await land(try await pageRequest(of: try authorizationRequest(launch)), of: .loggedOut)
  }

  /// A session that comes back: the server asks the person right after the logout, and does not a few requests later.
  private mutating func problemOfLaterRequests() async throws(DriverError) -> String? {
    for launch in [silentLaunch, ordinaryLaunch] where try await land(by: launch).answer == .code {
      return "after the logout the server asked the person at first, and then issued a code for a later request without asking"
    }
    return nil
  }

  /// A button or link on the page after a logout that gets a code without a password, such as 'Continue as Jane'; `nil` for none.
  ///
  /// Only what a browser without cookies does not get is pressed: that is what the server still knows of the person.
  private mutating func problem(ofPageAfterLogout page: LoadedPage) async throws(DriverError) -> String? {
    let launch = ordinaryLaunch
    let strange = try await inEmptyBrowser { other throws(DriverError) in try await other.land(by: launch).page }
    let stranger = strange ?? nil
    let known = stranger?.screen.forms ?? []
    let ways = page.screen.forms.filter { form in !form.asksForPassword && !known.contains(form) }
    var pressed = ""
    for form in ways.prefix(Self.mostPresses) + ways.prefix(1) {
      let again = try await land(by: launch)
      // What was pressed last may have signed the person in.
      if again.answer == .code { return pressed.isEmpty ? nil : Self.problem(of: page, by: "'\(pressed)' on it") }
      guard let shown = again.page?.screen.form(form.id), let place = again.page else { continue }
      pressed = form.pressedLabel
      let request: PageRequest
      do { request = try self.request(for: Submission(form: form.id, answers: []), shown, on: place) } catch {
        try refused(error)
        // A field that a person has to fill in means that the person is asked.
        guard form.widgets.allSatisfy(\.kind.isControl) else { continue }
        return "it is not known whether '\(pressed)' on the page '\(page.screen.id)' after the logout signs the person in: \(error.message)"
      }
      let end = try await land(request, of: .loggedOut)
      if end.answer == .code { return Self.problem(of: page, by: "'\(pressed)' on it") }
      // The page after it may go on without the person, or ask once more.
      guard let next = end.page, !known.contains(where: next.screen.forms.contains) else { continue }
      if let label = try await labelOfPress(toCodeFrom: next, of: .loggedOut) {
        return Self.problem(of: page, by: "'\(pressed)', then \(label) on it")
      }
    }
    if let refresh = page.refresh?.url, refresh != stranger?.refresh?.url, client.allowed.allows(refresh) {
      let answer = try await land(PageRequest("refresh", url: refresh, source: page.url), of: .loggedOut).answer
      if answer == .code { return Self.problem(of: page, by: "its refresh") }
    }
    let frames = Set(page.frameAddresses).subtracting(stranger?.frameAddresses ?? [])
    for url in page.frameAddresses.filter(frames.contains).prefix(Self.mostPresses) where client.allowed.allows(url) {
      let answer = try await land(PageRequest("probe", url: url, source: page.url), of: .loggedOut).answer
      if answer == .code { return Self.problem(of: page, by: "its frame with '\(url.path)'") }
    }
    return engine == nil ? Self.problem(ofScriptButtonsOf: page, besides: stranger) : nil
  }

  /// That a button which a stranger does not get is answered by a script alone, so that nothing is known of its effect.
  private static func problem(ofScriptButtonsOf page: LoadedPage, besides stranger: LoadedPage?) -> String? {
    let known = stranger.map { labelsOfScriptButtons(on: $0) } ?? []
    guard let label = labelsOfScriptButtons(on: page).first(where: { !known.contains($0) }) else { return nil }
    return "it is not known whether '\(label)' on the page '\(page.screen.id)' after the logout signs the person in: "
      + "only a script answers it; 'engine: browser' presses it"
  }

  /// - Parameter way: what leads to the code.
  private static func problem(of page: LoadedPage, by way: String) -> String {
    "after the logout the page '\(page.screen.id)' still knows the person: \(way) gets a code without a password"
  }
}
