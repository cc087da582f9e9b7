import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Synchronization

/// What goes through a gateway: it lets through what the tenant's walks may request, and remembers what was requested.
///
/// A class with a lock: the requests of a browser arrive on many connections at once, while its walk looks at them.
final class GatewayTraffic: Sendable {
  fileprivate struct State {
    var visit: PageVisit?
    var record: [PageTraffic] = []
    /// By their numbers.
    var open: [Int: OpenRequest] = [:]
    /// How many requests were let through, which numbers them.
    var last = 0
    /// The number of the visit.
    var number = 0
    /// How many pages and answers to scripts were asked for in the visit, without those that pages ask for again and again.
    var sent = 0
    var answered = 0
    /// How often each address was asked for in the visit.
    var counts: [String: Int] = [:]
    /// The addresses of long polls: a page stood still while they were open.
    var longPolls: Set<String> = []
    /// The addresses of polls and long polls, in all visits.
    var known: Set<String> = []
    var failures: [FailedRequest] = []
    /// The address of a page that was asked for and is not loaded.
    var left: WebURL?
    var failure: PageEngineError?
    /// Whether the last page's response leads elsewhere, where the browser has yet to go.
    var leadsOn = false
    var refused: Set<String> = []
    /// The addresses of files that were offered in place of pages.
    var downloads: [WebURL] = []
    /// What came in place of scripts, a sentence each.
    var scriptFailures: [String] = []
  }

  private let lifetimes = Mutex(CookieLifetimes())
  private let now: @Sendable () async -> Instant

  private let transport: any HTTPTransport
  private let reach: BrowserReach
  private let state = Mutex(State())

  init(transport: any HTTPTransport, reach: BrowserReach, now: @escaping @Sendable () async -> Instant) {
    self.now = now
    self.transport = transport
    self.reach = reach
  }

  /// Begins a visit: what came before it is forgotten.
  func begin(_ visit: PageVisit) {
    state.withLock { state in
      let before = state
      state = State()
      (state.visit, state.number, state.last, state.open) = (visit, before.number + 1, before.last, before.open)
      (state.longPolls, state.known) = (before.longPolls, before.known)
    }
  }

  /// Hands over what was requested since the last time, and what of it was refused, in sentences.
  func take() -> (record: [PageTraffic], notes: [String]) {
    state.withLock { state in
      defer { (state.record, state.refused, state.downloads) = ([], [], []) }
      for page in state.openPages {
        state.record.append(PageTraffic(page.request, nil, duration: ContinuousClock.now - page.start, isPage: true))
      }
      let files = state.downloads.map { "the download '\($0.withoutQuery.concealed())' was refused; the page stays as it was" }
      return (state.record, Self.notes(on: state.refused.sorted()) + files)
    }
  }

  /// Hands over which scripts did not load since the last time, a sentence each.
  func takeScriptFailures() -> [String] {
    state.withLock { state in
      defer { state.scriptFailures = [] }
      return state.scriptFailures
    }
  }

  private static func notes(on refused: [String]) -> [String] {
    guard !refused.isEmpty else { return [] }
    let names = refused.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return ["the page asked \(names) for something, which the tenant does not allow"]
  }

  /// Whether the tenant's walks may load pages from an address.
  func allowsPages(at url: WebURL) -> Bool { reach.pages.allows(url) && !reach.isOfApp(url) }

  /// Whether scripts may request an address.
  func allows(_ url: WebURL) -> Bool { reach.pages.allows(url) || reach.resources.allows(url) }
  /// The requests that can still change the page: of this visit, and neither streams, beacons nor polls.
  var waited: [OpenRequest] { state.withLock { $0.waited } }
  /// The page that is asked for and not answered yet.
  var openPage: OpenRequest? { state.withLock { $0.openPages.first } }
  /// How many pages and answers to scripts were asked for.
  var sent: Int { state.withLock { $0.sent } }
  var left: WebURL? { state.withLock { $0.left } }
  var failure: PageEngineError? { state.withLock { $0.failure } }
  var leadsOn: Bool { state.withLock { $0.leadsOn } }
  /// How many pages were answered.
  var pages: Int { state.withLock { $0.record.count { $0.isPage } } }
  /// How many requests of pages and scripts were answered.
  var count: Int { state.withLock { $0.record.count } }
  /// How many requests of any kind were answered.
  var answered: Int { state.withLock { $0.answered } }
  /// The last page's request and response.
  var lastPage: PageTraffic? { state.withLock { $0.record.last { $0.isPage && $0.response != nil } } }

