import Encodings
import JourneyMock
import JourneyModel
import Testing

/// How a Journey Flow server ends a journey, and begins one at a link, by the vendor's documentation and SDKs.
struct FlowRowsEndTests {
  private static let callback = "https://app.acme.test/callback"

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `finalize is authorised by bearer or by cookie`(hasBearer: Bool, hasCookie: Bool) async throws {
    var app = try FlowRowsTenant.app()
    let end = try await app.reachEnd()
    #expect(end["hostedUrl"] != nil, "every answer has one, the last one too")
    if !hasCookie { app.cookie = nil }
    let response = try await app.get(try #require(end["finalizeUrl"]?.stringValue), bearer: hasBearer ? app.session : nil)
    #expect(response.status == 200)
    let url = try WebURL(response.text)
    #expect(url.queryValue("code") != nil)
    #expect(url.queryValue("state") == "state-01")
  }

  @Test func `a hosted page leads back with the same session`() async throws {
    var app = try FlowRowsTenant.app()
    let screen = try await app.start()
    let hosted = try WebURL(try #require(screen["hostedUrl"]?.stringValue))
    #expect(hosted.path == "/provider/flow")
    #expect(hosted.queryItems.map(\.name) == ["challenge", "redirect_uri"])
    #expect(hosted.queryValue("redirect_uri") == Self.callback)
    let back = try await app.get(hosted.description)
    #expect(back.headers["Location"] == "\(Self.callback)?session_id=\(app.session)")
    #expect(try await app.get("https://acme.test/provider/flow?challenge=none&redirect_uri=x").status == 400)
  }

  @Test func `a code is exchanged without client secret, with a nonce to be passed over and a redirect URI as it is spelled`() async throws
  {
    var app = try FlowRowsTenant.app()
    let end = try await app.reachEnd([QueryItem("redirect_uri", "app://host/path"), QueryItem("sdk", "android")])
    let response = try await app.get(try #require(end["finalizeUrl"]?.stringValue))
    let code = try #require(try WebURL(response.text).queryValue("code"))
    let body =
      "grant_type=authorization_code&client_id=acme-web&redirect_uri=app://host/path&code_verifier=\(app.verifier)&code=\(code)"
      + "&nonce=another-nonce"
    let answer = await app.send(
      HTTPRequestMessage(
        method: "POST", url: try WebURL("https://acme.test/oauth2/token"), headers: ["Content-Type": FormURLEncoding.mediaType],
        body: Array(body.utf8)))
    #expect(answer.status == 200, "\(answer.text)")
    let tokens = try JSONReader.read(answer.body)
    #expect(tokens["access_token"] != nil)
    #expect(tokens["expires_in"]?.intValue != nil)
    #expect(try claims(of: tokens)["nonce"] == "nonce-1", "the one of the authorize request")
  }

  @Test func `the tokens satisfy every SDK at once`() async throws {
    var app = try FlowRowsTenant.app()
    let tokens = try await app.signIn(scope: "profile openid offline_access")
    #expect(tokens["scope"] == "profile openid offline_access", "exactly as asked for, in its order")
    #expect(tokens["refresh_token"] != nil)
    let claims = try claims(of: tokens)
    #expect(claims["iss"] == "https://acme.test/")
    #expect(claims["aud"] == ["acme-web"])
    #expect(claims["nonce"] == "nonce-1")
    #expect(claims["exp"]?.intValue ?? 0 > 1_790_000_000)
    for name in ["sub", "iat", "auth_time", "sid"] { #expect(claims[name] != nil, "\(name)") }
  }

  @Test func `without openid no ID token comes, and without offline_access no refresh token`() async throws {
    var app = try FlowRowsTenant.app()
    let tokens = try await app.signIn(scope: "profile")
    #expect(tokens["id_token"] == nil)
    #expect(tokens["refresh_token"] == nil)
  }

  @Test func `a refresh may repeat redirect URI, audience and scope, and a refused one says invalid_grant`() async throws {
    var app = try FlowRowsTenant.app()
    let token = try #require(try await app.signIn(scope: "openid offline_access")["refresh_token"]?.stringValue)
    let answer = try await app.token([
      .init("grant_type", "refresh_token"), .init("refresh_token", token), .init("redirect_uri", Self.callback), .init("audience", "a"),
      .init("scope", "openid offline_access"),
    ])
    #expect(answer.status == 200)
    let refused = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", "none")])
    #expect(refused.status == 400)
    #expect(refused.body["error"] == "invalid_grant")
  }

  @Test func `a refreshed ID token keeps the nonce of the first one`() async throws {
    var app = try FlowRowsTenant.app()
    let tokens = try await app.signIn(scope: "openid offline_access")
    let token = try #require(tokens["refresh_token"]?.stringValue)
    let refreshed = try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", token)]).body
    func nonce(_ answer: JSONValue) throws -> JSONValue? {
      let parts = try #require(answer["id_token"]?.stringValue).split(separator: ".").map(String.init)
      return try JSONReader.read(try #require(Base64URL.decode(parts[1])))["nonce"]
    }
    #expect(try nonce(tokens) == "nonce-1")
    #expect(try nonce(refreshed) == "nonce-1")
    #expect(refreshed["id_token"] != tokens["id_token"])
  }

  @Test(arguments: ["refresh_token", "access_token"])
  func `a revoked token is good for nothing, and the answer to a revocation is 200`(kind: String) async throws {
    var app = try FlowRowsTenant.app()
    let tokens = try await app.signIn(scope: "openid offline_access")
    let token = try #require(tokens[kind]?.stringValue)
    let body = FormURLEncoding.encode([.init("client_id", "acme-web"), .init("token_type_hint", kind), .init("token", token)])
    let url = try WebURL("https://acme.test/oauth2/revoke")
    for _ in 1...2 {
      let headers: HTTPFields = ["Content-Type": FormURLEncoding.mediaType]
      #expect(await app.send(HTTPRequestMessage(method: "POST", url: url, headers: headers, body: Array(body.utf8))).status == 200)
    }
    if kind == "access_token" {
      #expect(try await app.get("https://acme.test/userinfo", bearer: token).status == 401)
    } else {
      #expect(try await app.token([.init("grant_type", "refresh_token"), .init("refresh_token", token)]).status == 400)
    }
  }

  @Test func `a logout ends all sign-ins of the hint's session, and needs a hint`() async throws {
    let world = try FlowRowsTenant.world()
    var (one, other) = (TestApp(world), TestApp(world))
    let hint = try #require(try await one.signIn()["id_token"]?.stringValue)
    _ = try await other.signIn()
    let out = try await one.get("https://acme.test/oauth2/sessions/logout?id_token_hint=\(hint)")
    #expect(out.status == 200)
    #expect(try await one.authorize([.init("prompt", "none")])["error"] == "login_required")
    #expect(try await other.authorize([.init("prompt", "none")])["code"] != nil, "another session goes on")
    #expect(try await one.get("https://acme.test/oauth2/sessions/logout").headers["Location"]?.contains("/oauth2/error?") == true)
  }

  @Test func `a hint is one of this tenant and of the client that asks`() async throws {
    let world = try FlowRowsTenant.world(seed: 7)
    let elsewhere = try FlowRowsTenant.world(issuer: "https://other.test", seed: 7)
    var one = TestApp(world)
    let hint = try #require(try await one.signIn()["id_token"]?.stringValue)
    let call = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://other.test/__journey/tokens"), body: JSONWriter.write(["account": "jane"]))
    let foreign = try #require(try JSONReader.read(await elsewhere.control(call).body)["id_token"]?.stringValue)
    let logout = "https://acme.test/oauth2/sessions/logout?id_token_hint="
    for refused in ["\(foreign)", "\(hint)&client_id=acme-spa", "\(hint)&client_id=nobody"] {
      #expect(try await one.get(logout + refused).headers["Location"]?.contains("/oauth2/error?") == true, "\(refused.suffix(20))")
    }
    for (token, error) in [(foreign, "invalid_request"), (hint, nil)] as [(String, String?)] {
      #expect(try await one.authorize([.init("prompt", "none"), .init("id_token_hint", token)])["error"] == error)
    }
    #expect(try await one.get("\(logout)\(hint)&client_id=acme-web").status == 200)
  }

  @Test func `discovery says what the apps check`() async throws {
    var app = try FlowRowsTenant.app()
    let document = try JSONReader.read(try await app.get("https://acme.test/.well-known/openid-configuration").body)
    #expect(document["issuer"] == "https://acme.test/")
    for name in ["authorization", "token", "revocation", "end_session", "userinfo"] {
      #expect(document["\(name)_endpoint"]?.stringValue?.hasPrefix("https://acme.test/") == true, "\(name)")
    }
    #expect(document["jwks_uri"]?.stringValue?.hasPrefix("https://acme.test/") == true)
    #expect(document["code_challenge_methods_supported"]?.arrayValue?.contains("S256") == true)
  }

  // MARK: Links

  @Test func `a link begins a journey that ends at a screen and without a code`() async throws {
    var app = try FlowRowsTenant.app()
    let link = try await app.link()
    let items = link.queryItems + [.init("sdk", "web"), .init("client_id", "acme-web"), .init("redirect_uri", Self.callback)]
    let answer = try WebURL(try await app.enter(items).text)
    #expect(Set(answer.queryItems.map(\.name)) == ["session_id", "language", "short_app_id"])
    app.session = try #require(answer.queryValue("session_id"))
    #expect(try await app.initialize()["screen"] == "done")
    #expect(try await app.finish(try await app.submit("genericResult", [:])) == [:])
  }

  @Test func `a link is taken by redirect without sdk, with other parameters and with repeated names`() async throws {
    var app = try FlowRowsTenant.app()
    let link = try await app.link()
    let items =
      [.init("extra", "1"), .init("client_id", "acme-web")] + link.queryItems
      + [.init("client_id", "acme-web"), .init("redirect_uri", Self.callback)]
    let answer = try await app.enter(items)
    #expect(answer.status == 302)
    #expect(answer.headers["Location"]?.hasPrefix("\(Self.callback)?session_id=") == true)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let client: String
    let redirectURI: String
    let status: Int
    let error: String
    var testDescription: String { error }
  }

  @Test(arguments: [
    Refusal(client: "nobody", redirectURI: callback, status: 400, error: "clientMismatch"),
    Refusal(client: "acme-other", redirectURI: "https://other.acme.test/callback", status: 400, error: "clientMismatch"),
    Refusal(client: "acme-web", redirectURI: "https://evil.test/", status: 400, error: "invalidRedirectUri"),
    Refusal(client: "acme-kiosk", redirectURI: "https://kiosk.acme.test/callback", status: 500, error: "server_error"),
  ])
  func `a link is refused by the names that the apps know`(refusal: Refusal) async throws {
    var app = try FlowRowsTenant.app()
    let link = try await app.link()
    let answer = try await app.enter(
      link.queryItems + [.init("sdk", "web"), .init("client_id", refusal.client), .init("redirect_uri", refusal.redirectURI)])
    #expect(answer.status == refusal.status)
    let body = try JSONReader.read(answer.body)
    #expect(body["error"]?.stringValue == refusal.error)
    #expect(body["error_description"] != nil)
  }

  @Test func `a link is good once and for its time`() async throws {
    var app = try FlowRowsTenant.app()
    let link = try await app.link()
    let items = link.queryItems + [.init("client_id", "acme-web"), .init("redirect_uri", Self.callback)]
    try await app.world.pass(.seconds(600))
    let late = try await app.enter(items)
    #expect(late.status == 400)
    #expect(try JSONReader.read(late.body)["error"] == "magicLinkExpired")
    #expect(
      try JSONReader.read(try await app.enter([.init("client_id", "acme-web"), .init("redirect_uri", Self.callback)]).body)["error"] != nil)
  }

  private func claims(of tokens: JSONValue) throws -> JSONValue {
    let parts = try #require(tokens["id_token"]?.stringValue).split(separator: ".")
    return try JSONReader.read(try #require(Base64URL.decode(String(parts[1]))))
  }
}
