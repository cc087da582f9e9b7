import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Where an address led that is answered with another one.
  enum Landing {
    case callback(Callback, FlowAppProfile.AddressShape)
    /// A page, or an error that is no OAuth error.
    case page(HTTPResponseMessage, at: WebURL)
  }

  /// Asks an address and follows it until the app is sent back, by any of the three shapes (sheet section 1.1).
  ///
  /// A redirect to the redirect URI, or to any address that cannot be asked, is where the app takes over.
  mutating func land(_ first: BrowserCall) async throws(DriverError) -> Landing {
    var call = first
    for _ in 0...Browser.redirectLimit {
      let answer = try await browser.send(call)
      try refuseBrokenStatus(answer, to: call)
      if let body = absoluteURL(in: answer) { return .callback(learned(Callback(body)), answer.status == 200 ? .text : .redirectText) }
      guard 300...399 ~= answer.status, let location = answer.headers["location"] else {
        let callback = Callback(call.url)
        return answer.status == 200 && callback.bringsAnything ? .callback(learned(callback), .finalAddress) : .page(answer, at: call.url)
      }
      let target = try address(location, at: call.url, of: "the redirect of \(call.purpose)")
      if isForApp(target) { return .callback(learned(Callback(target)), .location) }
      call = redirected(call, to: target)
    }
    throw browser.failure(.redirectLoop, "\(first.purpose) was redirected more than \(Browser.redirectLimit) times")
  }

  /// Stops where the app would not find the address; the web SDK stands for the protocol, which is walked with a warning.
  mutating func require(
    _ shape: FlowAppProfile.AddressShape, among shapes: Set<FlowAppProfile.AddressShape>, by what: String
  ) throws(DriverError) {
    guard !shapes.contains(shape) else { return }
    let sentence = "app '\(app.name)' does not look for the address that \(what) leads to in \(shape.place)"
    guard app == .web else { throw browser.failure(.protocol, sentence) }
    warn(sentence)
  }

  /// Shape A: a body that is nothing but one absolute URL. Some apps read it under a redirect's status too.
  private func absoluteURL(in answer: HTTPResponseMessage) -> WebURL? {
    guard answer.status == 200 || (300...399 ~= answer.status && answer.headers["location"] == nil) else { return nil }
    guard !answer.body.isEmpty, answer.body.count <= WebURL.defaultLimit, answer.body.first != UInt8(ascii: "<"),
      answer.body.first != UInt8(ascii: "{")
    else { return nil }
    let text = String(decoding: answer.body.trimmingWhiteSpace, as: UTF8.self)
    do { return try WebURL(text) } catch { return nil }
  }

  private func isForApp(_ target: WebURL) -> Bool {
    if target.hasSameEndpoint(as: configuration.redirectURI) { return true }
    // The server's own error page says all it has to say in its query.
    return isErrorPage(target) || target.origin == nil || (!configuration.allowed.allows(target) && Callback(target).bringsAnything)
  }

  /// Whether it is the server's own page for requests that no app can be trusted with an answer to.
  func isErrorPage(_ url: WebURL) -> Bool {
    url.origin == configuration.issuer.origin && url.path.hasSuffix("/oauth2/error")
  }

  private func redirected(_ call: BrowserCall, to target: WebURL) -> BrowserCall {
    var next = self.call(call.purpose, "GET", target, accept: app.start.accept)
    next.concealedQuery = call.concealedQuery
    if target.trustOrigin == issuerOrigin {
      next.headers += call.headers.filter { $0.name == "Authorization" }
    }
    return next
  }

  /// The end of a journey whose session was sent to an address that is neither the app's nor the tenant's: who is there can go
  /// on with it. `nil` where it came to one of those.
  func handedElsewhere(_ callback: Callback) -> Turn.Now? {
    let (url, app) = (callback.url, configuration.redirectURI)
    guard url.scheme != app.scheme || url.trustOrigin != app.trustOrigin, !configuration.allowed.allows(url),
      !configuration.claims(url)
    else { return nil }
    let actual = url.replacing(query: []).withoutFragment
    let check = TokenCheck("redirect_uri", problem: "the session went to '\(actual)' instead of '\(app)'")
    return .ended(.finished(Finish(facts: [Value.Member("redirect", .text(callback.shown))], checks: [check])))
  }

  private mutating func learned(_ callback: Callback) -> Callback {
    for name in ["code", "session_id"] {
      if let value = callback[name] { _ = browser.learn(value, name: name) }
    }
    return callback
  }
}

extension Callback {
  /// Whether it says anything that an app waits for.
  var bringsAnything: Bool { self["session_id"] != nil || self["code"] != nil || self["error"] != nil }
}

extension [UInt8] {
  fileprivate var trimmingWhiteSpace: ArraySlice<UInt8> {
    var slice = self[...]
    while let first = slice.first, first <= 0x20 { slice = slice.dropFirst() }
    while let last = slice.last, last <= 0x20 { slice = slice.dropLast() }
    return slice
  }
}
