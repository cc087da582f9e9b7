import Diagnostics
import Encodings
import JourneyClient
import JourneyModel
import TenantImport

/// The org was not read; lower case, without a full stop.
struct OrgFailure: Error, Sendable, Hashable {
  var reason: String
}

/// Reads the lists of an org over its management API, from one origin; only a question to the org's own evaluator is sent with POST.
///
/// A list of which a page is missing is missing: in part it would say something else than the org.
struct OrgReader: Sendable {
  private let api: any ManagementAPI
  private let connection: OrgConnection
  private let limits: OrgLimits
  private let clock: OrgClock
  private let say: @Sendable (String) -> Void
  private let search: SecretSearch
  private var browser: Browser
  private var pace: RequestPace
  private var pauses: Duration = .zero
  private var requests = 0
  private var bytes = 0
  private let start: Instant

  /// What was read and what was refused, each list in the order of its pages.
  private var found: [(request: SourceRequest, answer: SourceAnswer)] = []
  /// What is missing, for people: the list and why.
  private(set) var missing: [String] = []

  /// - Parameter say: gets a sentence where a person waits.
  init(
    _ api: any ManagementAPI, _ connection: OrgConnection, over transport: any HTTPTransport, limits: OrgLimits = OrgLimits(),
    clock: OrgClock = .machine, say: @escaping @Sendable (String) -> Void
  ) {
    self.api = api
    self.connection = connection
    self.limits = limits
    self.clock = clock
    self.say = say
    var search = SecretSearch()
    search.learnClosely(connection.token)
    self.search = search
    browser = Browser(transport: transport, allowed: AllowedOrigins([connection.origin]), now: { clock.now() })
    pace = RequestPace(longest: limits.pause)
    start = clock.now()
  }

  /// Every answer, as a saved folder has them, with what is missing for people.
  ///
  /// Throws where the server is not an org of the vendor, cannot be reached, or does what an org does not.
  mutating func read() async throws(OrgFailure) -> [SourceAnswer] {
    try await readFirst()
    for request in api.lists { try await read(request) }
    for request in api.lists(of: found.map(\.answer)) { try await read(request) }
    let ofToken = found.filter { $0.request.scope != nil }
    if let first = ofToken.first, ofToken.allSatisfy({ $0.answer.missing != nil }) {
      throw failure("nothing of the org could be read: \(first.request.name): \(first.answer.missing ?? "")")
    }
    return numbered
  }

  /// Whether a text has the token in it, in any spelling.
  func findsToken(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return search.isFound(in: bytes[...]) || search.isFoundScattered(in: bytes)
  }

  /// Asks without the token whether the server is one of the vendor at all.
  private mutating func readFirst() async throws(OrgFailure) {
    let request = api.first
    let url = try address(request.path)
    let page = try await page(url, request)
    let reason: String?
    switch page {
    case .missing(let why), .refused(let why): reason = "'\(request.path)' is missing: \(why)"
    case .answer(let body, _):
      reason = api.refusal(ofFirst: body)
      found.append((request, SourceAnswer(file: "", url: request.path, body: body)))
    }
    if let reason { throw failure("'\(connection.origin)' is not read, and was sent no token: \(reason)") }
  }

  private mutating func read(_ request: SourceRequest) async throws(OrgFailure) {
    switch try await pages(of: request) {
    case .missing(let reason), .refused(let reason):
      missing.append("\(request.name): \(reason)")
      found.append((request, SourceAnswer(file: "", url: request.path, missing: reason, body: .null)))
    case .answers(let bodies):
      for (place, body) in bodies.enumerated() {
        let page = SourceAnswer.Page(number: place + 1, count: bodies.count)
        found.append((request, SourceAnswer(file: "", url: request.path, page: page, body: body)))
      }
    }
  }

  /// What a request leads to: its answer, or all pages of a list.
  enum Answers: Sendable {
    case answers([JSONValue])
    /// Why it is not there, lower case and without a full stop.
    case missing(String)
    /// Why this question is not answered, though others may be.
    case refused(String)
  }

  /// Asks a server that is known to be the org, and puts the pages of a list together.
  mutating func pages(of request: SourceRequest) async throws(OrgFailure) -> Answers {
    var bodies: [JSONValue] = []
    var asked: Set<String> = []
    var url: WebURL? = try address(request.path)
    while let current = url {
      guard asked.insert(current.requestTarget).inserted else {
        throw failure("the list of \(request.name) leads back to a page of it that was read, so it has no end")
      }
      guard asked.count <= limits.pages else { throw failure("the list of \(request.name) has more than \(limits.pages) pages") }
      switch try await page(current, request) {
      case .missing(let reason): return .missing(reason)
      case .refused(let reason): return .refused(reason)
      case .answer(let body, let next):
        bodies.append(body)
        url = next
      }
    }
    return .answers(bodies)
  }

