import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Submits a form of the page with a person's answers, or follows a link of it.
  package mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    let screen = session.page?.screen.id
    let now = try await send(submission)
    if let screen { session.note(SentForm(screen: screen, submission: submission, outcome: now)) }
    return now
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
      var request = PageRequest("link \(form.id)", url: page.html.links[place].url, source: page.url)
      request.gesture = page.html.mark(of: page.html.links[place].node).map(PageGesture.press)
      return try await go(request)
    case .form(let place):
      return try await go(try request(for: submission, form, page.html.forms[place], on: page), formAction: page.formAction)
    case nil: throw party.failure(.impossible, "form '\(form.id)' has nothing that a browser without scripts could press")
    }
  }

  mutating func request(
    for submission: Submission, _ form: Form, _ pageForm: PageForm, on page: LoadedPage
  ) throws(DriverError) -> PageRequest {
    let filled: FilledForm
    do throws(FilledForm.Trouble) {
      filled = try FilledForm(pageForm, form: form, submission: submission)
    } catch {
      throw party.failure(.impossible, "form '\(form.id)' cannot be posted: \(error.sentence)")
    }
    trace.type(filled.secrets)
    session.type(submission.answers.compactMap { $0.value.typed } + filled.secrets.map(\.unsafeText))
    for secret in filled.secrets {
      guard let origins = secret.origins, !(filled.sent.url.origin.map(origins.contains) ?? false) else { continue }
      let place = NavigationChain.place(of: filled.sent.url)
      throw party.failure(.forbidden, "form '\(form.id)' contains the secret '\(secret.name)', which may not go to '\(place)'")
    }
    var request = PageRequest(
      "form \(form.id)", method: filled.sent.method, url: filled.sent.url, body: filled.body, source: page.url,
      hasCredential: filled.hasCredential && filled.sent.method == "POST")
    request.encodedBody = filled.encodedBody
    request.concealedQuery = filled.sent.method == "GET" ? Set(filled.sent.entries.map(\.name)) : []
    request.gesture = PageTyping(
      pageForm, answers: filled.answers, extra: filled.extra, pressing: submission.submitter, isForced: submission.isForced, in: page.html
    ).map(PageGesture.submit)
    return request
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
