import Diagnostics
import Encodings
import Testing

@testable import JourneyMock

/// What a world tells those who listen, and the servers of apps.
struct WorldEventTests {
  private static let text = """
    clients:
      shop:
        redirect_uris: [https://shop.test/cb]
        logout_uris: [https://shop.test/bye]
        scopes: [openid, email]
        backchannel_logout_uri: https://shop.test/logged-out
        frontchannel_logout_uri: https://shop.test/frame

    """

  private static func world(_ text: String = "") throws -> World {
    let file = try AcmeTenant.file("acme.yaml")
    return World(try CascadeTenant.load(text.isEmpty ? file : .init(name: "shop.yaml", text: "tenant: shop\nextends: acme.yaml\n" + text)))
  }

  private static func events(_ path: String, of world: World) async throws -> AsyncStream<String> {
    let request = HTTPRequestMessage(url: try WebURL("https://acme.test\(path)"))
    return try await world.events(for: request, showsSecrets: false).get()
  }

  @Test func `requests and messages are told as they come, and a stream ends after as many as were asked for`() async throws {
    let world = try Self.world()
    let all = try await Self.events("/__journey/events?count=2", of: world)
    let mails = try await Self.events("/__journey/events?kind=message&count=1", of: world)
    let begin = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/__journey/journeys"),
      body: JSONWriter.write(["account": "rita", "send": ["code"]]))
    _ = await world.control(begin)
    _ = await world.answer(to: HTTPRequestMessage(url: try WebURL("https://acme.test/.well-known/jwks.json")))
    var told: [String] = []
    for await event in all { told.append(event) }
    #expect(told.count == 3 && told[0] == ": listening\n\n")
    #expect(told[1].hasPrefix("event: message\nid: m") && told[1].contains("\"Text\":"))
    #expect(told[2].hasPrefix("event: request\nid: 1\ndata: {") && told[2].hasSuffix("}\n\n") && told[2].contains("jwks.json"))
    var mail: [String] = []
    for await event in mails { mail.append(event) }
    #expect(mail.count == 2)
  }

  @Test func `who listens for one kind is told of no other`() async throws {
    let world = try Self.world()
    let mails = try await Self.events("/__journey/events?kind=message&count=1", of: world)
    _ = await world.answer(to: HTTPRequestMessage(url: try WebURL("https://acme.test/.well-known/jwks.json")))
    let begin = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/__journey/journeys"),
      body: JSONWriter.write(["account": "rita", "send": ["code"]]))
    _ = await world.control(begin)
    var told: [String] = []
    for await event in mails { told.append(event) }
    #expect(told.count == 2 && told[1].hasPrefix("event: message\n"), "\(told)")
  }

  @Test(arguments: [false, true])
  func `a request that a test answers is told, too, and its secrets to who may see them`(_ showsSecrets: Bool) async throws {
    let world = try Self.world()
    let ask = HTTPRequestMessage(url: try WebURL("https://acme.test/__journey/events?count=2"))
    let events = try await world.events(for: ask, showsSecrets: showsSecrets).get()
    let own = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/__journey/answers"), body: JSONWriter.write(["path": "/orders", "status": 201]))
    _ = await world.control(own)
    // The last one ends the stream of a mock that keeps one of the others to itself.
    for path in ["/orders", "/oauth2/token", "/userinfo"] {
      let request = HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test" + path), headers: ["Content-Type": FormURLEncoding.mediaType],
        body: Array("client_id=acme-web&grant_type=refresh_token&refresh_token=of-jane-4711".utf8))
      _ = await world.answer(to: request)
    }
    var told: [String] = []
    for await event in events { told.append(event) }
    #expect(told.count == 3 && told[1].contains("/orders") && told[2].contains("/oauth2/token"), "\(told)")
    #expect(told.allSatisfy { $0.contains("of-jane-4711") == ($0.hasPrefix("event: ") && showsSecrets) }, "\(told)")
  }

  @Test func `a reset loses no listener, and what nobody can mean is refused`() async throws {
    let world = try Self.world()
    let events = try await Self.events("/__journey/events?count=1", of: world)
    await world.reset()
    _ = await world.answer(to: HTTPRequestMessage(url: try WebURL("https://acme.test/.well-known/jwks.json")))
    var count = 0
    for await _ in events { count += 1 }
    #expect(count == 2)
    for query in ["kind=mail", "count=0", "count=x"] {
      let request = HTTPRequestMessage(url: try WebURL("https://acme.test/__journey/events?\(query)"))
      guard case .failure(let refusal) = await world.events(for: request, showsSecrets: false) else {
        Issue.record("\(query) is no request for events")
        continue
      }
      #expect(refusal.response.status == 400)
    }
  }

  @Test func `who signs out is told to the app's server, and a browser opens the app's frame`() async throws {
    let world = try Self.world(Self.text)
    let tokens = try JSONReader.read(
      await world.control(
        HTTPRequestMessage(
          method: "POST", url: try WebURL("https://acme.test/__journey/tokens"),
          body: JSONWriter.write(["account": "jane", "client": "shop"]))
      ).body)
    let hint = try #require(tokens["id_token"]?.stringValue)
    let events = try await Self.events("/__journey/events?kind=logout&count=1", of: world)
    let out = "https://acme.test/oauth2/sessions/logout?id_token_hint=\(hint)&post_logout_redirect_uri=https%3A%2F%2Fshop.test%2Fbye"
    let page = await world.answer(to: HTTPRequestMessage(url: try WebURL(out), headers: ["Accept": "application/xhtml+xml"])).message
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(page.status == 200 && text.contains("<iframe src=\"https://shop.test/frame?iss=https%3A%2F%2Facme.test%2F&amp;sid="))
    #expect(text.contains("content=\"1; url=https://shop.test/bye\""))
    #expect(page.headers["Content-Security-Policy"]?.contains("frame-src https://shop.test") == true)
    var told: [String] = []
    for await event in events { told.append(event) }
    #expect(told.last?.contains("https://shop.test/logged-out") == true && told.last?.contains("***") == true)
  }

  @Test func `a notice of a logout is a signed token for the app`() async throws {
    var state = WorldState(
      tenant: try CascadeTenant.load(.init(name: "shop.yaml", text: "tenant: shop\nextends: acme.yaml\n" + Self.text)).compiled,
      issuer: "https://acme.test", clock: .running, random: WorldRandom(seed: 7, notesTokens: false), faults: [],
      addresses: .init(
        link: { _, _, _, _ in "" }, page: { _, _, _, _ in nil }, notice: { _, _ in nil }, beginning: { _, _ in nil }, end: { _, _ in nil },
        comeback: { _, _ in nil }),
      tokens: StandardTokens())
    let client = try #require(state.client("shop"))
    let now = state.now
    func subject(_ sid: String) -> TokenSubject {
      TokenSubject(
        account: 0, client: client, scope: "openid", nonce: nil, sid: sid, authTime: now, family: "f", issuer: "https://acme.test/")
    }
    _ = state.tokens(for: subject("s2"), tokenType: "bearer")
    state.end("s1")
    #expect(state.logoutNotices.isEmpty, "nothing was issued for this sign-in")
    _ = state.tokens(for: subject("s1"), tokenType: "bearer")
    state.end("s1")
    let notice = try #require(state.logoutNotices.first)
    #expect(notice.address == "https://shop.test/logged-out")
    let claims = try #require(state.claims(ofOwn: notice.token))
    #expect(claims["aud"] == "shop" && claims["sid"] == "s1" && claims["iss"] == "https://acme.test/")
    #expect(claims["events"]?["http://schemas.openid.net/event/backchannel-logout"] == [:])
  }
}
