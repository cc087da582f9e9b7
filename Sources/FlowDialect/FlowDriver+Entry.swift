import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Begins at a link from a message (sheet section 1.10): no verifier and no state exist for it.
  mutating func enter(_ link: WebURL, sdk: Value? = nil) async throws(DriverError) -> Turn.Now {
    session = FlowSession()
    let challenge = link.queryValue("challenge") ?? ""
    guard challenge.contains(where: { !$0.isWhitespace }) else {
      throw browser.failure(.impossible, "the link '\(link.concealed())' has no 'challenge', so no journey can begin at it")
    }
    _ = browser.learn(challenge, name: "challenge")
    var items = link.queryItems.filter { app.start.repeatsLinkParameters || $0.name == "challenge" }
    func set(_ name: String, _ value: String) {
      items.removeAll { $0.name == name }
      items.append(QueryItem(name, value))
    }
    let sdkName = if let sdk { try text(sdk) } else { app.start.sendsSDKToEntry ? app.sdk : nil }
    if let sdkName { set("sdk", sdkName) }
    set("client_id", configuration.clientID)
    set("redirect_uri", configuration.redirectURI.description)
    let url = configuration.url("provider/flow/entry").replacing(query: items)
    return try await began(
      try await land(call("entry", "GET", url, accept: app.start.accept)), app.start.entryShapes, by: "the entry request")
  }

  mutating func link(_ value: Value) throws(DriverError) -> WebURL {
    let text = try text(value)
    do { return try WebURL(text) } catch { throw browser.failure(.impossible, "the entry link is no address: \(error)") }
  }
}
