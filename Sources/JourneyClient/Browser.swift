package import Encodings
package import JourneyModel

/// What an app's user agent is to one walk: it keeps cookies, asks only allowed origins, and remembers every exchange.
package struct Browser: Sendable {
  /// How many redirects in a row are followed.
  package static let redirectLimit = 10

  private let transport: any HTTPTransport
  private let allowed: AllowedOrigins
  private let now: @Sendable () async -> Instant
  package private(set) var cookies = CookieJar()
  /// Since they were last taken, in the order made.
  package private(set) var exchanges: [Exchange] = []
  /// What must not be seen and was learned since it was last taken.
  package private(set) var learned: [Secret] = []
  /// The exchanges with all that they hold, since they were last taken; `nil` as long as nothing reads them.
  private var seen: [SeenExchange]?

  package init(transport: any HTTPTransport, allowed: AllowedOrigins, now: @escaping @Sendable () async -> Instant) {
    self.transport = transport
    self.allowed = allowed
    self.now = now
  }

  /// Forgets every cookie of a name, as an app may do with those of its own web view.
  mutating func forgetCookies(named name: String) { cookies.remove(named: name) }

  /// Closes every window: what ends with them is forgotten.
  mutating func close() { cookies.removeSessionCookies() }

  /// Forgets every cookie.
  mutating func forgetCookies() { cookies = CookieJar() }

  /// Another person's browser: no cookies, the same reach.
  package func withoutCookies() -> Browser {
    var other = Browser(transport: transport, allowed: allowed, now: now)
    other.seen = seen.map { _ in [] }
    return other
  }

  /// Keeps exchanges with all that they hold from now on, until they are taken.
  mutating func keepSeen() { seen = seen ?? [] }

  /// Hands over the exchanges with all that they hold; none where they are not kept.
  mutating func takeSeen() -> [SeenExchange] {
    defer { seen = seen.map { _ in [] } }
    return seen ?? []
  }

  /// The answer to one request, with the browser's cookies unless the app sends it; redirects are the caller's to follow.
  ///
  /// Throws with all exchanges so far if the origin is not allowed, a secret is not for it, or no response came.
  package mutating func send(_ call: BrowserCall) async throws(DriverError) -> HTTPResponseMessage {
    var call = call
    if let refusal = allowed.refusal(of: call.url) { throw failure(.forbidden, "\(call.line) was not sent: \(refusal)") }
    if !call.isFromApp, let cookie = cookies.header(for: call.url, now: cookies.needsClock ? await now() : Instant(milliseconds: 0)) {
      call.headers.append(Exchange.Header("Cookie", .secret(Secret(cookie, name: "cookies"))))
    }
    let message = try wireMessage(of: call)
    let start = ContinuousClock.now
    do {
      let answer = try await transport.send(message)
      let moment = answer.headers["set-cookie"] == nil ? Instant(milliseconds: 0) : await now()
      record(call, answer, duration: ContinuousClock.now - start, now: moment)
      return answer
    } catch {
      exchanges.append(Exchange(call, answered: nil, duration: ContinuousClock.now - start))
      throw failure(error.kind, "\(call.line): \(error.reason)")
    }
  }

  /// Remembers an exchange that another program made in this browser's place, and keeps its cookies.
  mutating func note(_ call: BrowserCall, answered answer: HTTPResponseMessage?, duration: Duration) async {
    guard let answer else { return exchanges.append(Exchange(call, answered: nil, duration: duration)) }
    record(call, answer, duration: duration, now: answer.headers["set-cookie"] == nil ? Instant(milliseconds: 0) : await now())
  }

  /// Remembers a text that must not be seen.
  package mutating func learn(_ text: String, name: String) -> Secret {
    let secret = Secret(text, name: name, source: .server)
    if !text.isEmpty { learned.append(secret) }
    return secret
  }

  /// Remembers a secret that is made of another one, e.g. an encoding of it.
  mutating func learn(_ secret: Secret) { learned.append(secret) }

  /// Hands over what happened since the last time.
  package mutating func takeRecord() -> (exchanges: [Exchange], learned: [Secret]) {
    defer {
      exchanges = []
      learned = []
    }
    return (exchanges, learned)
  }

  /// An error that carries the exchanges up to now.
  package mutating func failure(_ kind: DriverError.Kind, _ message: String) -> DriverError {
    let record = takeRecord()
    return DriverError(kind, message, exchanges: record.exchanges, learned: record.learned)
  }

  /// Adds what another browser did to this one's record.
  package mutating func adoptRecord(of other: inout Browser) {
    let record = other.takeRecord()
    exchanges += record.exchanges
    learned += record.learned
  }

  /// Adds what an error took with it to the record again.
  mutating func adopt(exchanges: [Exchange], learned: [Secret]) {
    self.exchanges += exchanges
    self.learned += learned
  }

  /// Refuses an address that is made of a secret which is bound to other origins; nothing of the address is shown.
  package mutating func refuse(_ url: WebURL, madeOf secret: Secret, what: String) throws(DriverError) {
    guard let origins = secret.origins else { return }
    if let origin = url.origin, origins.contains(origin) { return }
    throw failure(.forbidden, "\(what) contains the secret '\(secret.name)', which may not be sent there")
  }

  private mutating func wireMessage(of call: BrowserCall) throws(DriverError) -> HTTPRequestMessage {
    do {
      return try call.message()
    } catch {
      throw failure(.forbidden, "\(call.line) was not sent: the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }

  private mutating func record(_ call: BrowserCall, _ answer: HTTPResponseMessage, duration: Duration, now: Instant) {
    var received: [ReceivedCookie] = []
    for value in answer.headers.values(of: "set-cookie") {
      guard let cookie = SetCookieText(value) else { continue }
      if !call.isFromApp { cookies.store(cookie, from: call.url, now: now) }
      received.append(ReceivedCookie(cookie))
      learned.append(Secret(cookie.value, name: "cookie '\(cookie.name)'", source: .server))
    }
    exchanges.append(Exchange(call, answered: Exchange.Answered(answer, to: call, cookies: received), duration: duration))
    seen?.append(SeenExchange(call, answer))
  }
}
