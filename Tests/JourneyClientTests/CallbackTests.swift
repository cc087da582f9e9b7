import Encodings
import JourneyClient
import JourneyModel
import Testing

struct CallbackTests {
  @Test(arguments: [
    ("https://app.test/cb?code=c&state=s", nil),
    ("https://app.test:443/cb?state=s&code=c&iss=https%3A%2F%2Facme.test%2F", nil),
    ("https://app.test/cb?error=access_denied&state=s", nil),
    ("https://app.test/cb?code=c&state=s#_=_", nil),
    ("https://app.test/cb#code=c&state=s", "response_mode"),
    ("https://app.test/cb?state=s#code=c", "response_mode"),
    ("https://app.test/cb#error=access_denied&state=s", "response_mode"),
    ("https://app.test/cb/?code=c&state=s", "redirect_uri"),
    ("https://app.test.evil.test/cb?code=c&state=s", "redirect_uri"),
    ("http://app.test/cb?code=c&state=s", "redirect_uri"),
    ("https://app.test:444/cb?code=c&state=s", "redirect_uri"),
    ("https://x@app.test/cb?code=c&state=s", "redirect_uri"),
    ("https://app.test/cb?code=c", "state"),
    ("https://app.test/cb?code=c&state=t", "state"),
    ("https://app.test/cb?code=c&state=s&state=s", "state"),
    ("https://app.test/cb?error=access_denied", "state"),
    ("https://app.test/cb?error=access_denied&state=t", "state"),
    ("https://app.test/cb?code=c&state=s&iss=https%3A%2F%2Fevil.test", "iss"),
    ("https://app.test/cb?code=c&state=s&iss=https%3A%2F%2Facme.test", "iss"),
    ("https://app.test/cb?error=x&state=s&iss=https%3A%2F%2Fevil.test", "iss"),
    ("https://app.test/cb?state=s", "code"),
    ("https://app.test/cb?code=&state=s", "code"),
    ("https://app.test/cb?code=c&code=d&state=s", "code"),
    ("https://app.test/cb?code=c&error=access_denied&state=s", "code"),
    ("https://app.test/cb?error=a&error=b&state=s", "code"),
  ])
  func `the first thing that does not hold ends the checks`(url: String, name: String?) async throws {
    let checks = try await checks(url)
    #expect(checks.first { $0.problem != nil }?.name == name)
    if name != nil { #expect(checks.last?.problem != nil) } else { #expect(checks.count == 4) }
  }

  @Test(arguments: [
    ("https://app.test/cb#code=c&state=s", nil), ("https://app.test/cb?code=c&state=s", "response_mode"),
    ("https://app.test/cb?error=access_denied#state=s", "response_mode"),
  ])
  func `an app that asks for the fragment reads the fragment alone`(url: String, name: String?) async throws {
    #expect(try await checks(url, mode: "fragment").first { $0.problem != nil }?.name == name)
  }

  @Test func `an issuer that promises to name itself has to`() async throws {
    let promise = JSONValue.Member("authorization_response_iss_parameter_supported", true)
    let checks = try await checks("https://app.test/cb?code=c&state=s", promise: promise)
    #expect(checks.last == TokenCheck("iss", problem: "the callback has no 'iss', which the issuer's metadata promises"))
  }

  @Test func `an app's own scheme is a redirect URI too`() throws {
    let callback = Callback(try WebURL("com.acme.app://callback/done?code=c&state=s"))
    #expect(callback.isAddressed(to: try WebURL("com.acme.app://callback/done")))
    #expect(!callback.isAddressed(to: try WebURL("com.acme.app://callback")))
  }

  @Test func `what is shown leaves out what differs from walk to walk`() throws {
    #expect(Callback(try WebURL("https://app.test/cb?code=c&page=2&state=s")).shown().description == "https://app.test/cb?page=2")
  }

  /// The checks of an app that sent the state `s`, at an issuer whose name ends with a slash.
  private func checks(_ url: String, mode: String = "query", promise: JSONValue.Member? = nil) async throws -> [TokenCheck] {
    let client = OAuthClient(issuer: try WebURL("https://acme.test"), id: "app", redirectURI: try WebURL("https://app.test/cb"))
    let discovery = Discovery(members: [JSONValue.Member("issuer", "https://acme.test/")] + (promise.map { [$0] } ?? []))
    var party = RelyingParty(
      client: client, profile: RelyingPartyProfile(), transport: discovery, generator: SeededGenerator(seed: 1),
      providers: ProviderCache(), now: { Instant(seconds: 0) })
    var request = party.authorizationRequest()
    request.set("response_mode", to: mode)
    let text = url.replacing("state=s", with: "state=\(request.state.unsafeText)")
    party.session.authorization = request
    return try await party.checks(on: Callback(try WebURL(text)))
  }

  /// Answers nothing but discovery.
  private struct Discovery: HTTPTransport {
    let members: [JSONValue.Member]

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      guard request.url.path == "/.well-known/openid-configuration" else { throw TransportError(.connection, "nothing else is asked") }
      return HTTPResponseMessage(
        status: 200, headers: ["Content-Type": "application/json"], body: JSONWriter.write(.object(members)))
    }
  }
}
