import Encodings
import JourneyModel
import JourneyClient
import Testing

struct ProviderMetadataTests {
  private func metadata(_ document: JSONValue) throws -> ProviderMetadata {
    ProviderMetadata(document, of: try WebURL("https://acme.test"))
  }

  @Test func `an honest document names where the keys are`() throws {
    let metadata = try metadata([
      "issuer": "https://acme.test/", "jwks_uri": "https://acme.test/keys", "code_challenge_methods_supported": ["S256"],
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
}
