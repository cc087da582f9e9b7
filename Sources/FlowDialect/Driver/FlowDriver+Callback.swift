import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Where an address led that is answered with another one.
  enum Landing {
    case callback(Callback, FlowAppProfile.AddressShape)
    /// A page, or an error that is not an OAuth error.
    case page(HTTPResponseMessage, at: WebURL)
  }

  /// Requests an address and follows it until the app is sent back: by an address in the body, by `Location`, or by the final address.
  ///
  /// A redirect to the redirect URI, or to any address that cannot be requested, is where the app takes over.
  mutating func land(_ first: BrowserCall) async throws(DriverError) -> Landing {
    let configuration = configuration
    switch try await party.follow(first, redirectAccept: app.start.accept, until: configuration.isForApp) {
    case .address(let target): return .callback(learned(Callback(target)), .location)
    case .response(let response, let call):
      if let body = absoluteURL(in: response) {
        return .callback(learned(Callback(body)), response.status == 200 ? .text : .redirectText)
      }
      let callback = Callback(call.url)
      return response.status == 200 && callback.bringsAnything
        ? .callback(learned(callback), .finalAddress) : .page(response, at: call.url)
    }
  }

  /// Stops where the app would not find the address.
  mutating func require(
    _ shape: FlowAppProfile.AddressShape, among shapes: Set<FlowAppProfile.AddressShape>, by what: String
  ) throws(DriverError) {
    guard !shapes.contains(shape) else { return }
    throw party.failure(.protocol, "app '\(app.name)' does not look for the address that \(what) leads to in \(shape.place)")
  }

  /// Shape A: a body that is nothing but one absolute URL. Some apps read it under a redirect's status too.
  private func absoluteURL(in response: HTTPResponseMessage) -> WebURL? {
    guard response.status == 200 || (300...399 ~= response.status && response.headers["location"] == nil) else { return nil }
    guard !response.body.isEmpty, response.body.count <= WebURL.defaultLimit, response.body.first != UInt8(ascii: "<"),
      response.body.first != UInt8(ascii: "{")
    else { return nil }
    let text = String(decoding: response.body.trimmingWhiteSpace, as: UTF8.self)
    do { return try WebURL(text) } catch { return nil }
  }

  /// The end of a journey whose session was sent to an address that is neither the app's nor the tenant's: who is there can go
  /// on with it. `nil` if it came to one of those.
  func handedElsewhere(_ callback: Callback) -> Turn.Now? {
    let (url, app) = (callback.url, client.redirectURI)
    guard url.scheme != app.scheme || url.origin != app.origin, !client.allowed.allows(url), !client.claims(url) else {
      return nil
    }
    let actual = url.replacing(query: []).withoutFragment
    let check = TokenCheck("redirect_uri", problem: "the session went to '\(actual)' instead of '\(app)'")
    return .ended(.finished(Finish(facts: [Value.Member("redirect", .text(callback.shown))], checks: [check])))
  }

  private mutating func learned(_ callback: Callback) -> Callback {
    for name in ["code", "session_id"] {
      if let value = callback[name] { _ = party.learn(value, name: name) }
    }
    return callback
  }
}

extension Callback {
  /// Whether it says anything that an app waits for.
  var bringsAnything: Bool { self["session_id"] != nil || self["code"] != nil || self["error"] != nil }

  /// The address as a scenario matches it: without what differs from walk to walk.
  var shown: String { shown(without: Self.passingItems.union(["session_id"])).description }
}

extension [UInt8] {
  fileprivate var trimmingWhiteSpace: ArraySlice<UInt8> {
    var slice = self[...]
    while let first = slice.first, first <= 0x20 { slice = slice.dropFirst() }
    while let last = slice.last, last <= 0x20 { slice = slice.dropLast() }
    return slice
  }
}
