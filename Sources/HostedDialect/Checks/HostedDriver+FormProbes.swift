import Encodings
import JourneyClient
import JourneyModel

/// Probes that send the first form of the journey once more, each in an empty browser of its own.
extension HostedDriver {
  // MARK: Forged forms

  /// A form without its token, and with that of another browser, each with the cookies of its own browser and without any: those with
  /// `SameSite` do not go along with a form of another site.
  mutating func sendForgedForms() async throws(DriverError) -> String? {
    guard let form = firstForm else { return Self.noForm }
    guard !form.outcome.isLike(.screen(Screen(id: form.screen))) else {
      return "it could not be tried: the first form of the journey led no further, so whether it was accepted is not known"
    }
    let token = try await inEmptyBrowser { other throws(DriverError) in try await other.firstRequest(like: form)?.forgeryToken }
    guard let foreign = token ?? nil else { return "it could not be tried: the form has no field with a token against forged requests" }
    guard try await leadsOn(form) else {
      return "it could not be tried: with its own token, too, the form led no further in an empty browser"
    }
    let forgeries: [(what: String, token: Value?, hasCookies: Bool)] = [
      ("without its token", nil, true), ("with the token of another browser", foreign, true),
      ("without its token and without cookies", nil, false),
      ("with the token of another browser and without cookies", foreign, false),
    ]
    for (what, token, hasCookies) in forgeries {
      var isSent = false
      var status: Int?
      let outcome = try await inEmptyBrowser { other throws(DriverError) -> Turn.Now? in
        guard var request = try await other.firstRequest(like: form) else { return nil }
        request.setForgeryToken(token)
        if !hasCookies { other.party.forgetCookies() }
        isSent = true
        other.answeredStatus = nil
        defer { status = other.answeredStatus }
        return try await other.go(request)
      }
      guard isSent else { return Self.noForm }
      guard let outcome = outcome ?? nil else { continue }
      if outcome.isLike(form.outcome) { return "the server took a form \(what)" }
      guard outcome.refuses(form, status: status) else {
        return "the server answered a form \(what) with \(outcome.shown), which is not a refusal"
      }
    }
    return nil
  }

  // MARK: Many forms

  /// The form many times with an unknown address, then with the journey's own, and wrong passwords; after each, as the journey sent
  /// it, which a stop has to hold up: where the right password still leads on, a wrong one can still be distinguished from it.
  mutating func sendManyForms() async throws(DriverError) -> String? {
    guard let form = firstForm, let place = form.submission.answers.firstIndex(where: { $0.value.isAddress }),
      let known = form.submission.answers[place].value.clear
    else { return Self.noForm }
    var own: FormFlood.OwnForm?
    if !form.outcome.isLike(.screen(Screen(id: form.screen))) { own = try await sendAgain(form) }
    // A server that answers the very first form with 429 has counted no attempts.
    if own == .isLimited { return Self.refusedAtOnce }
    if own?.isIn == false { own = nil }
    var strange = form.submission
    strange.answers[place].value = .text(stranger(like: known))
    var flood = FormFlood()
    for submission in [strange, form.submission] {
      guard var guess = wrong(submission) ?? (submission == strange ? strange : nil) else { continue }
      flood.begin()
      for _ in 0..<FormFlood.count where !flood.isStopped {
        flood.add(try await answer(to: SentForm(screen: form.screen, submission: guess, outcome: form.outcome)))
        if flood.isRefusedAtOnce { return Self.refusedAtOnce }
        // Some servers count one wrong password once.
        guess = wrong(submission) ?? guess
      }
      guard own != nil else {
        if flood.isStopped { return try await problem(ofStopped: form, typing: known, in: strange) }
        continue
      }
      let now = try await sendAgain(form)
      own = now
      if flood.isStopped(own: now) {
        if let problem = try await problem(ofStopped: form, typing: known, in: strange) { return problem }
        return try await problem(ofStopped: form)
      }
      if !now.isIn { break }
    }
    return flood.problem(own: own)
  }

  /// The form with a wrong password, another one each time; `nil` if it has none.
  private mutating func wrong(_ submission: Submission) -> Submission? {
    let guess = Secret(AuthorizationRequest.randomText(using: &party.generator), name: "wrong password", source: .walk)
    var sent = submission
    for index in sent.answers.indices { if case .secret = sent.answers[index].value { sent.answers[index].value = .secret(guess) } }
    return sent == submission ? nil : sent
  }

