import Encodings
import JourneyClient
import JourneyModel

extension FlowDriver {
  /// Begins at a link from a message (`GET /provider/flow/entry`): it has no verifier and no state.
  mutating func enter(_ link: WebURL, sdk: Value? = nil) async throws(DriverError) -> Turn.Now {
    let earlier = app.start.keepsRequests ? party.session.authorization ?? session.earlier : nil
    session = FlowSession()
    session.earlier = earlier
    session.drawsItself = FlowDescription.isMinimal(sdk)
    party.session = RelyingParty.Session()
    let challenge = link.queryValue("challenge") ?? ""
    guard challenge.contains(where: { !$0.isWhitespace }) else {
      throw party.failure(.impossible, "the link '\(link.concealed())' has no 'challenge', so no journey can begin at it")
    }
    _ = party.learn(challenge, name: "challenge")
    var items = link.queryItems.filter { app.start.repeatsLinkParameters || $0.name == "challenge" }
    func set(_ name: String, _ value: String) {
      items.removeAll { $0.name == name }
      items.append(QueryItem(name, value))
    }
    let sdkName = if let sdk { try party.text(sdk) } else { app.start.sendsSDKToEntry ? app.sdk : nil }
    if let sdkName { set("sdk", sdkName) }
    set("client_id", client.id)
    set("redirect_uri", client.redirectURI.description)
    let url = configuration.url("provider/flow/entry").replacing(query: items)
    var call = party.call("entry", "GET", url, accept: app.start.accept)
    call.failureHint = "does the client have an Entry URL?"
    return try await began(try await land(call), app.start.entryShapes, by: "the entry request")
  }

  mutating func link(_ value: Value) throws(DriverError) -> WebURL {
    let text = try party.text(value)
    do { return try WebURL(text) } catch { throw party.failure(.impossible, "the entry link is not an address: \(error)") }
  }
}
