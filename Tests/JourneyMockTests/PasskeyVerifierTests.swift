import Encodings
import JourneyClient
import JourneyModel
import ModelCoding
import Testing

@testable import JourneyMock

/// What a server checks of passkeys, with credentials of the authenticator that scenarios use.
struct PasskeyVerifierTests {
  private static let challenge = Base64URL.encode(Array(repeating: 7, count: 32))
  private let verifier = PasskeyVerifier(relyingParty: "acme.test", challenge: challenge)
  private var random = SeededGenerator(seed: 7)

  private static func creation(_ challenge: String = challenge) -> Value {
    let json: JSONValue = [
      "challenge": .string(challenge), "rp": ["id": "acme.test", "name": "Acme"], "user": ["id": "amFuZQ", "name": "Jane"],
      "pubKeyCredParams": [["type": "public-key", "alg": -7]],
    ]
    return Value(json)
  }

  private static func use(_ challenge: String = challenge, verification: String = "required") -> Value {
    let json: JSONValue = ["challenge": .string(challenge), "rpId": "acme.test", "userVerification": .string(verification)]
    return Value(json)
  }

  private static func page(_ address: String = "https://app.acme.test/") throws -> PasskeyClient {
    PasskeyClient(page: try WebURL(address), tellsAttachment: true)
  }

  @Test func `a passkey is enrolled and signs in, and counts`() throws {
    var random = random
    var authenticator = SoftwareAuthenticator()
    let made = JSONValue(try authenticator.create(Self.creation(), for: Self.page(), using: &random))
    var passkey = try verifier.enrol(made)
    #expect(passkey.id == made["id"]?.stringValue)
    for count: UInt32 in 1...3 {
      let proof = JSONValue(try authenticator.get(Self.use(), for: Self.page()))
      passkey.count = try verifier.prove(proof, by: passkey)
      #expect(passkey.count == count)
      #expect(throws: PasskeyVerifier.Refusal.countedBackwards) { try verifier.prove(proof, by: passkey) }
    }
  }

  @Test func `what is not for this server, this challenge or this page is refused`() throws {
    var random = random
    var authenticator = SoftwareAuthenticator()
    let passkey = try verifier.enrol(JSONValue(try authenticator.create(Self.creation(), for: Self.page(), using: &random)))
    let other = Base64URL.encode(Array(repeating: 8, count: 32))
    let replayed = JSONValue(try authenticator.get(Self.use(other), for: Self.page()))
    #expect(throws: PasskeyVerifier.Refusal.otherChallenge) { try verifier.prove(replayed, by: passkey) }
    let plain = JSONValue(try authenticator.get(Self.use(), for: Self.page("http://app.acme.test/")))
    #expect(throws: PasskeyVerifier.Refusal.otherOrigin) { try verifier.prove(plain, by: passkey) }
    let unverified = JSONValue(try authenticator.get(Self.use(verification: "discouraged"), for: Self.page()))
    #expect(throws: PasskeyVerifier.Refusal.unverifiedUser) { try verifier.prove(unverified, by: passkey) }
    let proof = JSONValue(try authenticator.get(Self.use(), for: Self.page()))
    #expect(throws: PasskeyVerifier.Refusal.otherCeremony) { try verifier.enrol(proof) }
    let elsewhere = PasskeyVerifier(relyingParty: "test", challenge: Self.challenge)
    #expect(throws: PasskeyVerifier.Refusal.otherRelyingParty) { try elsewhere.prove(proof, by: passkey) }
    var stranger = SoftwareAuthenticator()
    let strange = try verifier.enrol(JSONValue(try stranger.create(Self.creation(), for: Self.page(), using: &random)))
    #expect(throws: PasskeyVerifier.Refusal.badSignature) { try verifier.prove(proof, by: strange) }
    #expect(throws: PasskeyVerifier.Refusal.malformed) { try verifier.enrol(["id": "x"]) }
  }
}
