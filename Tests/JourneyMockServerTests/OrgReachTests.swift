import Encodings
import JourneyMock
import JourneyMockServer
import Testing

/// An org of the Identity Engine as browsers and emulators reach it.
struct OrgReachTests {
  @Test func `a script may send what the vendor's SDK sends, and read request ids`() async throws {
    try await withMockServer(try MockServerTests.cascade()) { (address: String) async throws in
      let preflight = try await SocketClient.send(
        "OPTIONS", "/oauth2/default/v1/interact", to: address,
        headers: [
          "Origin": "https://portal.cascade.test", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type,x-okta-user-agent-extended",
        ])
      #expect(preflight.headers["Access-Control-Allow-Headers"] == "content-type,x-okta-user-agent-extended")
      let answer = try await SocketClient.send(
        "POST", "/idp/idx/introspect", to: address, headers: ["Origin": "https://portal.cascade.test"], body: "{}")
      #expect(answer.headers["x-okta-request-id"] != nil)
      #expect(answer.headers["Access-Control-Expose-Headers"]?.contains("X-Okta-Request-Id") == true)
    }
  }

  @Test(arguments: ["/api/v1/sessions/me", "/api/v1/users/me", "/api/v1/authn"])
  func `the org's own interface is no part of the inbox`(path: String) async throws {
    try await withMockServer(try MockServerTests.cascade()) { (address: String) async throws in
      let preflight = try await SocketClient.send(
        "OPTIONS", path, to: address, headers: ["Origin": "https://portal.cascade.test", "Access-Control-Request-Method": "DELETE"])
      #expect(preflight.headers["Access-Control-Allow-Methods"]?.contains("DELETE") == true)
      let answer = try await SocketClient.send("DELETE", path, to: address, headers: ["Origin": "https://portal.cascade.test"])
      #expect(answer.headers["Access-Control-Allow-Origin"] == "https://portal.cascade.test")
      #expect(try answer.json["error"] != "not_found", "it is the org that answers")
    }
  }

  @Test func `its addresses are those by which it is asked, at each of its servers`() async throws {
    try await withMockServer(try MockServerTests.cascade()) { (address: String) async throws in
      for (server, issuer) in [("", "http://10.0.2.2:8080"), ("/oauth2/default", "http://10.0.2.2:8080/oauth2/default")] {
        let discovery = try await SocketClient.send(
          "GET", "\(server)/.well-known/openid-configuration", to: address, headers: ["Host": "10.0.2.2:8080"]
        ).json
        #expect(discovery["issuer"]?.stringValue == issuer)
        #expect(discovery["token_endpoint"]?.stringValue?.hasPrefix(issuer) == true)
      }
    }
    var settings = MockServerSettings()
    settings.issuer = "https://login.cascade.test/oauth2/default"
    try await withMockServer(try MockServerTests.cascade(), settings: settings) { (address: String) async throws in
      let discovery = try await SocketClient.send("GET", "/oauth2/default/.well-known/openid-configuration", to: address).json
      #expect(discovery["issuer"] == "https://login.cascade.test/oauth2/default")
    }
  }
}
