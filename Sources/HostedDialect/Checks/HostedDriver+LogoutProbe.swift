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
      case .page, .error("login_required"): break
      case .emptyCallback, .unreadable, .address, .error, .status:
        return "it is not known whether the person is signed out: a request without 'prompt' was answered with \(ordinary.answer)"
      }
      if let page = ordinary.page, let problem = try await problem(ofPageAfterLogout: page) { return problem }
      return try await problemOfLaterRequests()
    }
    return "after the logout the server answered with \(answer), which does not show that the person is signed out"
  }

  mutating func land(by launch: Launch) async throws(DriverError) -> (answer: SilentAnswer, page: LoadedPage?) {
    try await land(try await pageRequest(of: try authorizationRequest(launch)), of: .loggedOut)
  }

  /// A session that comes back: the server asks the person right after the logout, and does not a few requests later.
  private mutating func problemOfLaterRequests() async throws(DriverError) -> String? {
    for launch in [silentLaunch, ordinaryLaunch] where try await land(by: launch).answer == .code { return Self.comesBack }
    return nil
  }

  static let comesBack = "after the logout the server asked the person at first, and then issued a code for a later request without asking"
}
