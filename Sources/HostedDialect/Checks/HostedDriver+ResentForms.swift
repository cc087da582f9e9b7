import Encodings
import JourneyClient
import JourneyModel

/// What comes of the journey's forms, sent once more in an empty browser.
struct ResentForms: Sendable {
  /// What the last of them was answered with, or the authorization request itself.
  var answer: HostedDriver.SilentAnswer
  /// Every address that the server led to, and those that the last page leads to.
  var reached: [WebURL] = []
  /// Whether the request did not get the page that the journey began with.
  var isFirstPageMissing = false
  /// Whether the last page leads nowhere, so that nothing comes after it.
  var isDeadEnd = false

  /// Whether the server refuses the request for good.
  var isRefusal: Bool { answer.isRefusalOfRequest || isDeadEnd }
}

extension HostedDriver {
  /// Makes an authorization request in an empty browser and sends what the journey sent, form by form, while its pages come.
  ///
  /// - Returns: `nil` where something of it could not be sent.
  mutating func resendForms(
    of probe: ProbeKind, after request: (inout HostedDriver) throws(DriverError) -> AuthorizationRequest
  ) async throws(DriverError) -> ResentForms? {
    let (forms, firstPage) = (session.forms, session.firstPage?.screen.id)
    return try await inEmptyBrowser { other throws(DriverError) in
      _ = other.party.takeSeen()
      var next = try await other.pageRequest(of: try request(&other))
      var rest = forms[...]
      var end: (answer: SilentAnswer, page: LoadedPage?)
      var isFirstPageMissing: Bool?
      var presses = 0
      repeat {
        end = try await other.land(next, of: probe)
        isFirstPageMissing = isFirstPageMissing ?? !end.answer.isPage(firstPage)
        guard let page = end.page, let form = rest.first else { break }
        // A page that says that something is wrong may have the form all the same, or a button that leads to it.
        if page.status >= 400 || page.screen.id == form.screen, let filled = try other.request(like: form, on: page) {
          (next, rest) = (filled, rest.dropFirst())
        } else if page.status >= 400, presses < Self.mostPressesOfErrors, let pressed = try other.pressOfError(on: page) {
          (next, presses) = (pressed, presses + 1)
        } else {
          break
        }
      } while true
      var resent = ResentForms(answer: end.answer, isFirstPageMissing: isFirstPageMissing ?? true)
      resent.reached = other.reached(by: other.party.takeSeen())
      if other.leadsToCode(resent.reached) { resent.answer = .code }
      if let page = end.page, page.status < 400 { resent.isDeadEnd = try await other.isDeadEnd(page, of: probe) }
      return resent
    }
  }

  /// The form as the journey sent it, filled in on a page of the same name; `nil` where it is not there.
  private mutating func request(like form: SentForm, on page: LoadedPage) throws(DriverError) -> PageRequest? {
    guard let shown = page.screen.form(form.submission.form) else { return nil }
    return try request(for: form.submission, shown, on: page)
  }

  /// Where these exchanges led, and where the last page of them leads.
  func reached(by exchanges: [SeenExchange]) -> [WebURL] {
    var found = exchanges.flatMap { exchange in
      [exchange.call.url] + [exchange.response.headers["location"].flatMap(exchange.call.url.following)].compactMap(\.self)
    }
    if let last = exchanges.last {
      var fields: [String] = []
      found += targets(on: last.response, at: last.call.url, fields: &fields)
    }
    return found
  }

  /// Whether one of these addresses is the app's, with a code.
  func leadsToCode(_ addresses: [WebURL]) -> Bool {
    addresses.contains { $0.hasSameEndpoint(as: client.redirectURI) && Callback($0)["code"] != nil }
  }

  private static let mostPressesOfErrors = 2

  /// The first button on the page of an error that is not a link, else its link to sign in; `nil` for neither.
  private mutating func pressOfError(on page: LoadedPage) throws(DriverError) -> PageRequest? {
    let buttons = page.screen.forms.filter { form in
      guard case .form? = page.reading.targets[form.id] else { return false }
      return form.widgets.allSatisfy(\.kind.isControl)
    }
    if let button = buttons.first, let request = try pressing(button, on: page) { return request }
    guard let link = page.html.signInLink?.url, client.allowed.allows(link) else { return nil }
    return PageRequest("link", url: link, source: page.url)
  }

  private static let mostLinks = 5

  /// Whether nothing can be filled in or pressed on a page, and none of its links leads to a code.
  private mutating func isDeadEnd(_ page: LoadedPage, of probe: ProbeKind) async throws(DriverError) -> Bool {
    let links = Set(page.html.links.map(\.url)).filter { client.allowed.allows($0) }
    guard page.html.forms.isEmpty, page.html.looseForm == nil, !page.html.runsScripts, page.refresh == nil, links.count <= Self.mostLinks
    else { return false }
    for link in links.sorted(by: { $0.description < $1.description }) {
      let answer = try await land(PageRequest("link", url: link, source: page.url), of: probe).answer
      if answer == .code { return false }
    }
    return true
  }
}
