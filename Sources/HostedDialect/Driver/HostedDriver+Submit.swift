import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Submits a form of the page with a person's answers, or follows a link of it.
  package mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    let page = session.page
    answeredStatus = nil
    let now = try await send(submission)
    returnedForm = page.flatMap { session.page?.returnedForm(after: submission, on: $0) }
    if let page { session.note(SentForm(screen: page.screen.id, submission: submission, outcome: now)) }
    return now
  }

  /// A form that was filled in, sent and shown again, on a page without a message that the reader of pages knows.
  package func silentRefusal(in shown: Turn.Now, after action: DriverAction) -> String? {
    guard case .submit = action, case .screen(let screen) = shown, let form = returnedForm else { return nil }
    guard !screen.messages.contains(where: \.level.mustBeExpected) else { return nil }
    let what = session.hasSentNothing ? "was filled in and pressed, but nothing was sent" : "was sent and came back"
    let silence = "form '\(form)' \(what), and no message is known on the page"
    // Selectors say where messages are: a page without one has none, unless a script would write it.
    return configuration.pages.messages.isEmpty || hasUnfilledAlert ? silence : nil
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
    switch page.reading.targets[form.id] {
    case .link(let place):
      if engine == nil, page.html.links[place].url.isPlace(on: page.url) {
        throw party.failure(
          .impossible, "this page needs 'engine: browser': only a script answers to the link '\(form.label?.visible ?? form.id.rawValue)'")
      }
      var request = PageRequest("link \(form.id)", url: page.html.links[place].url, source: page.url)
      request.gesture = page.html.mark(of: page.html.links[place].node).map(PageGesture.press)
      return try await go(request)
    case .form(let place):
      return try await go(try request(for: submission, form, page.html.forms[place], on: page), formAction: page.formAction)
    case .looseForm:
      guard let loose = page.html.looseForm else { throw party.failure(.impossible, "form '\(form.id)' is gone") }
      return try await go(try request(for: submission, form, loose, on: page))
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
    trace.type(filled.secrets)
    session.type(submission.answers.compactMap { $0.value.typed } + filled.secrets.map(\.unsafeText))
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
}

extension LoadedPage {
  /// The form that was sent with answers on the page before, if this page asks for the same fields again.
  fileprivate func returnedForm(after submission: Submission, on before: LoadedPage) -> FormID? {
    guard !submission.answers.isEmpty, screen.id == before.screen.id, let sent = before.screen.form(submission.form),
      let pageForm = before.pageForm(sent.id)
    else { return nil }
    let isPosted = pageForm.method == "POST" || sent.widgets.contains(where: \.isPassword)
    guard isPosted, let again = screen.form(submission.form), again.widgets.map(\.id) == sent.widgets.map(\.id) else { return nil }
    return again.id
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
  fileprivate var typed: String? {
    switch self {
    case .text(let text): text
    case .secret, .bool, .number, .list, .choice, .credential, .nothing: nil
    }
  }
}
