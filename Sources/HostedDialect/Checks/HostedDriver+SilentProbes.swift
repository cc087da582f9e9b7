import Encodings
import JourneyClient
import JourneyModel

/// Probes that are silent authorization requests, in the browser that is signed in.
///
/// Each is preceded by a request that the server has to grant: without that, a refusal of the next one would prove nothing.
extension HostedDriver {
  /// The launch of this journey, which may show no page.
  var silentLaunch: Launch { (session.launch ?? Launch(StartParameters())).silent }

  /// The same as an app's ordinary request: a server may look at silent ones alone.
  var ordinaryLaunch: Launch { (session.launch ?? Launch(StartParameters())).later }

  mutating func askWithoutChallenge() async throws(DriverError) -> String? {
    if let problem = try await problemOfControl("the unchanged silent request", of: .noChallenge) { return problem }
    let (answer, page) = try await landWithoutChallenge(silentLaunch)
    if answer == .code { return "the server issued a code without a challenge, so anyone who steals it can use it" }
    guard answer.isRefusalOfRequest else {
      return "the server answered a request without a challenge with \(answer), which is not a refusal of the request"
    }
    if let problem = try await problem(ofRefusal: page) { return problem }
    let (ordinary, shown) = try await landWithoutChallenge(ordinaryLaunch)
    if let problem = try await problem(ofRefusal: shown) { return problem }
    if let problem = try await problem(ofOrdinary: ordinary) { return problem }
    for launch in [silentLaunch, ordinaryLaunch] {
      var request = try authorizationRequest(launch)
      request.set("code_challenge", to: "")
      if try await self.answer(to: request, of: .noChallenge) == .code {
        return "the server issued a code for an empty challenge, so anyone who steals it can use it"
      }
    }
    return nil
  }

  private mutating func landWithoutChallenge(
    _ launch: Launch
  ) async throws(DriverError) -> (answer: SilentAnswer, page: LoadedPage?) {
    try await land(try await pageRequest(of: try unchallengedRequest(launch)), of: .noChallenge)
  }

  /// What is wrong with the page of an error, in the browser that is signed in: that something on it goes on to a code.
  private mutating func problem(ofRefusal page: LoadedPage?) async throws(DriverError) -> String? {
    guard let page, page.status >= 400 else { return nil }
    var way = try await labelOfPress(toCodeFrom: page, of: .noChallenge)
    if way == nil { way = try await addressOfScript(toCodeFrom: page, of: .noChallenge).map { "its frame or script with '\($0.path)'" } }
    return way.map { "the server answered a request without a challenge with status \(page.status), but \($0) on its page leads to a code" }
  }

  private mutating func unchallengedRequest(_ launch: Launch) throws(DriverError) -> AuthorizationRequest {
    var request = try authorizationRequest(launch)
    request.remove("code_challenge")
    request.remove("code_challenge_method")
    return request
  }

  /// What is wrong with the answer to an ordinary request without a challenge; pages that ask the person are gone through as in the
  /// journey.
  private mutating func problem(ofOrdinary answer: SilentAnswer) async throws(DriverError) -> String? {
    switch answer {
    case .code: return "the server issued a code without a challenge for a request without 'prompt', so anyone who steals it can use it"
    case .page, .address, .emptyCallback, .unreadable: break
    case .error, .status: return nil
    }
    let launch = ordinaryLaunch
    let end = try await resendForms(of: .noChallenge) { driver throws(DriverError) in try driver.unchallengedRequest(launch) }
    if end?.answer == .code { return "the server issued a code without a challenge after a sign-in, so anyone who steals it can use it" }
    // The page of an error refuses the request, unless the journey's forms go on from it.
    if answer.isRefusalOfRequest { return nil }
    let unknown =
      "it could not be tried without 'prompt': the server answered with \(answer), which is not a refusal, and what comes after it is not known"
    guard let end, !end.isFirstPageMissing else { return unknown }
    let control = try await resendForms(of: .noChallenge) { driver throws(DriverError) in try driver.authorizationRequest(launch) }
    guard control?.answer == .code else { return unknown + Self.reason(ofControl: control, with: "with a challenge") }
    if end.isRefusal { return nil }
    return "\(unknown): the same forms lead to a code with a challenge, and to \(end.answer) without one"
  }

