import Encodings
import JourneyClient
import JourneyModel
import Testing

struct ProviderMetadataTests {
  private func metadata(_ document: JSONValue) throws -> ProviderMetadata {
    ProviderMetadata(document, of: try WebURL("https://acme.test"))
  }

  @Test func `an honest document names where the keys are`() throws {
    let metadata = try metadata([
      "issuer": "https://acme.test/", "jwks_uri": "https://acme.test/keys", "code_challenge_methods_supported": ["S256"],
      "authorization_endpoint": "https://acme.test/auth", "token_endpoint": "https://acme.test/token",
    ])
    #expect(metadata.problems == [])
    #expect(metadata.keySet.description == "https://acme.test/keys")
    #expect(metadata.userinfo == nil)
  }

  struct Lie: Sendable {
    let document: JSONValue
    let problem: String
  }

  private static let lies = [
    Lie(
      document: ["issuer": "https://evil.test"],
      problem: "the discovery document is of 'https://evil.test' instead of 'https://acme.test'"),
    Lie(
      document: ["jwks_uri": "https://acme.test/keys"],
      problem: "the discovery document is of 'nobody' instead of 'https://acme.test'"),
    Lie(
      document: ["issuer": "https://acme.test", "jwks_uri": "https://evil.test/keys"],
      problem: "the discovery document's 'jwks_uri' is at 'https://evil.test', not at the issuer"),
    Lie(
      document: ["issuer": "https://acme.test"],
      problem: "the discovery document does not say where the issuer's keys are ('jwks_uri')"),
    Lie(
      document: ["issuer": "https://acme.test", "token_endpoint": "https://acme.test/token"],
      problem: "the discovery document has no 'authorization_endpoint', which an issuer has to name"),
    Lie(
      document: ["issuer": "https://acme.test", "authorization_endpoint": "https://acme.test/auth", "token_endpoint": 5],
      problem: "the discovery document has no 'token_endpoint', which an issuer has to name"),
    Lie(
      document: ["issuer": "https://acme.test", "token_endpoint": "http://acme.test/token"],
      problem: "the discovery document's 'token_endpoint' is at 'http://acme.test', not at the issuer"),
    Lie(
      document: ["issuer": "https://acme.test", "code_challenge_methods_supported": ["plain"]],
      problem: "the discovery document does not list 'S256' among its code challenge methods"),
  ]

  @Test(arguments: lies)
  func `a document that contradicts its issuer is found out, and another's keys are not used`(lie: Lie) throws {
    let metadata = try metadata(lie.document)
    #expect(metadata.problems.contains(lie.problem))
    #expect(metadata.keySet.origin == (try WebURL("https://acme.test").origin))
  }

  /// A server without OpenID Connect, or one asked at a wrong address.
  private struct EmptyServer: HTTPTransport {
    let status: Int
    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage { HTTPResponseMessage(status: status) }
  }

  @Test(arguments: [401, 404])
  func `where neither a document nor keys can be had, the message begins with the document`(_ status: Int) async throws {
    let issuer = try WebURL("https://acme.test/o")
    let client = OAuthClient(issuer: issuer, id: "a", redirectURI: try WebURL("https://app.test/cb"), scopes: [])
    var browser = Browser(transport: EmptyServer(status: status), allowed: client.allowed) { Instant(seconds: 1) }
    do {
      _ = try await browser.provider(of: issuer, headers: [], cache: ProviderCache())
      Issue.record("no error")
    } catch {
      #expect(
        error.message == "GET https://acme.test/o/.well-known/openid-configuration answered with status \(status) instead of a discovery "
          + "document, and GET https://acme.test/o/.well-known/jwks.json answered with status \(status) instead of a key set: "
          + "is the tenant's 'issuer' right?")
    }
  }

  /// A server whose document is right, and a key set.
  private struct KeyServer: HTTPTransport {
    let keySet: String
    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      let issuer = "https://acme.test/o"
      let document =
        "{\"issuer\": \"\(issuer)\", \"authorization_endpoint\": \"\(issuer)/a\", \"token_endpoint\": \"\(issuer)/t\", "
        + "\"jwks_uri\": \"\(issuer)/keys\"}"
      return HTTPResponseMessage(status: 200, body: Array((request.url.path.hasSuffix("keys") ? keySet : document).utf8))
    }
  }

  private static let point =
    #""crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM""#

  @Test(
    arguments: [
      (#"[{"kty": "EC", "kid": "1", %}, {"kty": "EC", "kid": "2", %}, {"kty": "oct", "kid": "1"}]"#, nil),
      (#"[{"kty": "EC", "kid": "1", %}, {"kty": "EC", "kid": "1", %}]"#, "the key set has two keys with the 'kid' '1'"),
      (#"[{"kty": "EC", "kid": "1", %}, {"kty": "EC", "kid": 1, %}]"#, "the key set has a key whose 'kid' is not a text"),
      (#"[{"kty": "EC", "kid": "1", %}, 5, null]"#, "the key set's 'keys' is not a list of keys"),
      (#"{"kty": "EC", "kid": "1", %}"#, "the key set's 'keys' is not a list of keys"),
      (#"[{"kty": "EC", "kid": "1", "d": "x", %}]"#, "the key set publishes the private part of the key '1'"),
    ])
  func `a key set that libraries read differently is found out`(keys: String, problem: String?) async throws {
    let issuer = try WebURL("https://acme.test/o")
    let client = OAuthClient(issuer: issuer, id: "a", redirectURI: try WebURL("https://app.test/cb"), scopes: [])
    let server = KeyServer(keySet: "{\"keys\": \(keys.replacing("%", with: Self.point))}")
    var browser = Browser(transport: server, allowed: client.allowed) { Instant(seconds: 1) }
    let provider = try await browser.provider(of: issuer, headers: [], cache: ProviderCache())
    #expect(provider.metadata.problems == [problem].compactMap(\.self))
  }
}
