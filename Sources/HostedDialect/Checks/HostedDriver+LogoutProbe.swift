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
      switch ordinary.answer {
      case .code: return "after the logout the server issued a code for a request without 'prompt' and without asking the person"
      case .emptyCallback, .unreadable:
        return "it is not known whether the person is signed out: a request without 'prompt' was answered with \(ordinary.answer)"
      case .error, .page, .status, .address: break
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
    for launch in [silentLaunch, ordinaryLaunch] where try await land(by: launch).answer == .code { return Self.comesBack }
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
        return Self.unknown(page, "whether '\(pressed)'", error.message)
      }
      let end = try await land(request, of: .loggedOut)
      if end.answer == .code { return Self.problem(of: page, by: "'\(pressed)' on it") }
      // The page after it may go on without the person, or ask once more.
      guard let next = end.page, !known.contains(where: next.screen.forms.contains) else { continue }
      if let label = try await labelOfPress(toCodeFrom: next, of: .loggedOut) {
        return Self.problem(of: page, by: "'\(pressed)', then \(label) on it")
      }
    }
    if ways.count > Self.mostPresses {
      return "it is not known whether the page '\(page.screen.id)' after the logout still knows the person: \(Self.mostPresses) of its "
        + "\(ways.count) buttons, links and forms that a stranger does not get were tried"
    }
    if let refresh = page.refresh?.url, refresh != stranger?.refresh?.url, client.allowed.allows(refresh) {
      let answer = try await land(PageRequest("refresh", url: refresh, source: page.url), of: .loggedOut).answer
      if answer == .code { return Self.problem(of: page, by: "its refresh") }
    }
    if let url = try await addressOfScript(toCodeFrom: page, besides: stranger, of: .loggedOut) {
      return Self.problem(of: page, by: "its frame or script with '\(url.path)'")
    }
    return engine == nil ? try await problem(ofScriptsOf: page, besides: stranger) : nil
  }

  /// That a script may sign the person in where something is pressed that a stranger does not get, so that nothing is known of it.
  ///
  /// A page that asks for the password may greet the person; what a script cannot make a button of unseen is compared on other pages.
  private mutating func problem(ofScriptsOf page: LoadedPage, besides stranger: LoadedPage?) async throws(DriverError) -> String? {
    let known = Set(stranger?.html.scriptedButtons ?? [])
    if let button = page.html.scriptedButtons.first(where: { !known.contains($0) && !SignOutWords.name($0.label) }) {
      return Self.unknown(page, "whether '\(button.label)'", "only a script answers it; 'engine: browser' presses it")
    }
    guard page.runsScripts, !page.asksForPassword, let stranger else { return nil }
    let launch = ordinaryLaunch
    let again = try await land(by: launch)
    if again.answer == .code { return Self.comesBack }
    let other = try await inEmptyBrowser { other throws(DriverError) in try await other.land(by: launch).page } ?? nil
    let own = [page, again.page].compactMap(\.self).map { Impression($0) }
    guard let word = Impression.word(ofEach: own, besides: [stranger, other].compactMap(\.self).map { Impression($0) }) else { return nil }
    return Self.unknown(
      page, "whether something", "a stranger does not get '\(word)', and only scripts know what they do; use 'engine: browser'")
  }

  /// - Parameter what: `whether` with what may sign the person in.
  private static func unknown(_ page: LoadedPage, _ what: String, _ why: String) -> String {
    "it is not known \(what) on the page '\(page.screen.id)' after the logout signs the person in: \(why)"
  }

  private static let comesBack =
    "after the logout the server asked the person at first, and then issued a code for a later request without asking"

  /// - Parameter way: what leads to the code.
  private static func problem(of page: LoadedPage, by way: String) -> String {
    "after the logout the page '\(page.screen.id)' still knows the person: \(way) gets a code without a password"
  }
}
