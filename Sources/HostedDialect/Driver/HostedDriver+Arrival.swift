import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// Makes a request in the browser and says what a person or the app then sees.
  ///
  /// - Parameter isSilent: whether the app asked for no page.
  mutating func go(
    _ request: PageRequest, formAction: FormActionPolicy? = nil, isSilent: Bool = false
  ) async throws(DriverError) -> Turn.Now {
    let landing = try await navigate(request, formAction: formAction)
    if let logout = session.logout { return try await loggedOut(landing, by: logout, askedOn: session.page) }
    switch landing {
    case .page(let page): return isSilent ? refuse(page) : show(page)
    case .app(let url, let arrival): return try await arrive(at: url, arrival)
    case .refused(let error): return .ended(.refused(error))
    case .elsewhere(let url):
      session.leave()
      return .handover(Handover(url: url.concealed(), reason: .server))
    }
  }

  /// The app is opened with one of its addresses.
  mutating func arrive(at url: WebURL, _ arrival: AppAddresses.Arrival) async throws(DriverError) -> Turn.Now {
    if let back = giveBack(url) { return back }
    switch arrival {
    case .callback: return try await comeBack(Callback(url))
    case .fallback: return try await fallBack(from: url)
    case .logout:
      session.leave()
      return .ended(.finished(Finish(facts: [redirect(of: Callback(url))], checks: [])))
    }
  }

  /// A page though the app asked for none.
  private mutating func refuse(_ page: LoadedPage) -> Turn.Now {
    guard configuration.checks.holds(.promptNoneSilent) else { return show(page) }
    session.leave()
    let problem = "the server shows the page '\(page.screen.id)' though 'prompt=none' asks for none"
    return .ended(.finished(Finish(facts: [], checks: [TokenCheck(FlowCheck.promptNoneSilent.rawValue, problem: problem)])))
  }

  mutating func show(_ page: LoadedPage) -> Turn.Now {
    session.show(page)
    for note in page.reading.notes { party.warn("the page has \(note)") }
    return .screen(page.screen)
  }

  /// The answer to the authorization request; an error counts only where it comes from the server that the app asked.
  private mutating func comeBack(_ callback: Callback) async throws(DriverError) -> Turn.Now {
    if let code = callback["code"] { _ = party.learn(code, name: "code") }
    guard let error = callback.oauthError, callback["code"] == nil else {
      session.complete(by: callback)
      return .ended(.completed)
    }
    session.leave()
    let checks = try await checks(on: callback)
    guard checks.last?.problem == nil else {
      return .ended(.finished(Finish(facts: [redirect(of: callback)], checks: checks)))
    }
    return .ended(.refused(error))
  }

  /// The server lost its way back: the app asks again, once and without a page. What the address holds is not looked at.
  private mutating func fallBack(from url: WebURL) async throws(DriverError) -> Turn.Now {
    guard let launch = session.launch, !session.hasFallenBack else {
      throw party.failure(
        .redirectLoop, "the server sent the app to its fallback address again; an app asks for one silent authorization and no second")
    }
    session.fallBack()
    if url.query != nil || url.fragment != nil {
      let names = Set(url.queryItems.map(\.name)).sorted().map { "'\($0)'" }.joined(separator: ", ")
      let problem = "the fallback address is not bare: it has \(names.isEmpty ? "a fragment" : names)"
      note([TokenCheck(FlowCheck.noIdentity.rawValue, problem: problem)])
    }
    return try await open(launch.silent)
  }

  /// What the walk found wrong is reported with the turn, unless the tenant switches the check off.
  mutating func note(_ findings: [TokenCheck]) {
    for finding in findings where configuration.checks.holds(finding.name) { session.note(finding) }
  }

  func redirect(of callback: Callback) -> Value.Member { Value.Member("redirect", .text(callback.shown().concealed())) }
}
