import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Synchronization

/// What goes through a gateway: it lets through what the tenant's walks may request, and remembers what was requested.
///
/// A class with a lock: the requests of a browser arrive on many connections at once, while its walk looks at them.
final class GatewayTraffic: Sendable {
  private struct State {
    var visit: PageVisit?
    var record: [PageTraffic] = []
    var inFlight = 0
    var answered = 0
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
      let inFlight = state.inFlight
      state = State()
      (state.visit, state.inFlight) = (visit, inFlight)
    }
  }

  /// Hands over what was requested since the last time, and what of it was refused, in sentences.
  func take() -> (record: [PageTraffic], notes: [String]) {
    state.withLock { state in
      defer { (state.record, state.refused, state.downloads) = ([], [], []) }
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

  var isBusy: Bool { state.withLock { $0.inFlight > 0 } }
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

  /// The answer to a request of the browser.
  func answer(_ request: HTTPRequestMessage) async -> HTTPResponseMessage {
    let kind = BrowserRequestKind(request)
    if let refusal = refusal(of: request, kind) { return refusal }
    let forwarded = await withoutOldCookies(forwarded(request))
    let start = ContinuousClock.now
    state.withLock { state in
      state.inFlight += 1
      if kind == .page { state.leadsOn = false }
    }
    do throws(TransportError) {
      let response = try await transport.send(forwarded)
      if response.headers["set-cookie"] != nil, let host = request.url.host {
        let moment = await now()
        lifetimes.withLock { $0.read(response, from: host, now: moment) }
      }
      note(forwarded, response, since: start, kind)
      if kind == .page, Self.isDownload(response) {
        state.withLock { $0.downloads.append(request.url) }
        return HTTPResponseMessage(status: 204)
      }
      return response
    } catch {
      note(forwarded, nil, since: start, kind)
      // A page, or what its script asks the tenant for: neither can go on.
      if kind == .page || kind == .script && reach.pages.allows(request.url) {
        let line = "\(request.method) \(request.url.withoutQuery.concealed())\(kind == .script ? ", which a script of the page sent" : "")"
        state.withLock { $0.failure = $0.failure ?? PageEngineError(error.kind, "\(line): \(error.reason)") }
      }
      return HTTPResponseMessage(status: 502)
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
    guard !reach.pages.allows(request.url), !reach.resources.allows(request.url) else { return nil }
    if kind != .browsers, let origin = request.url.origin { state.withLock { _ = $0.refused.insert(origin.description) } }
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

  private func note(
    _ request: HTTPRequestMessage, _ response: HTTPResponseMessage?, since start: ContinuousClock.Instant, _ kind: BrowserRequestKind
  ) {
    // A form in a frame is sent as a part of the page.
    let isRecorded = kind == .page || (kind == .script || kind == .part) && request.method != "GET"
    let leadsOn = response.map { [301, 302, 303, 307, 308].contains($0.status) && $0.headers["location"] != nil } ?? false
    let duration = ContinuousClock.now - start
    let failure = request.headers["sec-fetch-dest"] == "script" ? Self.scriptFailure(of: request, response) : nil
    state.withLock { state in
      if let failure, state.scriptFailures.count < 5 { state.scriptFailures.append(failure) }
      state.inFlight -= 1
      state.answered += 1
      if kind == .page { state.leadsOn = leadsOn }
      if isRecorded, state.record.count < 1_000 {
        state.record.append(PageTraffic(request, response, duration: duration, isPage: kind == .page))
      }
    }
  }

  private static func scriptFailure(of request: HTTPRequestMessage, _ response: HTTPResponseMessage?) -> String? {
    let script = "the script '\(request.url.withoutQuery.concealed())' did not load"
    guard let response else { return "\(script): nothing answered" }
    return response.status >= 400 ? "\(script): it was answered with status \(response.status)" : nil
  }
}