  /// The answer to a request of the browser; `nil` where it stays without one.
  func answer(_ request: HTTPRequestMessage) async -> HTTPResponseMessage? {
    // An answer is read to its end, which a web socket never has.
    if request.headers["upgrade"]?.asciiLowercased == "websocket" { return HTTPResponseMessage(status: 501) }
    let kind = BrowserRequestKind(request)
    if let refusal = refusal(of: request, kind) { return refusal }
    let forwarded = await withoutOldCookies(forwarded(request))
    let number = begin(forwarded, kind)
    do throws(TransportError) {
      let response = try await transport.send(forwarded)
      if response.headers["set-cookie"] != nil, let host = request.url.host {
        let moment = await now()
        lifetimes.withLock { $0.read(response, from: host, now: moment) }
      }
      end(number, response)
      if kind == .page, Self.isDownload(response) {
        state.withLock { $0.downloads.append(request.url) }
        return HTTPResponseMessage(status: 204)
      }
      return response
    } catch {
      end(number, nil, error)
      return error.kind == .timeout && (kind == .script || kind == .background) ? nil : HTTPResponseMessage(status: 502)
    }
  }

  /// What is answered in place of a request that is not let through. Where it is a page, the browser stays where it is.
  private func refusal(of request: HTTPRequestMessage, _ kind: BrowserRequestKind) -> HTTPResponseMessage? {
    if request.url.path == "/favicon.ico" { return HTTPResponseMessage(status: 404) }
    if kind == .page, reach.isOfApp(request.url) || !reach.pages.allows(request.url) {
      let refusal = request.body.isEmpty || reach.isOfApp(request.url) ? nil : reach.pages.refusal(of: request.url)
      state.withLock { state in
        state.left = state.left ?? request.url
        state.leadsOn = false
        if let refusal { state.failure = PageEngineError(.forbidden, "the form was not sent: \(refusal)") }
      }
      return HTTPResponseMessage(status: 204)
    }
    guard !allows(request.url) else { return nil }
    if kind != .browsers, let origin = request.url.origin {
      state.withLock { state in
        state.refused.insert(origin.description)
        guard kind == .script, state.failures.count < 100 else { return }
        state.failures.append(FailedRequest(request.method, request.url.withoutQuery, .refused))
      }
    }
    return HTTPResponseMessage(status: 403)
  }

  /// Whether a browser saves a response and shows nothing (RFC 6266 section 4.2).
  private static func isDownload(_ response: HTTPResponseMessage) -> Bool {
    guard let disposition = response.headers["content-disposition"], !(300..<400).contains(response.status) else { return false }
    let type = disposition.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    return !type.isEmpty && type.lowercased() != "inline"
  }

  /// Of one connection only, or what would have a response come compressed or not at all.
  private static let dropped: Set<String> = [
    "host", "connection", "proxy-connection", "keep-alive", "te", "upgrade", "transfer-encoding", "content-length", "accept-encoding",
    "if-none-match", "if-modified-since",
  ]

  private func forwarded(_ request: HTTPRequestMessage) -> HTTPRequestMessage {
    var forwarded = HTTPRequestMessage(method: request.method, url: request.url, body: request.body)
    for field in request.headers where !Self.dropped.contains(field.name.asciiLowercased) {
      forwarded.headers.append(field.name, field.value)
    }
    guard let visit = state.withLock({ $0.visit }), request.url.origin == visit.headersOrigin else { return forwarded }
    for field in visit.headers { forwarded.headers[field.name] = field.value }
    return forwarded
  }

  private func withoutOldCookies(_ request: HTTPRequestMessage) async -> HTTPRequestMessage {
    guard let cookies = request.headers["cookie"], let host = request.url.host, !lifetimes.withLock({ $0.isEmpty }) else { return request }
    let moment = await now()
    var request = request
    request.headers["cookie"] = lifetimes.withLock { $0.header(cookies, to: host, now: moment) }
    return request
  }
}

/// Requests that begin and end.
extension GatewayTraffic {
  /// Returns the request's number.
  private func begin(_ request: HTTPRequestMessage, _ kind: BrowserRequestKind) -> Int {
    state.withLock { state in
      state.last += 1
      let open = OpenRequest(request: request, kind: kind, start: .now, visit: state.number)
      state.open[state.last] = open
      if kind == .page { state.leadsOn = false }
      state.counts[open.address, default: 0] += 1
      if open.isRead, state.isPoll(open) { state.known.insert(open.address) }
      if kind == .page || kind == .script, !state.known.contains(open.address) { state.sent += 1 }
      return state.last
    }
  }

