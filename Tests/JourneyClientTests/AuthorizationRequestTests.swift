import Encodings
import JourneyClient
import JourneyModel
import Testing

struct AuthorizationRequestTests {
  private func request(seed: UInt64 = 1) throws -> AuthorizationRequest {
    var generator = SeededGenerator(seed: seed)
    return AuthorizationRequest(
      clientID: "acme-web", redirectURI: try WebURL("https://app.test/cb"), scopes: ["openid", "email", "openid"], using: &generator)
  }

  @Test func `the challenge is the digest of the verifier, which has the length that PKCE asks for`() throws {
    let request = try request()
    #expect(request.verifier.unsafeText.utf8.count == 43)
    #expect(request["code_challenge"] == Base64URL.encode(Digests.sha256(request.verifier.unsafeText)))
    #expect(request["code_challenge_method"] == "S256")
  }

  @Test func `a seed repeats the request and another seed does not`() throws {
    #expect(try request() == request())
    #expect(try request().state != request(seed: 2).state)
    #expect(try request().state.unsafeText != request().nonce.unsafeText)
  }

  @Test func `a parameter is set in its place and a scope is asked for once`() throws {
    var request = try request()
    #expect(request["scope"] == "openid email")
    let names = request.parameters.map(\.name)
    request.set("redirect_uri", to: "https://evil.test")
    request.set("login_hint", to: "x", isSecret: true)
    #expect(request.parameters.map(\.name) == names + ["login_hint"])
    #expect(request.concealedNames == ["login_hint"])
  }
}
