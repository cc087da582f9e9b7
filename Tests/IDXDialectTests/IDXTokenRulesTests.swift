import Encodings
import JourneyModel
import Testing

@testable import IDXDialect
@testable import JourneyClient

/// What the vendor's apps refuse of tokens that the standard allows.
struct IDXTokenRulesTests {
  /// Tokens whose ID token has this algorithm and audience.
  private func tokens(algorithm: String = "RS256", audience: Value = "acme-web") throws -> IssuedTokens {
    let header: JSONValue = ["alg": .string(algorithm)]
    let token = "\(Base64URL.encode(JSONWriter.write(header))).\(Base64URL.encode(Array("{}".utf8)))."
    let body: JSONValue = ["access_token": "t0ken", "token_type": "Bearer", "id_token": .string(token)]
    let answer = TokenAnswer(HTTPResponseMessage(status: 200, body: JSONWriter.write(body)))
    guard case .tokens(let response) = answer else { throw NoTokens() }
    return IssuedTokens(response: response, claims: .map([.init("aud", audience)]), isFirst: true)
  }

  private struct NoTokens: Error {}

  @Test func `an embedded app takes one algorithm, and an audience that is a text`() throws {
    let rules = IDXTokenRules.embedded
    #expect(rules.problems(with: try tokens()) == [])
    #expect(rules.problems(with: try tokens(audience: .list(["acme-web"]))) == ["'aud' has to be a text, and is a list"])
    #expect(
      rules.problems(with: try tokens(algorithm: "ES256")) == ["it verifies only RS256, but the ID token is signed with 'ES256'"])
  }
}
