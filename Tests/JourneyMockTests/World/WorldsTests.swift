import Encodings
import JourneyMock
import Testing

/// Many worlds of one tenant, as a server finds them.
struct WorldsTests {
  @Test(arguments: ["/sso/idps/google?stateToken=02.NAME~c", "/login/x?challenge=NAME", "/logout?id_token_hint=e30.JWT.e30"])
  func `a page of an org is found by a handle, a challenge or a token in its address`(path: String) async throws {
    let worlds = Worlds(try CascadeTenant.load(), issuer: "https://cascade.test")
    let named = try #require(Self.found(worlds.world("w1")))
    var app = IDXApp(named)
    // Answered as a server's clients are, so that names are told.
    let interact = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://cascade.test/oauth2/v1/interact"), headers: ["Content-Type": FormURLEncoding.mediaType],
      body: Array(
        FormURLEncoding.encode(
          IDXApp.client + [
            .init("redirect_uri", "https://portal.cascade.test/callback"), .init("scope", "openid"),
            .init("state", "s"), .init("code_challenge", Base64URL.encode(Digests.sha256("v"))), .init("code_challenge_method", "S256"),
          ]
        ).utf8))
    let body = try JSONReader.read(await named.answer(to: interact).message.body)
    app.interaction = try #require(body["interaction_handle"]?.stringValue)
    let token = Base64URL.encode(Array(#"{"a":1,"sid":"\#(app.interaction)"}"#.utf8))
    let target = path.replacing("NAME", with: app.interaction).replacing("e30.JWT", with: "e30.\(token)")
    let request = HTTPRequestMessage(url: try WebURL("https://cascade.test" + target))
    #expect(Self.found(worlds.world(of: request, Self.visit(request))) === named)
    let stray = HTTPRequestMessage(url: try WebURL("https://cascade.test/login/x?challenge=" + String(repeating: "x", count: 43)))
    #expect(Self.found(worlds.world(of: stray, Self.visit(stray))) === Self.found(worlds.world(nil)))
  }

  @Test(
    arguments: [
      ("/~w1/oauth2/auth?a=b", "/~w1", "w1", "/oauth2/auth?a=b"), ("/~w%2F1", "/~w%2F1", "w/1", "/"), ("/~w1?a=b", "/~w1", "w1", "/?a=b"),
      ("/~/x", "", nil, "/~/x"), ("/~%zz/x", "", nil, "/~%zz/x"), ("/pages/~away", "", nil, "/pages/~away"),
    ] as [(String, String, String?, String)])
  func `a path's beginning names a world`(asked: String, text: String, name: String?, target: String) {
    let (prefix, rest) = WorldPrefix.split(asked)
    #expect(prefix.path == text)
    #expect(prefix.name == name)
    #expect(rest == target)
  }

  @Test(
    arguments: [
      ("w1.localhost:80", "http://127.0.0.1:80", "w1"), ("W1.LocalHost", "http://127.0.0.1", "w1"),
      ("a.b.localhost", "http://x.test", "a.b"),
      ("w1.mock.test:8", "https://mock.test", "w1"), ("mock.test", "https://mock.test", nil), ("localhost:80", "http://127.0.0.1:80", nil),
      ("127.0.0.1:80", "http://127.0.0.1:80", nil), ("w1.elsewhere.test", "https://mock.test", nil), ("[::1]:80", "http://[::1]:80", nil),
    ] as [(String, String, String?)])
  func `a host below that of the mock names a world`(host: String, address: String, name: String?) throws {
    let request = HTTPRequestMessage(url: try WebURL(address + "/"))
    let visit = WorldVisit(of: request, prefix: WorldPrefix.split("/").prefix, host: host, address: address)
    #expect(visit.name == name)
  }

  private static func visit(_ request: HTTPRequestMessage) -> WorldVisit {
    WorldVisit(of: request, prefix: WorldPrefix.split("/").prefix, host: nil, address: "https://cascade.test")
  }

  private static func found(_ search: Worlds.Search) -> World? {
    if case .world(let world) = search { world } else { nil }
  }
}
