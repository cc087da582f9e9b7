import Encodings
import JourneyMock
import JourneyModel
import Testing

/// Grants of an org beside the sign-in of a person: pushed requests, devices, a client's own tokens.
struct OrgGrantTests {
  private static let issuer = "https://cascade.test/oauth2/default"

  private static func app() throws -> IDXApp { IDXApp(World(try CascadeTenant.load(), issuer: issuer, seed: 7), server: issuer) }

  // MARK: Pushed requests

  @Test func `a request is pushed, and a browser goes to it once`() async throws {
    var app = try Self.app()
    let items: [QueryItem] = [
      .init("redirect_uri", "https://portal.cascade.test/callback"), .init("response_type", "code"), .init("scope", "openid"),
      .init("state", "state-01"), .init("prompt", "none"), .init("code_challenge", Base64URL.encode(Digests.sha256(app.verifier))),
      .init("code_challenge_method", "S256"),
    ]
    try await app.form("/v1/par", IDXApp.client + items)
    #expect(app.status == 201 && app.body["expires_in"] == 300)
    let name = try #require(app.body["request_uri"]?.stringValue)
    #expect(name.hasPrefix("urn:okta:"))
    let url = try WebURL(Self.issuer + "/v1/authorize").appending(query: [.init("client_id", "cascade-portal"), .init("request_uri", name)])
    let response = await app.world.respond(to: HTTPRequestMessage(url: url))
    #expect(response.headers["Location"]?.contains("error=login_required") == true)
    #expect(response.headers["Location"]?.contains("state=state-01") == true)
    #expect(await app.world.respond(to: HTTPRequestMessage(url: url)).status == 400, "it is good once")
    try await app.form("/v1/par", items + [.init("client_id", "cascade-portal")])
    #expect(app.status == 401)
    try await app.form("/v1/par", IDXApp.client + items.filter { $0.name != "state" })
    #expect(app.status == 400 && app.body["error"] == "invalid_request")
  }

  @Test func `a pushed request is its client's alone, and waits five minutes`() async throws {
    var app = try Self.app()
    let items: [QueryItem] = [
      .init("redirect_uri", "https://portal.cascade.test/callback"), .init("response_type", "code"), .init("scope", "openid"),
      .init("state", "state-01"), .init("prompt", "none"), .init("code_challenge", Base64URL.encode(Digests.sha256(app.verifier))),
      .init("code_challenge_method", "S256"),
    ]
    func statuses(_ name: String, _ clients: [String], at server: String = Self.issuer) async throws -> [Int] {
      var statuses: [Int] = []
      for client in clients {
        let url = try WebURL(server + "/v1/authorize").appending(query: [.init("client_id", client), .init("request_uri", name)])
        statuses.append(await app.world.respond(to: HTTPRequestMessage(url: url)).status)
      }
      return statuses
    }
    try await app.form("/v1/par", IDXApp.client + items)
    #expect(try await statuses(try #require(app.body["request_uri"]?.stringValue), ["other", "cascade-portal"]) == [400, 302])
    try await app.form("/v1/par", IDXApp.client + items)
    let name = try #require(app.body["request_uri"]?.stringValue)
    #expect(try await statuses(name, ["cascade-portal"], at: "https://cascade.test/oauth2") == [400], "another server of the org")
    #expect(try await statuses(name, ["cascade-portal"]) == [302])
    try await app.form("/v1/par", IDXApp.client + items)
    try await app.world.pass(.seconds(301))
    #expect(try await statuses(try #require(app.body["request_uri"]?.stringValue), ["cascade-portal"]) == [400])
  }

  // MARK: Devices