  /// The answers with the places that they have in a saved folder, in the order in which such a folder is read.
  private var numbered: [SourceAnswer] {
    var lines: [String: Int] = [:]
    return Self.inOrder(found.map { "\($0.request.file).jsonl" }).map { place in
      let (request, answer) = found[place]
      lines[request.file, default: 0] += 1
      var placed = answer
      placed.file = "\(request.file).jsonl:\(lines[request.file] ?? 0)"
      return placed
    }
  }

  /// The places of names in the order of their bytes; equal ones stay in theirs.
  private static func inOrder(_ names: [String]) -> [Int] {
    names.indices.sorted { left, right in
      names[left] == names[right] ? left < right : Array(names[left].utf8).lexicographicallyPrecedes(Array(names[right].utf8))
    }
  }
}

// MARK: One page

extension OrgReader {
  private enum Page {
    case answer(JSONValue, next: WebURL?)
    /// Why it is not there.
    case missing(String)
    case refused(String)
  }

  private func address(_ path: String) throws(OrgFailure) -> WebURL {
    do throws(WebURLError) { return try connection.address.resolve(path) } catch { throw failure("'\(path)' is not an address: \(error)") }
  }

  /// One page of a list, however often it has to be asked for.
  private mutating func page(_ url: WebURL, _ request: SourceRequest) async throws(OrgFailure) -> Page {
    var (failures, refusals) = (0, 0)
    while true {
      let reason: String
      switch try await reply(to: url, request) {
      case .tooLarge: return .missing("the answer is larger than what is read")
      case .none(let why):
        failures += 1
        // The first request shows whether there is a server at all.
        guard request.scope != nil, failures < limits.tries else { throw failure(why) }
        reason = why
      case .response(let answer) where answer.status == 429:
        refusals += 1
        guard refusals < limits.refusals else { return .missing("the org refused it \(refusals) times because of too many requests (429)") }
        try await wait(afterRefusal: answer)
        continue
      case .response(let answer) where answer.status >= 500:
        failures += 1
        guard failures < limits.tries else { return .missing("the org failed with status \(answer.status), \(failures) times") }
        reason = "status \(answer.status) for \(request.name)"
      case .response(let answer): return try page(of: answer, url, request)
      }
      try await wait(.seconds(failures * failures), "\(reason): trying again in \(failures * failures) s")
    }
  }

  private mutating func page(of answer: HTTPResponseMessage, _ url: WebURL, _ request: SourceRequest) throws(OrgFailure) -> Page {
    if answer.status >= 400, answer.headers["www-authenticate"]?.asciiLowercased.hasPrefix("dpop") == true {
      return .missing("the org wants proof of possession (DPoP), which is not sent: switch it off for the app (\(answer.status))")
    }
    switch answer.status {
    case 200: return try read(answer, url, request)
    case 300..<400: throw failure(redirect(answer, request))
    case 401, 403: return .missing(api.refusal(of: request, status: answer.status))
    case 400 where request.body != nil: return .refused(shown("the org refuses the question (400)\(summary(of: answer))"))
    default: return .missing("the org answered with status \(answer.status)")
    }
  }

  /// What the org says of a question that it refuses, as far as it is JSON of the vendor's errors; empty without one.
  private func summary(of answer: HTTPResponseMessage) -> String {
    var body = JSONValue.null
    do throws(JSONError) { body = try JSONReader.readUnambiguous(answer.body, depthLimit: limits.answers.depth) } catch { return "" }
    let cause = (body["errorCauses"]?[0]?["errorSummary"] ?? body["errorSummary"])?.stringValue
    return cause.map { ": \(SourceText.name($0))" } ?? ""
  }

  private enum Reply {
    case response(HTTPResponseMessage)
    case tooLarge
    /// Why there was no response, though there may be one another time.
    case none(String)
  }

  private mutating func reply(to url: WebURL, _ request: SourceRequest) async throws(OrgFailure) -> Reply {
    let group = String(request.path.split(separator: "/").dropFirst(2).first?.prefix { $0 != "?" } ?? "")
    let now = clock.now()
    guard now - start <= limits.duration else { throw failure("reading the org takes longer than \(limits.duration.components.seconds) s") }
    if let pause = pace.pause(before: group, now: now) {
      let seconds = pause.components.seconds
      try await wait(pause, "waiting \(seconds) s: half of the org's limit of requests is used, and the rest is for its other programs")
    }
    requests += 1
    guard requests <= limits.requests else { throw failure("the org needs more than \(limits.requests) requests") }
    var call = BrowserCall(
      request.name, url: url, headers: [.init("Accept", .text("application/json")), .init("User-Agent", .text("journey"))])
    call.isFromApp = true
    if request.scope != nil { call.headers.append(.init("Authorization", .secret(connection.authorization))) }
    if let body = request.body {
      call.method = "POST"
      call.headers.append(.init("Content-Type", .text("application/json")))
      call.encodedBody = EncodedBody(contentType: "application/json", bytes: JSONWriter.write(body), secrets: [])
    }
    do throws(DriverError) {
      let response = try await browser.send(call)
      _ = browser.takeRecord()
      pace.note(response.headers, of: group, now: clock.now())
      return .response(response)
    } catch {
      switch error.kind {
      case .tooLarge: return .tooLarge
      case .connection, .timeout: return .none(error.message)
      default: throw failure(error.message)
      }
    }
  }

