import Diagnostics
import Encodings
import HostedSpeech
import IDXSpeech
import JourneyMock
import JourneyModel
import Testing

/// The pages of an org: its sign-in page beside the embedded one.
struct OrgPageTests {
  private static func cascade() throws -> TestBrowser {
    TestBrowser(World(try TestBrowser.tenant("cascade.yaml"), seed: 7), issuer: "https://cascade.test")
  }

  private static func path(_ more: [QueryItem] = []) -> String {
    let items = [
      QueryItem("client_id", "cascade-portal"), QueryItem("redirect_uri", "https://portal.cascade.test/callback"),
      QueryItem("response_type", "code"), QueryItem("scope", "openid"), QueryItem("state", "s1"), QueryItem("nonce", "n1"),
      QueryItem("code_challenge", Base64URL.encode(Digests.sha256(TestBrowser.verifier))), QueryItem("code_challenge_method", "S256"),
    ]
    return "/oauth2/v1/authorize".appending(query: items.filter { item in !more.contains { $0.name == item.name } } + more)
  }

  @Test func `a person signs in on the org's page, and comes back with a code; the next time there is no page`() async throws {
    var browser = try Self.cascade()
    try await browser.open(Self.path())
    #expect(browser.path == "/pages/identify" && browser.page.status == 200)
    try await browser.submit("identify", ["identifier": "jane@cascade.test"])
    #expect(browser.text.contains(#"data-fact="user.identifier">jdoe<"#))
    try await browser.submit("challenge-authenticator", ["credentials.passcode": "wrong"])
    #expect(browser.page.status == 401 && browser.text.contains(#"data-message-key="incorrectPassword""#))
    let before = browser.cookies["idx"]
    try await browser.submit("challenge-authenticator", ["credentials.passcode": "Jane-river-11"])
    #expect(before == nil && browser.cookies["idx"] != nil)
    let callback = try browser.callback
    #expect(callback["state"] == "s1" && callback["code"] != nil)
    try await browser.open(Self.path([QueryItem("prompt", "none")]))
    #expect(try browser.callback["code"] != nil)
  }

  @Test(arguments: [
    ("prompt", "none", "login_required"), ("scope", "openid root", "invalid_scope"),
    ("response_type", "token", "unsupported_response_type"),
    ("code_challenge_method", "plain", "invalid_request"),
  ])
  func `what the request asks for wrongly is said to the app`(_ name: String, _ value: String, _ error: String) async throws {
    var browser = try Self.cascade()
    try await browser.open(Self.path([QueryItem(name, value)]))
    #expect(try browser.callback["error"] == error)
    #expect(try browser.callback["state"] == "s1")
  }

  @Test func `an unknown redirect URI is refused at the server`() async throws {
    var browser = try Self.cascade()
    try await browser.open(Self.path([QueryItem("redirect_uri", "https://evil.test/")]))
    #expect(browser.page.status == 400 && browser.location.isEmpty)
  }

  @Test func `the end of a journey belongs to the browser that walked it`() async throws {
    var browser = try Self.cascade()
    try await browser.open(Self.path())
    try await browser.submit("identify", ["identifier": "nora@cascade.test"])
    try await browser.submit("challenge-authenticator", ["credentials.passcode": "Nora-bay-14"])
    #expect(try browser.callback["error"] == "access_denied")
    let end = browser.path
    #expect(end.contains("/login/token/redirect?stateToken="))
    var other = TestBrowser(browser.world, issuer: "https://cascade.test")
    try await other.open(end)
    #expect(other.page.status == 404)
  }

  @Test func `pages have the words of the vendor's own, and the name that the app knows`() async throws {
    var browser = try Self.cascade()
    try await browser.open(Self.path([QueryItem("login_hint", "jane@cascade.test")]))
    #expect(browser.text.contains("value=\"jane@cascade.test\""))
    for words in ["<h1", ">Sign In</h1>", ">Next</button>", ">Sign up<", ">Sign in with Google IDP<"] {
      #expect(browser.text.contains(words), "\(words)")
    }
    for id in ["data-form=\"identify\"", "data-link=\"redirect-idp/google\""] { #expect(browser.text.contains(id), "\(id)") }
    try await browser.submit("identify", ["identifier": "jane@cascade.test"])
    #expect(browser.text.contains(">Verify with your password</h1>") && browser.text.contains(">User identifier</dt>"))
    #expect(browser.text.contains(">Back to sign in<"))
  }
}