  @Test func `a device has scopes of its client alone, and its code is its client's`() async throws {
    let text = "\nclients: {tv: {redirect_uris: [https://tv.test/cb], scopes: [openid]}, radio: {redirect_uris: [https://radio.test/cb]}}\n"
    var app = IDXApp(World(try CascadeTenant.load(CascadeTenant.org(text)), issuer: Self.issuer), server: Self.issuer)
    try await app.form("/v1/device/authorize", [.init("client_id", "tv"), .init("scope", "openid orders.read")])
    #expect(app.status == 400 && app.body["error"] == "invalid_scope")
    try await app.form("/v1/device/authorize", [.init("client_id", "tv"), .init("scope", "openid")])
    let code = try #require(app.body["device_code"]?.stringValue)
    for (client, error) in [("radio", "invalid_grant"), ("tv", "authorization_pending")] {
      try await app.form(
        "/v1/token",
        [
          .init("client_id", client), .init("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), .init("device_code", code),
        ])
      #expect(app.status == 400 && app.body["error"]?.stringValue == error, "\(client)")
    }
  }

  // MARK: Servers

  private static let org = "https://cascade.test/oauth2"

  @Test(arguments: [(issuer, org), (org, issuer)])
  func `a code and its tokens are good at the server that issued them`(own: String, other: String) async throws {
    var app = IDXApp(World(try CascadeTenant.load(), issuer: Self.issuer), server: own)
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let code = try #require(
      app.body["successWithInteractionCode"]?["value"]?.arrayValue?.first { $0["name"] == "interaction_code" }?["value"]?.stringValue)
    app.server = other
    try await app.exchange(code: code)
    #expect(app.status == 400 && app.body["error"] == "invalid_grant")
    app.server = own
    try await app.exchange(code: code)
    #expect(app.status == 200)
    let texts = ["access_token", "id_token", "refresh_token"]
    let tokens = try texts.map { try #require(app.body[$0]?.stringValue) }
    func userinfo(_ server: String) async throws -> Int {
      let request = HTTPRequestMessage(url: try WebURL(server + "/v1/userinfo"), headers: ["Authorization": "Bearer \(tokens[0])"])
      return await app.world.respond(to: request).status
    }
    #expect(try await userinfo(other) == 401)
    for (name, token) in zip(texts, tokens) {
      app.server = other
      try await app.form("/v1/introspect", IDXApp.client + [.init("token", token)])
      #expect(app.body == ["active": false], "\(name)")
      try await app.form("/v1/revoke", IDXApp.client + [.init("token", token)])
      #expect(app.status == 200)
      app.server = own
      try await app.form("/v1/introspect", IDXApp.client + [.init("token", token)])
      #expect(app.body["active"] == true, "\(name)")
    }
    #expect(try await userinfo(own) == 200)
    for (server, status) in [(other, 400), (own, 200)] {
      app.server = server
      try await app.form("/v1/token", IDXApp.client + [.init("grant_type", "refresh_token"), .init("refresh_token", tokens[2])])
      #expect(app.status == status, "\(server)")
    }
  }

  @Test func `a server is known by its path, whichever host it was asked by`() {
    let server = IssuingServer.named("http://127.0.0.1:8080/oauth2/default")
    #expect(server.issued("https://cascade.test/oauth2/default") && !server.issued("http://127.0.0.1:8080"))
    #expect(IssuingServer.named("https://cascade.test").issued("http://localhost:1") && IssuingServer.any.issued("x"))
  }

  // MARK: Clients

  @Test func `a client has tokens of its own for scopes that are not a person's`() async throws {
    let text =
      "\nclients: {worker: {redirect_uris: [https://w.test/cb], scopes: [orders.read], secret: s3}, page: {redirect_uris: [https://p.test/cb]}}\n"
    let tenant = try CascadeTenant.load(CascadeTenant.org(text))
    var app = IDXApp(World(tenant, issuer: Self.issuer), server: Self.issuer)
    let worker = [QueryItem("client_id", "worker"), .init("client_secret", "s3"), .init("grant_type", "client_credentials")]
    try await app.form("/v1/token", worker + [.init("scope", "orders.read")])
    #expect(app.status == 200 && app.body["refresh_token"] == nil && app.body["id_token"] == nil)
    let access = try #require(app.body["access_token"]?.stringValue)
    let claims = try JSONReader.read(try #require(Base64URL.decode(String(access.split(separator: ".")[1]))))
    #expect(claims["sub"] == "worker" && claims["cid"] == "worker" && claims["scp"] == ["orders.read"] && claims["uid"] == nil)
    try await app.form("/v1/introspect", worker + [.init("token", access)])
    #expect(app.body["active"] == true && app.body["scope"] == "orders.read")
    try await app.form("/v1/revoke", worker + [.init("token", access)])
    try await app.form("/v1/introspect", worker + [.init("token", access)])
    #expect(app.body == ["active": false])
    for (scope, error) in [("openid", "invalid_scope"), ("orders.write", "invalid_scope"), ("", "invalid_scope")] {
      try await app.form("/v1/token", worker + [.init("scope", scope)])
      #expect(app.status == 400 && app.body["error"]?.stringValue == error)
    }
    try await app.form("/v1/token", [.init("client_id", "page"), .init("grant_type", "client_credentials"), .init("scope", "openid.x")])
    #expect(app.body["error"] == "unauthorized_client")
  }

  @Test func `a client's own token is good in its time, and said to no other client`() async throws {
    func client(_ name: String) -> String { "\(name): {redirect_uris: [https://\(name).test/cb], scopes: [orders.read], secret: s3}" }
    let text = "\nclients: {\(client("worker")), \(client("other"))}\n"
    var app = IDXApp(World(try CascadeTenant.load(CascadeTenant.org(text)), issuer: Self.issuer), server: Self.issuer)
    func proof(_ name: String) -> [QueryItem] { [.init("client_id", name), .init("client_secret", "s3")] }
    try await app.form("/v1/token", proof("worker") + [.init("grant_type", "client_credentials"), .init("scope", "orders.read")])
    let access = try #require(app.body["access_token"]?.stringValue)
    for (name, seconds, isActive) in [("other", 0, false), ("worker", 3500, true), ("worker", 101, false)] {
      try await app.world.pass(.seconds(seconds))
      try await app.form("/v1/introspect", proof(name) + [.init("token", access)])
      #expect(app.body["active"] == .bool(isActive), "\(name)")
    }
  }

  @Test func `other grants are refused by their name`() async throws {
    var app = try Self.app()
    for grant in ["urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:jwt-bearer", "password"] {
      try await app.form("/v1/token", IDXApp.client + [.init("grant_type", grant)])
      #expect(app.status == 400 && app.body["error"] == "unsupported_grant_type")
    }
    try await app.send(HTTPRequestMessage(url: try WebURL(Self.issuer + "/.well-known/openid-configuration")))
    #expect(app.body["pushed_authorization_request_endpoint"]?.stringValue == Self.issuer + "/v1/par")
    #expect(app.body["device_authorization_endpoint"]?.stringValue == Self.issuer + "/v1/device/authorize")
    #expect(app.body["dpop_signing_alg_values_supported"] == ["RS256", "ES256"])
    #expect(app.body["grant_types_supported"]?.arrayValue?.contains("client_credentials") == true)
  }
}