  private mutating func read(_ answer: HTTPResponseMessage, _ url: WebURL, _ request: SourceRequest) throws(OrgFailure) -> Page {
    bytes += answer.body.count
    guard bytes <= limits.answers.allBytes else { throw failure("the org has more than \(limits.answers.allBytes) bytes of answers") }
    let type = (answer.headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
    guard type == "application/json" || type.hasSuffix("+json") else { return .missing(shown("the answer is not JSON but '\(type)'")) }
    let body: JSONValue
    do throws(JSONError) {
      // A line of a saved folder has these values around it.
      let counts = JSONCounts(values: limits.answers.values - 10, members: .max, nameBytes: .max)
      body = try JSONReader.readUnambiguous(withoutToken(answer.body, request), depthLimit: limits.answers.depth - 1, counts: counts)
    } catch { return .missing(shown("the answer is \(error.finding)")) }
    guard request.isList else { return .answer(body, next: nil) }
    guard body.arrayValue != nil else { return .missing("the answer is not a list") }
    return .answer(body, next: try next(answer, url, request))
  }

  /// Whatever an org's configuration has, the token is not kept.
  private func withoutToken(_ bytes: [UInt8], _ request: SourceRequest) -> [UInt8] {
    guard search.isFound(in: bytes[...]) || search.isFoundScattered(in: bytes) else { return bytes }
    say("the answer to \(request.name) has the token in it: '***' is in its place")
    let masked = search.maskedTexts(json: bytes)
    return search.maskedTogether(json: masked) ?? masked
  }

  /// Where a list goes on: at the same path of the same origin, or nowhere.
  private func next(_ answer: HTTPResponseMessage, _ url: WebURL, _ request: SourceRequest) throws(OrgFailure) -> WebURL? {
    let targets = Set(LinkHeader.targets(of: "next", in: answer.headers))
    guard let target = targets.first else { return nil }
    let next: WebURL
    do throws(WebURLError) { next = try url.resolve(target) } catch {
      throw failure("the list of \(request.name) goes on at something that is not an address: \(error)")
    }
    guard targets.count == 1 else { throw failure("the list of \(request.name) goes on at \(targets.count) addresses") }
    guard next.origin == connection.origin, next.userInfo == nil else {
      let origin = next.origin.map { "'\($0)'" } ?? "an address without an origin"
      throw failure(
        "the list of \(request.name) goes on at \(origin), and only '\(connection.origin)' is asked: is that the address of the org itself?"
      )
    }
    guard next.path == url.path else {
      throw failure("the list of \(request.name) goes on at '\(next.path)', and only '\(url.path)' is asked for it")
    }
    guard !findsToken(in: next.description) else { throw failure("the list of \(request.name) goes on at an address with the token in it") }
    return next.withoutFragment
  }

  private func redirect(_ answer: HTTPResponseMessage, _ request: SourceRequest) -> String {
    var place = ""
    do throws(WebURLError) {
      if let target = answer.headers["location"], let origin = try connection.address.resolve(target).origin { place = " to '\(origin)'" }
    } catch { place = " to something that is not an address" }
    return "the org answered the request for \(request.name) with a redirect\(place) (\(answer.status)), which is not followed"
  }
}

// MARK: Waiting

extension OrgReader {
  private mutating func wait(afterRefusal answer: HTTPResponseMessage) async throws(OrgFailure) {
    let pause = RequestPace.pause(after: answer.headers, now: clock.now())
    let seconds = pause.components.seconds
    guard pause <= limits.pause else {
      throw failure("the org's limit of requests is used up for \(seconds) s; at most \(limits.pause.components.seconds) s are waited")
    }
    try await wait(pause, "waiting \(seconds) s: the org's limit of requests is used up")
  }

  private mutating func wait(_ pause: Duration, _ sentence: String) async throws(OrgFailure) {
    pauses += pause
    guard pauses <= limits.pauses else {
      throw failure("the org has the import wait for more than \(limits.pauses.components.seconds) s in all")
    }
    say(shown(sentence))
    do throws(CancellationError) { try await clock.sleep(pause) } catch { throw failure("it was interrupted") }
  }

  private func failure(_ reason: String) -> OrgFailure { OrgFailure(reason: shown(reason)) }

  /// A sentence in which a server may have its words.
  private func shown(_ text: some StringProtocol) -> String { HarmlessText.line(search.masked(String(text))) }
}
