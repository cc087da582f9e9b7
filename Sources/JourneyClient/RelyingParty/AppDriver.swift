package import JourneyModel

/// A driver that walks a dialect as an app does, with a relying party that does what all dialects share.
///
/// Adopters have one function for each action; `perform` comes with the protocol.
package protocol AppDriver: JourneyDriver {
  var party: RelyingParty { get set }

  /// Begins a journey.
  mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now
  /// Requests the screen again.
  mutating func refresh() async throws(DriverError) -> Turn.Now
  /// Posts a form of the screen with a person's answers.
  mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now
  /// Opens a link from a message: in the app where it is claimed, else in this browser or in another one.
  mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now
  /// Comes back from a web page.
  mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now
  /// Exchanges the code, verifies the tokens, then tries what the server must refuse.
  mutating func finish(probes: [ProbeKind]) async throws(DriverError) -> Turn.Now
  /// Does something with the tokens of a finished journey; shows the page of a logout that asks first where a step answers it.
  mutating func perform(token action: TokenAction, isAnswered: Bool) async throws(DriverError) -> Turn.Now
  /// Tries what is made of requests of the dialect's own; what it opens stays in the browser, the journey stays as it is.
  mutating func attempt(_ probe: ProbeKind) async throws(DriverError) -> ProbeResult
  /// What is wrong with what went over the wire in an action; nothing in dialects that do not look at it.
  mutating func findings(in shown: Turn.Now) async -> [TokenCheck]
  /// Why what is shown after an action may be a refusal without a message; `nil` in dialects that mark messages.
  func silentRefusal(in shown: Turn.Now, after action: DriverAction) -> String?
  /// The screen's name, if the one before had it too and an answer led from one to the other; `nil` where screens have names of their own.
  func sharedName(of shown: Turn.Now, after action: DriverAction) -> String?
  /// The status 4xx of the page that pressing a form led to; `nil` in dialects whose screens say what is wrong.
  func errorStatus(of shown: Turn.Now, after action: DriverAction) -> Int?
  /// What likely led to what is shown, for a step that expects something else; `nil` where the driver has no idea.
  func likelyCause(of shown: Turn.Now, after action: DriverAction) -> String?
  /// The request by which a page's script was refused what it sent; `nil` in dialects without scripts.
  func refusedRequest(in shown: Turn.Now) -> String?
  /// What is new on a screen that refuses something silently; `nil` in dialects that mark messages.
  func unmarkedText(in shown: Turn.Now, after action: DriverAction) -> UnmarkedText?
  /// What rules for screens of this place lack on what is shown, by the name that they give; empty in dialects without rules.
  func unmetRules(of shown: Turn.Now) -> [String: String]
}

extension AppDriver {
  package mutating func perform(token action: TokenAction, isAnswered: Bool) async throws(DriverError) -> Turn.Now {
    try await party.perform(action)
  }

  package mutating func findings(in shown: Turn.Now) async -> [TokenCheck] { [] }

  package func silentRefusal(in shown: Turn.Now, after action: DriverAction) -> String? { nil }

  package func sharedName(of shown: Turn.Now, after action: DriverAction) -> String? { nil }

  package func errorStatus(of shown: Turn.Now, after action: DriverAction) -> Int? { nil }

  package func likelyCause(of shown: Turn.Now, after action: DriverAction) -> String? { nil }

  package func refusedRequest(in shown: Turn.Now) -> String? { nil }

  package func unmarkedText(in shown: Turn.Now, after action: DriverAction) -> UnmarkedText? { nil }

  package func unmetRules(of shown: Turn.Now) -> [String: String] { [:] }

  package mutating func attempt(_ probe: ProbeKind) async throws(DriverError) -> ProbeResult {
    ProbeResult(probe.rawValue, problem: "it could not be tried: the dialect has no requests for it; 'hosted' has")
  }

  package mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    party.beginAction()
    let shown: Turn.Now =
      switch action {
      case .start(let parameters): try await start(parameters)
      case .refresh: try await refresh()
      case .submit(let submission): try await submit(submission)
      case .open(let link, let elsewhere): try await open(link, elsewhere: elsewhere)
      case .resume(let url, let isWritten): try await resume(isWritten ? party.completed(url) : url)
      case .finish(let names): try await finish(probes: try party.probes(named: names))
      case .token(let action, let isAnswered): try await perform(token: action, isAnswered: isAnswered)
      }
    if case .start = action, case .ended(.completed) = shown { party.session.isAnsweredAtOnce = true }
    let findings = await findings(in: shown)
    var turn = party.turn(shown, findings: findings)
    turn.silentRefusal = silentRefusal(in: shown, after: action)
    turn.sharedName = sharedName(of: shown, after: action)
    turn.errorStatus = errorStatus(of: shown, after: action)
    turn.likelyCause = likelyCause(of: shown, after: action)
    turn.refusedRequest = refusedRequest(in: shown)
    turn.unmarkedText = unmarkedText(in: shown, after: action)
    turn.unmetRules = unmetRules(of: shown)
    return turn
  }
}
