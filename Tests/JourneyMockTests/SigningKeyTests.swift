import Encodings
import FoundationEssentials
import JWTKit
import Testing

@testable import JourneyMock

struct SigningKeyTests {
  private struct Claims: JWTPayload {
    var sub: SubjectClaim
    func verify(using algorithm: some JWTAlgorithm) throws {}
  }

  @Test(arguments: [SigningAlgorithm.es256, .rs256])
  func `a token is verified with the published key, and with no other text`(_ algorithm: SigningAlgorithm) async throws {
    let key = SigningKey(algorithm)
    let token = try key.sign(["sub": "ada"])
    let published: JSONValue = ["keys": [key.publicJWK]]
    let keys = JWTKeyCollection()
    try await keys.add(jwks: JSONDecoder().decode(JWKS.self, from: Data(JSONWriter.write(published))))
    #expect(try await keys.verify(token, as: Claims.self).sub.value == "ada")
    let parts = token.split(separator: ".").map(String.init)
    let signature = try #require(Base64URL.decode(parts[2]))
    #expect(key.isValid(signature, for: "\(parts[0]).\(parts[1])"))
    #expect(!key.isValid(signature, for: "\(parts[0]).\(parts[1])x"))
    #expect(!key.isValid([], for: "\(parts[0]).\(parts[1])"))
    #expect(key.publicJWK["alg"]?.stringValue == algorithm.rawValue)
  }
}