  /// Why nothing is known of what follows a sign-in, as the end of a sentence.
  private static func reason(ofControl control: ResentForms?, with what: String) -> String {
    guard let control else { return ": the journey's own forms could not be sent again in an empty browser" }
    return ": sent again in an empty browser \(what), the journey's own forms got \(control.answer) instead of a code"
  }

  /// Addresses that are nearly the client's own; the server must not lead to any of them, not even with an error.
  mutating func askForOtherAddresses() async throws(DriverError) -> String? {
    if let problem = try await problemOfControl("the unchanged silent request", of: .redirectExact) { return problem }
    for other in AlmostRedirectURI.all(of: client.redirectURI) {
      for launch in [silentLaunch, ordinaryLaunch] {
        var request = try authorizationRequest(launch)
        request.set("redirect_uri", to: other.text)
        let url = try await party.endpoint(.authorization).appending(query: request.parameters)
        if try await isLed(from: url, to: other.isReached, asWritten: other.text) {
          return Self.neighbourProblem(other.what) + (launch.isSilent ? "" : ", for a request without 'prompt'")
        }
      }
    }
    return try await askForOtherAddressesBeforeSignIn()
  }

  /// The same in empty browsers, where the person signs in first: a server may look at the address only once it leads there.
  private mutating func askForOtherAddressesBeforeSignIn() async throws(DriverError) -> String? {
    guard !session.forms.isEmpty else { return nil }
    let launch = ordinaryLaunch
    var asked: String?
    // Where the server leads is only known as browsers read it.
    for other in AlmostRedirectURI.all(of: client.redirectURI) where !other.isSame {
      let end = try await resendForms(of: .redirectExact) { driver throws(DriverError) in
        var request = try driver.authorizationRequest(launch)
        request.set("redirect_uri", to: other.text)
        return request
      }
      guard let end else { continue }
      if end.reached.contains(where: other.isReached) { return Self.neighbourProblem(other.what) + ", after a sign-in" }
      if !end.isFirstPageMissing, !end.isRefusal { asked = asked ?? other.what }
    }
    guard let asked else { return nil }
    let control = try await resendForms(of: .redirectExact) { driver throws(DriverError) in try driver.authorizationRequest(launch) }
    if control?.answer == .code { return nil }
    return "it is not known where the server leads after a sign-in: it asks for one where the address is the registered one with \(asked)"
      + Self.reason(ofControl: control, with: "for the registered address")
  }

  private static func neighbourProblem(_ what: String) -> String {
    "the server led to an address that is not the client's: the registered one with \(what)"
  }
}

extension HostedDriver {
  /// Why a request that has to be granted was not, so that the probe shows nothing; `nil` if it was.
  mutating func problemOfControl(_ what: String, of probe: ProbeKind) async throws(DriverError) -> String? {
    let answer = try await answer(to: try authorizationRequest(silentLaunch), of: probe)
    return answer == .code ? nil : "it could not be tried: \(what) got \(answer) instead of a code"
  }

  /// Makes an authorization request; a probe's request is not an app's, so that no check holds it to the app's rules.
  mutating func answer(to request: AuthorizationRequest, of probe: ProbeKind) async throws(DriverError) -> SilentAnswer {
    try await answer(to: try await pageRequest(of: request), of: probe)
  }

  private mutating func answer(to page: PageRequest, of probe: ProbeKind) async throws(DriverError) -> SilentAnswer {
    try await land(page, of: probe).answer
  }

  /// What a request of a probe is answered with, and the page that is shown; `nil` for none.
  mutating func land(_ page: PageRequest, of probe: ProbeKind) async throws(DriverError) -> (answer: SilentAnswer, page: LoadedPage?) {
    var page = page
    page.purpose = "probe \(probe.rawValue)"
    answeredStatus = nil
    do {
      let landing = try await navigate(page)
      if case .app(let url, _) = landing, let code = Callback(url)["code"] { _ = party.learn(code, name: "code") }
      if case .page(let shown) = landing { return (SilentAnswer(landing), shown) }
      return (SilentAnswer(landing), nil)
    } catch {
      try refused(error)
      if error.kind == .status, let answeredStatus { return (.status(answeredStatus), nil) }
      return (.unreadable(error.message), nil)
    }
  }
}
