import Encodings
import JourneyClient
import JourneyModel

/// A real browser loads the pages; what they mean is decided here.
extension HostedDriver {
  /// Does in the browser what a request represents, and returns where it leads.
  mutating func browse(_ request: PageRequest) async throws(DriverError) -> Landing {
    let visit = PageVisit(request.gesture ?? .open(request.url), headers: try tenantHeaders(), for: client.issuerOrigin)
    let sight: PageSight
    do throws(PageEngineError) {
      guard let seen = try await engine?.perform(visit) else { throw PageEngineError(.impossible, "no browser is open") }
      sight = seen
    } catch {
      let last = await record(error.traffic, of: request)
      if let (answer, call) = last, error.traffic.last(where: \.isPage)?.isEmptyRefusal == true {
        // Browsers show a page of their own for it.
        answeredStatus = answer.status
        return .page(try read(answer, to: PageRequest(request.purpose, method: call.method, url: call.url)))
      }
      for case let response? in error.traffic.map(\.response) { learnRaw(response) }
      let isLoop = error.kind == .redirectLoop
      throw party.failure(
        error.kind, isLoop ? "\(request.purpose) was redirected more than \(NavigationChain.redirectLimit) times" : error.message)
    }
    (sight.notes + sight.scriptFailures).forEach { party.warn($0) }
    if request.gesture != .look {
      session.note(scriptFailure: sight.scriptFailures.first)
      session.note(requestFailure: nil)
      session.hasSentNothing = false
    }
    session.isAnsweredByScript = request.gesture != nil && !sight.traffic.contains(where: \.isPage)
    let last = await record(sight.traffic, of: request)
    switch sight.place {
    case .left(let url):
      for text in sight.alerts { party.warn("the page said in an alert: '\(text)'") }
      return try landing(at: url, of: request)
    case .page(let response, let method, let url):
      if let (answer, call) = last {
        answeredStatus = answer.status
        if answer.status >= 500 { learnRaw(answer) }
        try party.refuseBrokenStatus(answer, to: call)
        if answer.status >= 400, let error = try party.oauthError(in: answer) { return .refused(error) }
      }
      let page = try read(response, to: PageRequest(request.purpose, method: method, url: url)).saying(sight.alerts)
      if request.gesture != .look { try judge(sight, on: page, after: request) }
      return .page(page)
    }
  }

  /// The headers that requests to the issuer have in addition to the browser's own.
  mutating func tenantHeaders() throws(DriverError) -> HTTPFields {
    var fields = HTTPFields()
    // The driver's own call to the issuer has them; what a browser accepts is the browser's business.
    for header in party.call("", "GET", client.issuer, accept: "").headers where header.name != "Accept" {
      fields[header.name] = try party.text(header.value)
    }
    return fields
  }

  private mutating func landing(at url: WebURL, of request: PageRequest) throws(DriverError) -> Landing {
    if let arrival = configuration.addresses.arrival(at: url) { return .app(url, arrival) }
    guard url.origin == nil, session.logout == nil else { return .elsewhere(url) }
    throw party.failure(
      .forbidden,
      "\(request.purpose) left for an unknown app at '\(NavigationChain.place(of: url))': no redirect URI of the client is there")
  }

  /// Remembers what the browser requested; returns the last page's response.
  mutating func record(
    _ traffic: [PageTraffic], of request: PageRequest
  ) async -> (HTTPResponseMessage, to: BrowserCall)? {
    var last: (HTTPResponseMessage, to: BrowserCall)?
    var previous: (response: HTTPResponseMessage, request: PageRequest)?
    for one in traffic {
      learnTickets(of: one.request.url)
      let call = call(of: one, request)
      await party.note(call, answered: one.response, duration: one.duration)
      guard one.isPage, let response = one.response else { continue }
      if let previous { noteRedirect(of: previous.response, to: previous.request) }
      var asked = PageRequest(request.purpose, method: one.request.method, url: one.request.url, body: call.body, source: request.source)
      asked.hasCredential = request.hasCredential && one.request.method == "POST"
      (last, previous) = ((response, call), (response, asked))
    }
    if let previous { noteRedirect(of: previous.response, to: previous.request) }
    return last
  }

  /// Notes the rules for redirects that a response breaks; they hold in every browser.
  private mutating func noteRedirect(of response: HTTPResponseMessage, to request: PageRequest) {
    var chain = NavigationChain(addresses: configuration.addresses, allowed: client.allowed)
    // Where it cannot be followed, the browser did not follow it either, and says so.
    do { _ = try chain.next(after: response, to: request) } catch { return }
    note(chain.findings)
  }

  private func call(of traffic: PageTraffic, _ request: PageRequest) -> BrowserCall {
    let purpose = traffic.isPage ? request.purpose : "\(request.purpose) (script)"
    var call = BrowserCall(purpose, method: traffic.request.method, url: traffic.request.url, body: body(of: traffic.request, request))
    call.isOfScript = !traffic.isPage
    // A page may sign in at an API of its own.
    if call.isOfScript { call.concealedMembers = TokenResponse.concealedMembers }
    call.concealedQuery = request.concealedQuery
    call.headers = traffic.request.headers.map { field in
      let name = field.name.asciiLowercased
      let isPlain = Self.plainHeaders.contains(name) || name.hasPrefix("sec-")
      return Exchange.Header(
        field.name, isPlain ? .text(field.value) : .secret(Secret(field.value, name: name, source: .server)))
    }
    return call
  }

  /// Headers of a browser that hold nothing of a person.
  private static let plainHeaders: Set<String> = [
    "accept", "accept-language", "cache-control", "content-type", "user-agent", "origin", "pragma", "upgrade-insecure-requests",
  ]

  /// The fields of what was posted: what a person typed in plain sight is shown, all else is a secret.
  private func body(of message: HTTPRequestMessage, _ request: PageRequest) -> Exchange.Body {
    guard !message.body.isEmpty else { return .none }
    guard message.headers["content-type"]?.hasPrefix(FormURLEncoding.mediaType) == true else { return .text("***") }
    // As the driver filled it in: only that distinguishes what a person typed from what the page contains.
    var filled: [QueryItem: Value] = [:]
    if case .form(let members) = request.body {
      for member in members {
        switch member.value {
        case .text(let text): filled[QueryItem(member.name, text)] = member.value
        case .secret(let secret): filled[QueryItem(member.name, secret.unsafeText)] = member.value
        default: break
        }
      }
    }
    return .form(
      FormURLEncoding.decode(String(decoding: message.body, as: UTF8.self)).map { item in
        Value.Member(
          item.name, filled[item] ?? .secret(Secret(item.value, name: item.name, source: .server)))
      })
  }
}

extension PageTraffic {
  /// Whether a page was refused without a word.
  fileprivate var isEmptyRefusal: Bool {
    guard let response else { return false }
    return (400..<500).contains(response.status) && response.body.isEmpty
  }
}