  /// What the form is answered with in an empty browser.
  private mutating func answer(to form: SentForm) async throws(DriverError) -> FormFlood.Answer {
    let answer = try await inEmptyBrowser { other throws(DriverError) -> FormFlood.Answer in
      // A refused page does not protect the form: an attacker who has the page already still sends it.
      let found = try await other.taking(.rateLimit) { other throws(DriverError) in try await other.firstRequest(like: form) }
      guard let request = found ?? nil else { return .noForm }
      other.answeredStatus = nil
      _ = other.party.takeSeen()
      do throws(DriverError) {
        let now = try await other.go(request)
        return other.isToldToWait() ? .stop : FormFlood.Answer(now, status: other.answeredStatus)
      } catch {
        if error.kind == .rateLimit {
          other.party.adoptRecord(of: error)
          return .stop
        }
        try other.refused(error)
        if other.isToldToWait() { return .stop }
        return error.kind == .status ? .refusal(status: other.answeredStatus ?? 400) : .other
      }
    }
    return answer ?? .noForm
  }

  /// Whether a response since the last look refuses something for a time that it gives (RFC 9110 section 10.2.3).
  private mutating func isToldToWait() -> Bool {
    party.takeSeen().contains { 400..<500 ~= $0.response.status && !["0", nil].contains($0.response.headers["retry-after"]) }
  }

  /// What shows at a stop that an account has the address: a wrong password for it and one for the unknown address, which was sent as
  /// often, are asked for in turns.
  private mutating func problem(
    ofStopped form: SentForm, typing known: String, in strange: Submission
  ) async throws(DriverError) -> String? {
    guard let address = strange.answers.lazy.compactMap(\.value.clear).first(where: { !$0.isEmpty }) else { return nil }
    let sent = [form.submission, strange, strange].map { wrong($0) ?? $0 }.map {
      SentForm(screen: form.screen, submission: $0, outcome: form.outcome)
    }
    let others = sent.dropFirst().map { ComparedForm($0, typing: address) }
    let answer = try await taking(.rateLimit) { driver throws(DriverError) in
      try await driver.difference(
        of: ComparedForm(sent[0], typing: known), from: others, marking: [known, address], takesLimits: true)
    }
    guard case .difference(let difference?)? = answer else { return nil }
    return
      "the server stops many forms, but the known address then gets another \(difference.words) than an unknown one, so the stop shows "
      + "who has an account"
  }

  /// What shows at a stop which password is right: the right one and two wrong ones are asked for in turns.
  private mutating func problem(ofStopped form: SentForm) async throws(DriverError) -> String? {
    guard let one = wrong(form.submission), let other = wrong(form.submission) else { return nil }
    let guesses = [one, other].map { ComparedForm(SentForm(screen: form.screen, submission: $0, outcome: form.outcome)) }
    let answer = try await taking(.rateLimit) { driver throws(DriverError) in
      try await driver.difference(of: ComparedForm(form), from: guesses, marking: [], takesLimits: true)
    }
    guard case .difference(let difference?)? = answer else { return nil }
    return
      "the server stops many forms, but the right password still gets another \(difference.words) than a wrong one, so it can be guessed"
  }

  /// What comes of the journey's own form in an empty browser.
  private mutating func sendAgain(_ form: SentForm) async throws(DriverError) -> FormFlood.OwnForm {
    let outcome = try await inEmptyBrowser { other throws(DriverError) -> FormFlood.OwnForm in
      _ = other.party.takeSeen()
      var isSent = false
      let own = try await other.outcome(ofSending: form, isSent: &isSent)
      // Whatever the answer says, what counts is whether the browser is signed in.
      guard isSent, own != .leadsOn, case .ended(.completed) = form.outcome, try await other.isSignedIn() else { return own }
      return .signsIn(status: other.answeredStatus ?? 200)
    }
    return outcome ?? .isGone
  }

  /// - Parameter isSent: becomes whether the form was there.
  private mutating func outcome(ofSending form: SentForm, isSent: inout Bool) async throws(DriverError) -> FormFlood.OwnForm {
    answeredStatus = nil
    do throws(DriverError) {
      guard let request = try await firstRequest(like: form) else { return .isGone }
      isSent = true
      let now = try await go(request)
      if now.isLike(form.outcome) { return .leadsOn }
      let answer = FormFlood.Answer(now, status: answeredStatus)
      return now.refuses(form, status: answeredStatus) ? .isRefused(answer) : .leadsElsewhere(answer, shown: now.shown)
    } catch {
      if error.kind == .rateLimit {
        party.adoptRecord(of: error)
        answeredStatus = 429
        return .isLimited
      }
      try refused(error)
      return isSent || answeredStatus.map { 400..<500 ~= $0 } ?? false ? .isRefused(.refusal(status: answeredStatus ?? 400)) : .isGone
    }
  }

