import Diagnostics
import Encodings
import JourneyMock
import Testing

/// What a tester expects of any mock: an answer of one's own, how often something was asked, tokens without a journey, other keys.
struct OwnAnswerTests {
  private static func client() throws -> ControlClient { ControlClient(World(try AcmeTenant.load())) }

  private static func get(_ path: String, of world: World) async throws -> MockAnswer {
    await world.answer(to: HTTPRequestMessage(url: try WebURL("https://acme.test\(path)")))
  }

  private static func refresh(_ token: String, of world: World) async throws -> MockAnswer {
    let form = [QueryItem("grant_type", "refresh_token"), .init("client_id", "acme-web"), .init("refresh_token", token)]
    return await world.answer(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test/oauth2/token"), headers: ["Content-Type": FormURLEncoding.mediaType],
        body: Array(FormURLEncoding.encode(form).utf8)))
  }

  // MARK: Answers

  @Test func `an answer of one's own comes once, with its status, headers and delay, and the tenant's after it`() async throws {
    let control = try Self.client()
    try await control.does(
      "POST", "/__journey/answers",
      ["method": "GET", "path": "/userinfo", "status": 503, "body": ["odd": true], "send": ["Retry-After": "7"], "delay": 250, "times": 1])
    let answer = try await Self.get("/userinfo", of: control.world)
    #expect(answer.message.status == 503 && answer.latency == .milliseconds(250))
    #expect(try JSONReader.read(answer.message.body) == ["odd": true])
    #expect(answer.message.headers["Retry-After"] == "7" && answer.message.headers["Date"] != nil)
    #expect(answer.message.headers["Content-Type"] == "application/json")
    #expect(try await Self.get("/userinfo", of: control.world).message.status == 401)
    #expect(try await control.ask("GET", "/__journey/requests")["total"] == 2, "both are seen")
  }

  @Test(arguments: ["Content-Length", "transfer-encoding", "Connection", "Upgrade", "Trailer"])
  func `an answer of one's own does not say where it ends`(name: String) async throws {
    let control = try Self.client()
    let body: JSONValue = ["path": "/a", "status": 200, "send": .object([.init(name, "5")])]
    let refused = try await control.ask("POST", "/__journey/answers", body, status: 400)
    #expect(refused["error"]?.stringValue == "'\(name)' of 'send' says where the answer ends, which the server writes itself")
    #expect(try await Self.get("/a", of: control.world).message.status == 404)
  }

  @Test func `an answer has so many headers, and names of policies are looked at before their values are read`() async throws {
    let control = try Self.client()
    let headers = JSONValue.object((0..<5_000).map { .init("X-\($0)", "1") })
    let refused = try await control.ask("POST", "/__journey/answers", ["path": "/a", "status": 200, "send": headers], status: 400)
    #expect(refused["error"]?.stringValue == "'send' has at most 100 headers")
    let policies = JSONValue.object((0..<20_000).map { .init("p\($0)", "1") })
    let unknown = try await control.ask("PATCH", "/__journey/policies", policies, status: 400)
    #expect(unknown["error"]?.stringValue == "unknown policy 'p0'")
  }

  @Test func `answers and faults have so many bytes, and there is room again once they are removed`() async throws {
    let control = try Self.client()
    let text = JSONValue.string(String(repeating: "x", count: 900_000))
    func add(_ number: Int) async throws -> Int {
      let body: JSONValue = ["path": .string("/\(number)"), "status": 200, "body": text]
      let fault: JSONValue = ["effect": "status", "value": 500, "path": .string("/\(number)"), "body": text]
      return try await number.isMultiple(of: 2)
        ? control.response("POST", "/__journey/answers", body).status : control.response("POST", "/__journey/faults", fault).status
    }
    var statuses: [Int] = []
    for number in 1...12 { statuses.append(try await add(number)) }
    #expect(statuses == Array(repeating: 204, count: 9) + [413, 413, 413])
    let refused = try await control.ask("POST", "/__journey/answers", ["path": "/x", "body": text], status: 413)
    #expect(refused["error"] == "the answers and faults of the world would have more than 8388608 bytes, which is the most")
    try await control.does("POST", "/__journey/answers", ["path": "/small", "status": 418])
    try await control.does("DELETE", "/__journey/answers")
    #expect(try await add(13) == 204)
  }

  @Test func `an answer stays without a number of times, is for a path that no tenant has, and goes with all others`() async throws {
    let control = try Self.client()
    try await control.does("POST", "/__journey/answers", ["path": "/api/orders*", "body": [["id": 1]]])
    try await control.does("POST", "/__journey/answers", ["path": "/api/orders/2", "status": 404, "body": "none"])
    for _ in 1...3 { #expect(try await Self.get("/api/orders?page=1", of: control.world).message.status == 200) }
    #expect(try await Self.get("/api/orders/2", of: control.world).message.status == 404, "the newest that fits counts")
    try await control.does("DELETE", "/__journey/answers")
    #expect(try await Self.get("/api/orders", of: control.world).message.status == 404)
  }

  @Test func `the query, a header, a form and a part of a JSON body say which requests are meant`() async throws {
    let control = try Self.client()
    try await control.does(
      "POST", "/__journey/answers", ["path": "/oauth2/token", "form": ["grant_type": "refresh_token"], "error": "invalid_grant"])
    let refused = try await Self.refresh("r", of: control.world)
    #expect(refused.message.status == 400)
    #expect(try JSONReader.read(refused.message.body)["error"] == "invalid_grant")
    try await control.does("POST", "/__journey/answers", ["query": ["page": "2"], "headers": ["X-Kind": "odd"], "status": 418])
    #expect(try await Self.get("/a?page=2", of: control.world).message.status == 404)
    let odd = HTTPRequestMessage(url: try WebURL("https://acme.test/a?page=2&x=1"), headers: ["x-kind": "odd"])
    #expect(await control.world.answer(to: odd).message.status == 418)
    try await control.does("POST", "/__journey/answers", ["json": ["person": ["name": "Ada"]], "status": 409])
    let post = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/b"), headers: ["Content-Type": "application/json"],
      body: JSONWriter.write(["person": ["name": "Ada", "age": 3]]))
    #expect(await control.world.answer(to: post).message.status == 409)
  }

  @Test func `a request that differs in one thing is not meant, and a world that begins anew has no answers`() async throws {
    let control = try Self.client()
    let pattern: JSONValue = [
      "method": "POST", "path": "/a", "query": ["page": "2"], "headers": ["X-Kind": "odd"], "form": ["name": "Ada"], "status": 418,
    ]
    try await control.does("POST", "/__journey/answers", pattern)
    try await control.does("POST", "/__journey/answers", ["path": "/json", "json": ["person": ["name": "Ada"]], "status": 418])
    func isMeant(_ method: String, _ target: String, _ kind: String, _ body: String) async throws -> Bool {
      let headers: HTTPFields = ["X-Kind": kind, "Content-Type": FormURLEncoding.mediaType]
      let request = HTTPRequestMessage(
        method: method, url: try WebURL("https://acme.test" + target), headers: headers, body: Array(body.utf8))
      return await control.world.answer(to: request).message.status == 418
    }
    #expect(try await isMeant("POST", "/a?page=2", "odd", "name=Ada&age=3"))
    #expect(try await !isMeant("PUT", "/a?page=2", "odd", "name=Ada"))
    #expect(try await !isMeant("POST", "/a/b?page=2", "odd", "name=Ada"), "a path without a star is the whole path")
    #expect(try await !isMeant("POST", "/a?page=3", "odd", "name=Ada"))
    #expect(try await !isMeant("POST", "/a?page=2", "even", "name=Ada"))
    #expect(try await !isMeant("POST", "/a?page=2", "odd", "name=Eve"))
    #expect(try await isMeant("POST", "/json", "odd", #"{"person": {"name": "Ada", "age": 3}}"#))
    for body in [#"{"person": {"name": "Eve"}}"#, #"{"person": "Ada"}"#, "[]", "Ada"] {
      #expect(try await !isMeant("POST", "/json", "odd", body), "\(body)")
    }
    try await control.does("POST", "/__journey/reset")
    #expect(try await !isMeant("POST", "/a?page=2", "odd", "name=Ada"))
  }

  @Test(
    arguments: [
      (["path": "/a"], "write what is answered: 'status', 'body' or 'error'"),
      (["path": "a", "status": 200], "'path' begins with a slash, found 'a'"),
      (["status": 99], "'status' is a whole number from 200 to 599"),
      (["status": 200, "times": 0], "'times' is a whole number from 1"),
      (["error": "invalid_grunt"], "unknown error 'invalid_grunt'"),
      (["error": "invalid_grant", "body": [:]], "'body' and 'error' exclude each other"),
      (["status": 200, "send": ["X-A": "b\r\nc"]], "'X-A' of 'send' is not a header"),
      (["status": 200, "query": ["a": ["b"]]], "'a' of 'query' is a text"),
    ] as [(JSONValue, String)])
  func `a wrong answer is refused`(_ body: JSONValue, _ message: String) async throws {
    let control = try Self.client()
    #expect(try await control.ask("POST", "/__journey/answers", body, status: 400)["error"]?.stringValue == message)
  }

  @Test func `a fault has a body, or the vendor's error by its name`() async throws {
    let control = try Self.client()
    try await control.does("POST", "/__journey/faults", ["effect": "status", "value": 502, "body": "bad gateway", "times": 1])
    let first = try await Self.get("/userinfo", of: control.world).message
    #expect(first.status == 502 && String(decoding: first.body, as: UTF8.self) == "bad gateway")
    #expect(first.headers["Content-Type"] == "text/plain; charset=utf-8")
    try await control.does("POST", "/__journey/faults", ["effect": "status", "error": "temporarily_unavailable", "times": 1])
    let second = try await Self.get("/userinfo", of: control.world).message
    #expect(second.status == 503)
    #expect(try JSONReader.read(second.body)["error"] == "temporarily_unavailable")
    try await control.does("POST", "/__journey/faults", ["effect": "status", "error": "insufficient_scope", "times": 1])
    let third = try await Self.get("/userinfo", of: control.world).message
    #expect(third.status == 403 && third.headers["WWW-Authenticate"]?.hasPrefix("Bearer error=\"insufficient_scope\"") == true)
    let refused = try await control.ask("POST", "/__journey/faults", ["effect": "drop", "body": "x"], status: 400)
    #expect(refused["error"] == "only 'status' has a body")
    let org = ControlClient(World(try CascadeTenant.load()))
    try await org.does("POST", "/__journey/faults", ["effect": "status", "error": "E0000009"])
    let failed = await org.world.answer(to: HTTPRequestMessage(url: try WebURL("https://cascade.test/oauth2/v1/keys"))).message
    #expect(failed.status == 500)
    #expect(try JSONReader.read(failed.body)["errorCode"] == "E0000009")
  }

  // MARK: Counting

  @Test func `requests are counted, and the refusal says what came instead`() async throws {
    let control = try Self.client()
    for _ in 1...2 { _ = try await Self.refresh("secret-1", of: control.world) }
    _ = try await Self.get("/userinfo", of: control.world)
    let refresh: JSONValue = ["method": "POST", "path": "/oauth2/token", "form": ["grant_type": "refresh_token"], "times": 2]
    #expect(try await control.ask("POST", "/__journey/verify", refresh) == ["count": 2])
    #expect(try await control.ask("POST", "/__journey/verify", ["path": "/user*"]) == ["count": 1])
    #expect(try await control.ask("POST", "/__journey/verify", ["at_most": 3]) == ["count": 3])
    let less = try await control.ask("POST", "/__journey/verify", ["path": "/oauth2/revoke"], status: 409)
    let last = "the last requests are POST /oauth2/token, POST /oauth2/token, GET /userinfo"
    #expect(less["error"] == .string("0 requests match, expected at least 1; \(last)"))
    let more = try await control.ask("POST", "/__journey/verify", ["path": "/oauth2/token", "at_most": 1], status: 409)
    #expect(more["error"] == .string("2 requests match, expected at most 1; \(last)"))
    #expect(try await control.ask("POST", "/__journey/verify", ["path": "/oauth2/token", "at_least": 2]) == ["count": 2])
    let few = try await control.ask("POST", "/__journey/verify", ["path": "/oauth2/token", "at_least": 3], status: 409)
    #expect(few["error"] == .string("2 requests match, expected at least 3; \(last)"))
    #expect(try await control.ask("POST", "/__journey/verify", ["method": "get"]) == ["count": 1])
    let none = try await Self.client().ask("POST", "/__journey/verify", ["path": "/userinfo", "times": 1], status: 409)
    #expect(none["error"] == "0 requests match, expected 1; no request was received")
    #expect(none["suggestion"] == nil)
  }

  // MARK: Tokens and keys

  private static func claims(_ token: JSONValue?) throws -> JSONValue {
    let parts = try #require(token?.stringValue).split(separator: ".")
    return try JSONReader.read(try #require(Base64URL.decode(String(parts[1]))))
  }

  @Test func `tokens come without a journey, with claims of one's own, and are good where those of a journey are`() async throws {
    let control = try Self.client()
    let tokens = try await control.ask(
      "POST", "/__journey/tokens",
      [
        "account": "jane", "nonce": "n", "acr": "gold", "claims": ["groups": ["admins"], "sid": .null],
        "access_claims": ["aud": ["orders"]],
      ])
    let id = try Self.claims(tokens["id_token"])
    #expect(id["iss"] == "https://acme.test/" && id["nonce"] == "n" && id["acr"] == "gold" && id["email"] == "jane@acme.test")
    #expect(id["groups"] == ["admins"] && id["sid"] == nil)
    #expect(try Self.claims(tokens["access_token"])["aud"] == ["orders"])
    let bearer: HTTPFields = ["Authorization": "Bearer \(tokens["access_token"]?.stringValue ?? "")"]
    let person = HTTPRequestMessage(url: try WebURL("https://acme.test/userinfo"), headers: bearer)
    #expect(await control.world.answer(to: person).message.status == 200)
    #expect(try await Self.refresh(tokens["refresh_token"]?.stringValue ?? "", of: control.world).message.status == 200)
    let late = try await control.ask("POST", "/__journey/tokens", ["account": "jane", "expires_in": -60])
    let dates = try Self.claims(late["id_token"])
    #expect(dates["exp"]?.intValue == dates["iat"]?.intValue.map { $0 - 60 })
    let old: HTTPFields = ["Authorization": "Bearer \(late["access_token"]?.stringValue ?? "")"]
    let refused = HTTPRequestMessage(url: try WebURL("https://acme.test/userinfo"), headers: old)
    #expect(await control.world.answer(to: refused).message.status == 401)
    #expect(try await control.ask("POST", "/__journey/tokens", ["account": "nobody"], status: 400)["error"] != nil)
  }

  @Test(
    arguments: [
      .integer(Int64.max), .integer(Int64.min), .integer(3_155_760_001), .integer(-3_155_760_001), .number("1e300"), .number("0.5"), "60",
      .null,
    ] as [JSONValue])
  func `a life of tokens that is no number of seconds is refused, and so is one of more than a hundred years`(life: JSONValue) async throws
  {
    let control = try Self.client()
    let refused = try await control.ask("POST", "/__journey/tokens", ["account": "jane", "expires_in": life], status: 400)
    #expect(refused["error"]?.stringValue?.hasPrefix("'expires_in' is a whole number of seconds from ") == true, "\(refused)")
    for longest in [3_155_760_000, -3_155_760_000] as [Int64] {
      let tokens = try await control.ask("POST", "/__journey/tokens", ["account": "jane", "expires_in": .integer(longest)])
      #expect(tokens["expires_in"] == .integer(longest))
    }
  }

  @Test func `tokens are for scopes of the client, and for no others`() async throws {
    let control = try Self.client()
    let refused = try await control.ask("POST", "/__journey/tokens", ["account": "jane", "scope": "openid admin"], status: 400)
    #expect(refused["error"] == "unknown scope 'admin' of 'acme-web'")
    let begun = try await control.ask(
      "POST", "/__journey/journeys", ["screen": "password", "account": "jane", "scope": "emial"], status: 400)
    #expect(begun["suggestion"] == "did you mean 'email'?")
    for scope: JSONValue in [7, ["openid"]] {
      #expect(
        try await control.ask("POST", "/__journey/tokens", ["account": "jane", "scope": scope], status: 400)["error"] == "'scope' is a text"
      )
    }
  }

  @Test func `an org's tokens name its server and the methods of the sign-in`() async throws {
    let control = ControlClient(World(try CascadeTenant.load()))
    let tokens = try await control.ask("POST", "/__journey/tokens", ["account": "jane", "amr": ["pwd", "mfa"], "scope": "openid"])
    #expect(tokens["token_type"] == "Bearer")
    let id = try Self.claims(tokens["id_token"])
    #expect(id["iss"] == "https://cascade.test/oauth2/default" && id["amr"] == ["pwd", "mfa"])
    #expect(tokens["scope"] == "openid" && tokens["refresh_token"] == nil && id["email"] == nil)
  }

  @Test func `tokens are for the client and the services that a test names`() async throws {
    func client(_ name: String) -> String { "  \(name): {redirect_uris: [https://\(name).test/cb], scopes: [openid]}\n" }
    let text = "tenant: shop\nextends: acme.yaml\nclients:\n" + client("shop") + client("desk")
    let control = ControlClient(World(try CascadeTenant.load(.init(name: "shop.yaml", text: text))))
    let tokens = try await control.ask(
      "POST", "/__journey/tokens", ["account": "jane", "client": "desk", "audience": ["orders", "bills"]])
    #expect(try Self.claims(tokens["id_token"])["aud"] == ["desk"])
    let access = try Self.claims(tokens["access_token"])
    #expect(access["aud"] == ["orders", "bills"] && access["client_id"] == "desk")
  }

  @Test func `a tenant takes tokens of every key that it lists, and no other signature`() async throws {
    let control = ControlClient(World(try CascadeTenant.load()))
    var app = IDXApp(control.world, server: "https://cascade.test/oauth2/default")
    func idToken() async throws -> String {
      try #require(try await control.ask("POST", "/__journey/tokens", ["account": "jane"])["id_token"]?.stringValue)
    }
    func isActive(_ token: String) async throws -> Bool {
      try await app.form("/v1/introspect", IDXApp.client + [.init("token", token)])
      return app.body["active"] == true
    }
    let token = try await idToken()
    let other = try await idToken()
    #expect(try await isActive(token))
    let forged = token.split(separator: ".").dropLast() + other.split(separator: ".").suffix(1)
    #expect(try await !isActive(forged.joined(separator: ".")))
    try await control.does("POST", "/__journey/keys")
    #expect(try await isActive(token), "its key is listed still")
    try await control.does("POST", "/__journey/keys", ["keep": false])
    #expect(try await !isActive(token))
    #expect(try await isActive(try await idToken()))
  }

  @Test func `keys are rotated, with the old ones or without, and one may stay unknown`() async throws {
    let control = try Self.client()
    func kids() async throws -> [String] {
      let document = try JSONReader.read(try await Self.get("/.well-known/jwks.json", of: control.world).message.body)
      return document["keys"]?.arrayValue?.compactMap { $0["kid"]?.stringValue } ?? []
    }
    func kid(_ tokens: JSONValue) throws -> String {
      let header = try #require(tokens["id_token"]?.stringValue).prefix { $0 != "." }
      let bytes = try #require(Base64URL.decode(String(header)))
      return try #require(try JSONReader.read(bytes)["kid"]?.stringValue)
    }
    let first = try await kids()
    let before = try await control.ask("POST", "/__journey/tokens", ["account": "jane"])
    let rotated = try await control.ask("POST", "/__journey/keys")
    #expect(try await kids() == [rotated["kid"]?.stringValue ?? ""] + first)
    #expect(try kid(try await control.ask("POST", "/__journey/tokens", ["account": "jane"])) == rotated["kid"]?.stringValue)
    #expect(try await Self.refresh(before["refresh_token"]?.stringValue ?? "", of: control.world).message.status == 200)
    let hidden = try await control.ask("POST", "/__journey/keys", ["listed": false, "keep": false])
    #expect(hidden["listed"] == [])
    #expect(try await kids() == [])
    #expect(try kid(try await control.ask("POST", "/__journey/tokens", ["account": "jane"])) == hidden["kid"]?.stringValue)
    try await control.does("POST", "/__journey/reset")
    #expect(try await kids() == first)
  }
}