  private func end(_ number: Int, _ response: HTTPResponseMessage?, _ error: TransportError? = nil) {
    let leadsOn = response.map { $0.isRedirect && $0.headers["location"] != nil } ?? false
    state.withLock { state in
      guard let open = state.open.removeValue(forKey: number) else { return }
      let (duration, kind, isOfVisit) = (ContinuousClock.now - open.start, open.kind, open.visit == state.number)
      let failure = open.request.headers["sec-fetch-dest"] == "script" ? Self.scriptFailure(of: open.request, response) : nil
      if let failure, state.scriptFailures.count < 5 { state.scriptFailures.append(failure) }
      if kind != .background, !state.isPoll(open) { state.answered += 1 }
      if duration < Self.longestRead { state.longPolls.remove(open.address) }
      if kind == .page { state.leadsOn = leadsOn }
      if isOfVisit, let error, kind == .page || reach.pages.allows(open.request.url) { state.fail(open, error) }
      let isFailure = isOfVisit && kind == .script && response.map { $0.status >= 400 } ?? (error != nil)
      let isNew = isFailure && state.fail(open, response?.status, after: duration)
      // A form in a frame is sent as a part of the page.
      let isRecorded = kind == .page || isNew || kind != .browsers && open.request.method != "GET"
      if isRecorded, state.record.count < 1_000 {
        state.record.append(PageTraffic(open.request, response, duration: duration, isPage: kind == .page))
      }
    }
  }

  /// How long an answer that a page needs may take where the page has something to show meanwhile.
  static let longestRead: Duration = .seconds(5)

  /// Records that the page has come to rest although these requests are open.
  func giveUp(_ open: [OpenRequest]) {
    state.withLock { state in
      for request in open {
        state.failures.append(FailedRequest(request.request.method, request.request.url, .unanswered(ContinuousClock.now - request.start)))
        guard request.isRead else { continue }
        state.longPolls.insert(request.address)
        state.known.insert(request.address)
      }
    }
  }

  /// Hands over which requests of scripts failed since the last time.
  func takeFailures() -> [FailedRequest] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

  private static func scriptFailure(of request: HTTPRequestMessage, _ response: HTTPResponseMessage?) -> String? {
    let script = "the script '\(request.url.withoutQuery.concealed())' did not load"
    guard let response else { return "\(script): nothing answered" }
    return response.status >= 400 ? "\(script): it was answered with status \(response.status)" : nil
  }
}

extension GatewayTraffic.State {
  /// How often a page may request one address; answers to further requests are not awaited.
  private static let fewRequests = 4

  fileprivate func isPoll(_ request: OpenRequest) -> Bool {
    request.isRead && request.kind == .script && counts[request.address, default: 0] > Self.fewRequests
  }

  fileprivate var waited: [OpenRequest] {
    open.values.filter { request in
      request.visit == number && request.kind != .background && request.kind != .browsers && !isPoll(request)
        && !longPolls.contains(request.address)
    }
  }

  fileprivate var openPages: [OpenRequest] { open.values.filter { $0.kind == .page && $0.visit == number } }

  /// There was no answer: neither a page nor what its script does at the tenant can go on, unless it is only late for a script.
  fileprivate mutating func fail(_ request: OpenRequest, _ error: TransportError) {
    guard request.kind == .page || request.kind == .script && error.kind != .timeout else { return }
    let line = "\(request.request.method) \(request.request.url.withoutQuery.concealed())"
    let whose = request.kind == .script ? ", which a script of the page sent" : ""
    failure = failure ?? PageEngineError(error.kind, "\(line)\(whose): \(error.reason)")
  }

  /// A script did not get what it asked for; returns whether that is new, as a poll fails again and again.
  fileprivate mutating func fail(_ open: OpenRequest, _ status: Int?, after time: Duration) -> Bool {
    let request = FailedRequest(open.request.method, open.request.url.withoutQuery, status.map { .status($0) } ?? .unanswered(time))
    let isKnown = failures.contains { $0.method == request.method && $0.url == request.url && ($0 == request || status == nil) }
    guard !isKnown, failures.count < 100 else { return false }
    failures.append(request)
    return true
  }
}
