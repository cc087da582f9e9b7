import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What tests look back at: the requests that came, and the mailbox.
struct LookingBackTests {
  @Test func `requests are seen with their bodies and edges`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 0)))
    try await signIn(in: world)
    let control = ControlClient(world)
    let all = try await control.ask("GET", "/__journey/requests")
    let requests = try #require(all["requests"]?.arrayValue)
    #expect(all["total"]?.intValue == requests.count)
    #expect(requests.map { $0["id"]?.intValue } == (1...requests.count).map { $0 })
    #expect(requests[0]["url"]?.stringValue?.hasPrefix("/oauth2/auth?client_id=acme-web&") == true)
    let forms = try await control.ask("GET", "/__journey/requests?path=/flow/api/v1/form/&method=post")["requests"]
    #expect(forms?[0]?["body"] == ["identifier": "jane@acme.test"])
    #expect(forms?[0]?["edges"] == ["identification.identifier.known"])
    #expect(forms?[0]?["response"]?["body"]?["screen"] == "password")
    #expect(forms?[1]?["body"] == ["password": "Jane-horse-11"])
    #expect(forms?[1]?["time"] == "1970-01-01T00:00:00.000Z")
    let last = try await control.ask("GET", "/__journey/requests?since=1&limit=1")["requests"]?.arrayValue
    #expect(last?.count == 1)
    #expect(last?.first?["id"]?.intValue == requests.count)
    #expect(try await control.ask("GET", "/__journey/requests?limit=x", status: 400)["error"] == "'limit' is a whole number, found 'x'")
    try await control.does("DELETE", "/__journey/requests")
    #expect(try await control.ask("GET", "/__journey/requests")["kept"] == 0)
  }

  @Test func `secrets are masked for who has no token`() async throws {
    let world = World(try AcmeTenant.load())
    let session = try await signIn(in: world)
    let open = String(decoding: try await ControlClient(world).response("GET", "/__journey/requests").body, as: UTF8.self)
    let control = ControlClient(world, showsSecrets: false)
    let masked = String(decoding: try await control.response("GET", "/__journey/requests").body, as: UTF8.self)
    let token = try #require(open.firstMatch(of: /"id_token":"([^"]+)"/)).1
    for secret in ["Jane-horse-11", session, String(token), "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"] {
      #expect(open.contains(secret))
      #expect(!masked.contains(secret), "\(secret)")
    }
    #expect(masked.contains(#""identifier":"jane@acme.test""#))
    #expect(masked.contains(#""password":"***""#))
    #expect(masked.contains("identification.identifier.known"))
    #expect(try await control.ask("GET", "/__journey/accounts/otto")["totp"] == "***")
    // What was read masked leaves the secret as it is.
    try await control.does("PATCH", "/__journey/accounts/otto", ["password": "***"])
    #expect(try await ControlClient(world).ask("GET", "/__journey/accounts/otto")["password"] == "Otto-mule-22")
  }

  @Test func `what only describes a secret is shown, and what people are told`() async throws {
    let world = World(try AcmeTenant.load())
    let session = try await signIn(in: world)
    let wrong = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/flow/api/v1/form/password"),
      headers: ["Authorization": "Bearer \(session)", "Content-Type": "application/json"], body: Array(#"{"password": "Guess-1"}"#.utf8))
    _ = await world.answer(to: wrong)
    _ = await world.answer(to: HTTPRequestMessage(url: try WebURL("https://acme.test/.well-known/openid-configuration")))
    let seen = try await ControlClient(world, showsSecrets: false).ask("GET", "/__journey/requests")
    let requests = try #require(seen["requests"]?.arrayValue)
    #expect(requests[0]["url"]?.stringValue?.contains("code_challenge_method=S256") == true)
    #expect(requests[0]["url"]?.stringValue?.contains("code_challenge=***") == true)
    let discovery = try #require(requests.last?["response"]?["body"])
    #expect(discovery["token_endpoint"] == "https://acme.test/oauth2/token")
    #expect(discovery["code_challenge_methods_supported"] == ["S256"])
  }

  @Test(
    arguments: [
      (
        ["messages": ["password": ["password": ["type": "error", "text": "Wrong."]]]],
        ["messages": ["password": ["password": ["type": "error", "text": "Wrong."]]]]
      ),
      (["password": ["text": "Guess-1"]], ["password": ["text": "***"]]),
      (["messages": ["password": ["text": "It is not Jane-horse-11."]]], ["messages": ["password": ["text": "It is not ***."]]]),
      (
        ["token_type": "Bearer", "access_token": "x", "id_token_hint": "y"],
        ["token_type": "Bearer", "access_token": "***", "id_token_hint": "***"]
      ),
    ] as [(JSONValue, JSONValue)])
  func `a name says whether its value is secret, but not of messages`(body: JSONValue, shown: JSONValue) async throws {
    let world = World(try AcmeTenant.load())
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/nowhere"), headers: ["Content-Type": "application/json"],
      body: JSONWriter.write(body))
    _ = await world.answer(to: request)
    let seen = try await ControlClient(world, showsSecrets: false).ask("GET", "/__journey/requests")
    #expect(seen["requests"]?[0]?["body"] == shown)
  }

  @Test func `the last requests are kept, and large bodies cut`() async throws {
    let world = World(try AcmeTenant.load())
    let url = try WebURL("https://acme.test/oauth2/token")
    let large = HTTPRequestMessage(method: "POST", url: url, body: Array(repeating: 0x61, count: 100_000))
    for _ in 1...60 { _ = await world.answer(to: large) }
    let control = ControlClient(world)
    let kept = try await control.ask("GET", "/__journey/requests")
    #expect(try #require(kept["kept"]?.intValue) < 17)
    #expect(kept["requests"]?[0]?["bytes"] == 100_000)
    #expect(kept["requests"]?[0]?["body"]?.stringValue?.utf8.count == 65_536)
    for _ in 1...600 { _ = await world.answer(to: HTTPRequestMessage(url: url)) }
    let last = try await control.ask("GET", "/__journey/requests")
    #expect(last["kept"] == 256)
    #expect(last["total"] == 660)
    #expect(last["requests"]?.arrayValue?.last?["id"] == 660)
  }

  @Test func `mails are searched, read and deleted as Mailpit does`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    for (state, account, mail) in [
      ("mailPasscode", "rita", "code"), ("mailPasscode", "jane", "username"), ("password", "petra", "sms_code"),
    ] {
      try await control.does(
        "POST", "/__journey/journeys", ["state": .string(state), "account": .string(account), "send": [.string(mail)]])
    }
    func found(_ query: String) async throws -> [String] {
      let list = try await control.ask("GET", "/api/v1/search?query=\(PercentEncoding.encodeComponent(query))")
      return list["messages"]?.arrayValue?.compactMap { $0["To"]?[0]?["Address"]?.stringValue } ?? []
    }
    #expect(try await found("to:rita") == ["rita@acme.test"])
    #expect(try await found("tag:sms") == ["+36305550111"])
    #expect(try await found("is your") == ["+36305550111", "jane@acme.test", "rita@acme.test"])
    #expect(try await found("is your !tag:sms -to:rita") == ["jane@acme.test"])
    #expect(try await found(#"subject:"Acme user name""#) == ["jane@acme.test"])
    #expect(try await found("nobody") == [])
    #expect(try await control.ask("GET", "/api/v1/search", status: 400)["error"] == "'query' says what to search for")
    #expect(try await control.ask("GET", "/api/v1/messages?start=1&limit=1")["messages"]?[0]?["To"]?[0]?["Address"] == "jane@acme.test")
    let latest = try await control.ask("GET", "/api/v1/message/latest")
    #expect(latest["Text"]?.stringValue?.hasSuffix("is your Acme code.") == true)
    try await control.does("DELETE", "/api/v1/messages", ["IDs": [try #require(latest["ID"])]])
    #expect(try await found("tag:sms") == [])
    // Whoever misspells one message does not lose them all.
    for wrong: JSONValue in [["IDs": "x"], ["IDs": [1]], ["IDs": .null]] {
      #expect(try await control.ask("DELETE", "/api/v1/messages", wrong, status: 400)["error"] == "'IDs' is a list of texts")
    }
    try await control.does("DELETE", "/api/v1/search?query=to:jane")
    #expect(try await control.ask("GET", "/api/v1/messages")["total"] == 1)
    try await control.does("DELETE", "/api/v1/messages")
    #expect(try await control.ask("GET", "/api/v1/messages")["total"] == 0)
    #expect(try await control.ask("GET", "/api/v1/message/latest", status: 404)["error"] == "unknown message 'latest'")
  }

  /// The session of a person who signed in over answers that are seen.
  @discardableResult private func signIn(in world: World) async throws -> String {
    var app = AnsweredApp(world)
    return try await app.signIn()
  }
}

/// An app whose requests are answered, and so seen, as those of a server's clients are.
private struct AnsweredApp {
  let world: World
  private let verifier = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

  init(_ world: World) { self.world = world }

  mutating func signIn() async throws -> String {
    let challenge = Base64URL.encode(Digests.sha256(verifier))
    let begun = try await send(
      "GET",
      "/oauth2/auth?client_id=acme-web&redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback&response_type=code&scope=openid&state=state-01&sdk=web"
        + "&nonce=n&code_challenge_method=S256&code_challenge=\(challenge)")
    let session = try #require(try WebURL(String(decoding: begun.body, as: UTF8.self)).queryValue("session_id"))
    _ = try await send("POST", "/flow/api/v1/form/identifier", session, ["identifier": "jane@acme.test"])
    let done = try await send("POST", "/flow/api/v1/form/password", session, ["password": "Jane-horse-11"])
    let address = try #require(try JSONReader.read(done.body)["finalizeUrl"]?.stringValue)
    let callback = try await send("GET", try WebURL(address).requestTarget, session)
    let code = try #require(try WebURL(String(decoding: callback.body, as: UTF8.self)).queryValue("code"))
    let form = FormURLEncoding.encode([
      .init("grant_type", "authorization_code"), .init("client_id", "acme-web"), .init("code", code), .init("code_verifier", verifier),
      .init("redirect_uri", "https://app.acme.test/callback"),
    ])
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/oauth2/token"), headers: ["Content-Type": FormURLEncoding.mediaType],
      body: Array(form.utf8))
    #expect(await world.answer(to: request).message.status == 200)
    return session
  }

  private func send(
    _ method: String, _ target: String, _ session: String? = nil, _ body: JSONValue? = nil
  ) async throws -> HTTPResponseMessage {
    var headers: HTTPFields = [:]
    if let session { headers.append("Authorization", "Bearer \(session)") }
    if body != nil { headers.append("Content-Type", "application/json") }
    let request = HTTPRequestMessage(
      method: method, url: try WebURL("https://acme.test" + target), headers: headers, body: body.map { JSONWriter.write($0) } ?? [])
    return await world.answer(to: request).message
  }
}
