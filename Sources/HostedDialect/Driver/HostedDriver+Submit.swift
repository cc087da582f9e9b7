import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Submits a form of the page with a person's answers, or follows a link of it.
  package mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    let page = session.page
    (answeredStatus, newText) = (nil, nil)
    session.logoutForm = session.logout == nil ? nil : submission.form
    let now = try await send(submission)
    returnedForm = page.flatMap { session.page?.returnedForm(after: submission, on: $0) }
    if returnedForm != nil, let page, let shown = session.page { newText = shown.newText(since: page) }
    hasLostName = page.map { session.page?.hasNameOf($0, after: submission) ?? false } ?? false
    if let page { session.note(SentForm(screen: page.screen.id, submission: submission, outcome: now)) }
    return now
  }

  /// A form that was filled in, sent and shown again, on a page without a message that the reader of pages knows.
  ///
  /// Selectors of the tenant do not change this: a refusal whose text is gone is one all the same.
  package func silentRefusal(in shown: Turn.Now, after action: DriverAction) -> String? {
    guard case .submit = action, case .screen(let screen) = shown, let form = returnedForm else { return nil }
    guard !screen.messages.contains(where: { $0.level.mustBeExpected || $0.level == .success }) else { return nil }
    let what = session.hasSentNothing ? "was filled in and pressed, but nothing was sent" : "was sent and came back"
    return "form '\(form)' \(what), and no error or warning is known on the page"
  }

  package func unmarkedText(in shown: Turn.Now, after action: DriverAction) -> UnmarkedText? {
    silentRefusal(in: shown, after: action).flatMap { _ in newText }
  }

  /// A password was sent, and the page that took the place of its form has the same name.
  package func sharedName(of shown: Turn.Now, after action: DriverAction) -> String? {
    guard case .submit = action, case .screen(let screen) = shown, hasLostName else { return nil }
    return "'\(screen.id)', the name of the page before the password was sent and of the page after it"
  }

  /// Only what was pressed counts: the address that a step opens may be one that has to be refused.
  package func errorStatus(of shown: Turn.Now, after action: DriverAction) -> Int? {
    guard case .submit = action, case .screen = shown, let answeredStatus, (400..<500).contains(answeredStatus) else { return nil }
    return answeredStatus
  }

  private mutating func send(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    guard let page = session.page else {
      throw party.failure(.impossible, "no journey is in progress, so form '\(submission.form)' cannot be posted")
    }
    guard let form = page.screen.form(submission.form) else {
      let there = page.screen.forms.map { "'\($0.id)'" }.joined(separator: ", ")
      throw party.failure(
        .impossible, "form '\(submission.form)' is not on screen '\(page.screen.id)'; it has \(there.isEmpty ? "none" : there)")
    }
    let request = try request(for: submission, form, on: page)
    if case .form = page.reading.targets[form.id] { return try await go(request, formAction: page.formAction) }
    return try await go(request)
  }

  /// What a browser sends where a form of the screen is filled in and pressed, or a link is followed.
  mutating func request(for submission: Submission, _ form: Form, on page: LoadedPage) throws(DriverError) -> PageRequest {
    switch page.reading.targets[form.id] {
    case .link(let place):
      if engine == nil, page.html.links[place].url.isPlace(on: page.url) {
        throw party.failure(
          .impossible, "this page needs 'engine: browser': only a script answers to the link '\(form.label?.visible ?? form.id.rawValue)'")
      }
      var request = PageRequest("link \(form.id)", url: page.html.links[place].url, source: page.url)
      request.gesture = page.html.mark(of: page.html.links[place].node).map(PageGesture.press)
      return request
    case .form(let place): return try request(for: submission, form, page.html.forms[place], on: page)
    case .looseForm:
      guard let loose = page.html.looseForm else { throw party.failure(.impossible, "form '\(form.id)' is gone") }
      return try request(for: submission, form, loose, on: page)
    case nil: throw party.failure(.impossible, "form '\(form.id)' has nothing that a browser without scripts could press")
    }
  }

  mutating func request(
    for submission: Submission, _ form: Form, _ pageForm: PageForm, on page: LoadedPage
  ) throws(DriverError) -> PageRequest {
    let filled: FilledForm
    do throws(FilledForm.Trouble) {
      filled = try FilledForm(
        pageForm, form: form, submission: submission, runsScripts: engine != nil, hasScripts: page.html.runsScripts)
    } catch {
      throw party.failure(.impossible, "form '\(form.id)' cannot be posted: \(error.sentence)")
    }
    trace.type(filled.secrets, signingInOn: page.signsIn(by: form, isAsked: isAsked(on: page)) ? page.url : nil)
    session.type(
      submission.answers.compactMap { $0.value.typed } + filled.secrets.map(\.unsafeText),
      identifiers: page.identifiers(in: submission, to: form))
    for secret in filled.secrets {
      guard let origins = secret.origins,
        let url = filled.destinations.first(where: { !($0.origin.map(origins.contains) ?? false) })
      else { continue }
      let place = NavigationChain.place(of: url)
      throw party.failure(.forbidden, "form '\(form.id)' contains the secret '\(secret.name)', which may not go to '\(place)'")
    }
    var request = PageRequest(
      "form \(form.id)", method: filled.sent.method, url: filled.sent.url, body: filled.body, source: page.url,
      hasCredential: filled.hasCredential && filled.sent.method == "POST")
    request.encodedBody = filled.encodedBody
    request.concealedQuery = filled.sent.method == "GET" ? Set(filled.sent.entries.map(\.name)) : []
    request.gesture = PageTyping(pageForm, named: form.id, filled, isForced: submission.isForced, in: page.html).map(PageGesture.submit)
    return request
  }

  /// Whether the first form that was sent, which asked for a name, led to this page.
  private func isAsked(on page: LoadedPage) -> Bool {
    guard let first = session.firstForm, first.submission.answers.isEmpty == false, first.screen != page.screen.id else { return false }
    return first.outcome.isLike(.screen(page.screen))
  }
}