  /// Whether the responses so far have a code, or the server issues one to this browser without asking anybody.
  private mutating func isSignedIn() async throws(DriverError) -> Bool {
    let status = answeredStatus
    defer { answeredStatus = status }
    let seen = party.takeSeen()
    if seen.indices.contains(where: { leadsToCode(reached(by: Array(seen[...$0].suffix(1)))) }) { return true }
    for launch in [silentLaunch, ordinaryLaunch] {
      let answer = try await taking(.rateLimit) { other throws(DriverError) in
        try await other.answer(to: try other.authorizationRequest(launch), of: .rateLimit)
      }
      if answer == .code { return true }
    }
    return false
  }

  /// What the body gives; `nil` where it throws an error of this kind, which is taken for an answer.
  mutating func taking<Result>(
    _ kind: DriverError.Kind, _ body: (inout HostedDriver) async throws(DriverError) -> Result
  ) async throws(DriverError) -> Result? {
    do throws(DriverError) {
      return try await body(&self)
    } catch {
      guard error.kind == kind else { throw error }
      party.adoptRecord(of: error)
      return nil
    }
  }

  /// Whether the form leads in an empty browser where it led in the journey.
  mutating func leadsOn(_ form: SentForm) async throws(DriverError) -> Bool {
    let outcome = try await inEmptyBrowser { other throws(DriverError) -> Turn.Now? in
      guard let request = try await other.firstRequest(like: form) else { return nil }
      return try await other.go(request)
    }
    return (outcome ?? nil)?.isLike(form.outcome) ?? false
  }
}

extension HostedDriver {
  private static let refusedAtOnce = "it could not be tried: the form was not there, or was refused, the first time already"
  static let noForm = "it could not be tried: nothing was filled in on the journey's first page"

  /// The first form, where it was on the page that the browser showed first.
  var firstForm: SentForm? {
    guard let form = session.firstForm, form.screen == session.firstPage?.screen.id, !form.submission.answers.isEmpty else { return nil }
    return form
  }

  /// Does something in a browser without cookies; `nil` where the server refuses it.
  mutating func inEmptyBrowser<Result>(
    _ body: (inout HostedDriver) async throws(DriverError) -> Result
  ) async throws(DriverError) -> Result? {
    var other = elsewhere()
    // What no honest browser would send is sent without one.
    other.engine = nil
    other.party.generator = party.generator
    _ = party.generator.next()
    defer { party.adoptRecord(of: &other.party) }
    do {
      return try await body(&other)
    } catch {
      try other.refused(error)
      return nil
    }
  }

  /// Opens the first page in this browser and fills the form in; `nil` where the page or the form is not there.
  mutating func firstRequest(like form: SentForm) async throws(DriverError) -> PageRequest? {
    let launch = session.launch ?? Launch(StartParameters())
    guard case .screen(let screen) = try await open(launch) else { return nil }
    return try request(like: form, on: screen)
  }

  /// The form filled in as before on the page that is shown; `nil` where it is not there.
  mutating func request(like form: SentForm, on screen: Screen) throws(DriverError) -> PageRequest? {
    guard screen.id == form.screen, let page = session.page, let shown = screen.form(form.submission.form),
      case .form(let place)? = page.reading.targets[shown.id]
    else { return nil }
    return try request(for: form.submission, shown, page.html.forms[place], on: page)
  }
}

extension AnswerValue {
  var clear: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var isAddress: Bool { clear.map { !$0.isEmpty } ?? false }
}

extension PageRequest {
  private static func isToken(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name.contains("csrf") || name.contains("xsrf") || name == "authenticity_token" || name == "__requestverificationtoken"
  }

  /// The token against forged requests in its body; `nil` if it has none.
  fileprivate var forgeryToken: Value? {
    guard case .form(let members) = body else { return nil }
    return members.first { Self.isToken($0.name) }?.value
  }

  /// - Parameter token: `nil` to leave it out.
  fileprivate mutating func setForgeryToken(_ token: Value?) {
    guard case .form(let members) = body else { return }
    // What was written out has the token that the page gave.
    encodedBody = nil
    body = .form(
      members.compactMap { member in
        guard Self.isToken(member.name) else { return member }
        return token.map { Value.Member(member.name, $0) }
      })
  }
}

extension Turn.Now {
  /// Whether a form was refused: by its page again, by an error, or by a page that says so.
  fileprivate func refuses(_ form: SentForm, status: Int?) -> Bool {
    switch self {
    case .screen(let screen):
      (status ?? 200) >= 400 || screen.id == form.screen || screen.messages.contains(where: \.level.mustBeExpected)
    case .ended(.refused), .ended(.expired): true
    case .ended, .handover: false
    }
  }

  /// The end of a sentence that says what came.
  fileprivate var shown: String {
    switch self {
    case .screen(let screen): "the page '\(screen.id)'"
    case .handover: "a redirect to another site"
    case .ended: "the way back to the app"
    }
  }
}