extension LoadedPage {
  /// The form that was sent with answers on the page before, if this page asks for the same fields again.
  ///
  /// It may come back under another id: then it is the same if it is new on the page and is sent to the same place in the same way. A form
  /// with a password comes back wherever its page has all that was answered, also with a field more.
  fileprivate func returnedForm(after submission: Submission, on before: LoadedPage) -> FormID? {
    guard !submission.answers.isEmpty, screen.id == before.screen.id, let sent = before.screen.form(submission.form),
      let pageForm = before.pageForm(sent.id), pageForm.method == "post" || sent.widgets.contains(where: \.isPassword)
    else { return nil }
    let returns = screen.forms.contains { form in
      guard form.widgets.map(\.id) == sent.widgets.map(\.id) else { return false }
      if form.id == sent.id { return true }
      return before.screen.form(form.id) == nil && self.pageForm(form.id)?.isSentLike(pageForm) == true
    }
    if returns { return sent.id }
    guard submission.hasPassword(in: sent) else { return nil }
    return screen.forms.first { form in submission.answers.allSatisfy { form.widget($0.widget) != nil } }?.id
  }

  /// Whether the page with a form for a password gave way to one that asks for none, under the same name.
  fileprivate func hasNameOf(_ before: LoadedPage, after submission: Submission) -> Bool {
    guard screen.id == before.screen.id, let sent = before.screen.form(submission.form), submission.hasPassword(in: sent) else {
      return false
    }
    return !asksForPassword && status < 400 && !screen.messages.contains(where: \.level.mustBeExpected)
  }
}

extension LoadedPage {
  /// What was not to be read on the page before; `nil` for nothing that a selector would find.
  fileprivate func newText(since before: LoadedPage) -> UnmarkedText? {
    PageSelector.ofNewText(in: html, since: before.html).map { UnmarkedText($0.text(in: html), selector: $0.description) }
  }
}

extension PageForm {
  /// Whether it is sent to the same place in the same way, whatever tokens the address has.
  fileprivate func isSentLike(_ other: PageForm) -> Bool {
    guard method == other.method, let target = address(of: action), let place = other.address(of: other.action) else { return false }
    return target.origin == place.origin && PathTemplate(of: target).description == PathTemplate(of: place).description
  }
}

extension Submission {
  /// Whether a password of the form is among the answers.
  fileprivate func hasPassword(in form: Form) -> Bool {
    answers.contains { form.widget($0.widget)?.isPassword ?? false }
  }
}

extension LoadedPage {
  /// What a form of the screen is on the page; `nil` for a link.
  private func pageForm(_ id: FormID) -> PageForm? {
    switch reading.targets[id] {
    case .form(let place): html.forms[place]
    case .looseForm: html.looseForm
    case .link, nil: nil
    }
  }
}

extension Widget {
  fileprivate var isPassword: Bool {
    if case .entry(let entry) = kind { return entry.purpose == .password }
    return false
  }
}

extension AnswerValue {
  /// A text that a person typed in clear.
  var typed: String? {
    switch self {
    case .text(let text): text
    case .secret, .bool, .number, .list, .choice, .credential, .nothing: nil
    }
  }
}
