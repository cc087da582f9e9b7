import Crypto
import Encodings
@testable import JourneyClient
import JourneyModel
import Testing

/// What a relying party verifies of our credentials (Web Authentication Level 2, sections 7.1 and 7.2).
struct SoftwareAuthenticatorTests {
  private static func options(_ text: String) throws -> Value { try value(JSONReader.read(text)) }

  private static func value(_ json: JSONValue) -> Value {
    switch json {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let spelling): .number(spelling)
    case .string(let text): .text(text)
    case .array(let elements): .list(elements.map(value))
    case .object(let members): .map(members.map { Value.Member($0.name, value($0.value)) })
    }
  }

  private static let creation = #"""
    {"rp":{"id":"acme.test","name":"Acme"},"user":{"id":"dXNlcjE=","name":"jane","displayName":"Jane"},"challenge":"Y2hhbGxlbmdl",
     "pubKeyCredParams":[{"type":"public-key","alg":-257},{"type":"public-key","alg":-7}],"excludeCredentials":[],
     "authenticatorSelection":{"residentKey":"preferred","userVerification":"required"},"attestation":"none"}
    """#

  private static func page() throws -> PasskeyClient {
    PasskeyClient(page: try WebURL("https://app.acme.test/callback"), tellsAttachment: true)
  }

  private static func bytes(_ credential: Value, _ name: String) throws -> [UInt8] {
    try #require(credential["response"]?[name]?.text.flatMap(Base64URL.decode))
  }

  /// The client data of a credential.
  private static func clientData(_ credential: Value) throws -> JSONValue { try JSONReader.read(bytes(credential, "clientDataJSON")) }

  /// The public key in authenticator data, which holds a new credential.
  private static func publicKey(in data: [UInt8]) throws -> P256.Signing.PublicKey {
    let length = Int(data[53]) << 8 + Int(data[54])
    let key = try CBORReader.read(Array(data[(55 + length)...]))
    #expect(key[1] == 2)
    #expect(key[3] == -7)
    #expect(key[-1] == 1)
    guard case .bytes(let x) = key[-2], case .bytes(let y) = key[-3] else { throw NoKey() }
    return try P256.Signing.PublicKey(rawRepresentation: x + y)
  }

  private struct NoKey: Error {}

  @Test func `a new passkey has no attestation and is signed for the server's challenge`() throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let credential = try authenticator.create(try Self.options(Self.creation), for: try Self.page(), using: &generator)
    #expect(credential["type"] == "public-key")
    #expect(credential["id"] == credential["rawId"])
    let client = try Self.clientData(credential)
    #expect(client == ["type": "webauthn.create", "challenge": "Y2hhbGxlbmdl", "origin": "https://app.acme.test", "crossOrigin": false])
    let attestation = try CBORReader.read(try Self.bytes(credential, "attestationObject"))
    #expect(attestation["fmt"] == "none")
    #expect(attestation["attStmt"] == .map([]))
    guard case .bytes(let data)? = attestation["authData"] else { throw NoKey() }
    #expect(Array(data.prefix(32)) == Digests.sha256("acme.test"))
    #expect(data[32] == 0x45, "present, verified, with a credential")
    #expect(Array(data[33..<37]) == [0, 0, 0, 0])
    #expect(Array(data[37..<53]) == [UInt8](repeating: 0, count: 16))
    let id = try #require(credential["id"]?.text.flatMap(Base64URL.decode))
    #expect(Array(data[55..<(55 + id.count)]) == id)
    _ = try Self.publicKey(in: data)
  }

  @Test func `a passkey signs what the server can verify, and counts`() throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let made = try authenticator.create(try Self.options(Self.creation), for: try Self.page(), using: &generator)
    let attestation = try CBORReader.read(try Self.bytes(made, "attestationObject"))
    guard case .bytes(let creationData)? = attestation["authData"] else { throw NoKey() }
    let key = try Self.publicKey(in: creationData)
    for count in 1...2 {
      let request = try Self.options(#"{"rpId":"acme.test","challenge":"bW9yZQ","allowCredentials":[],"userVerification":"discouraged"}"#)
      let used = try authenticator.get(request, for: try Self.page())
      let data = try Self.bytes(used, "authenticatorData")
      #expect(Array(data.prefix(32)) == Digests.sha256("acme.test"))
      #expect(data[32] == 0x01)
      #expect(Array(data[33...]) == [0, 0, 0, UInt8(count)])
      let signature = try P256.Signing.ECDSASignature(derRepresentation: try Self.bytes(used, "signature"))
      #expect(key.isValidSignature(signature, for: data + Digests.sha256(try Self.bytes(used, "clientDataJSON"))))
      #expect(try Self.clientData(used)["type"] == "webauthn.get")
      #expect(try Self.bytes(used, "userHandle") == Array("user1".utf8))
      #expect(used["id"] == made["id"])
    }
  }

  @Test func `a server's list of credentials decides which passkey is used`() throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let first = try authenticator.create(try Self.options(Self.creation), for: try Self.page(), using: &generator)
    let second = try authenticator.create(try Self.options(Self.creation), for: try Self.page(), using: &generator)
    func use(_ id: String) throws -> Value {
      let list = id.isEmpty ? "[]" : #"[{"id":"\#(id)","type":"public-key"}]"#
      return try authenticator.get(
        try Self.options(#"{"rpId":"acme.test","challenge":"bW9yZQ","allowCredentials":\#(list)}"#), for: try Self.page())
    }
    let id = try #require(first["id"]?.text)
    #expect(try use(id)["id"] == first["id"])
    #expect(try use("")["id"] == second["id"])
    #expect(throws: CeremonyError.self) { try use("AAAA") }
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let change: (String, String)
    let name: String
    var testDescription: String { name + ": " + change.1 }
  }

  @Test(arguments: [
    Refused(change: (#""alg":-7"#, #""alg":-8"#), name: "NotSupportedError"),
    Refused(change: (#""id":"acme.test""#, #""id":"other.test""#), name: "SecurityError"),
    Refused(change: (#""id":"acme.test""#, #""id":"me.test""#), name: "SecurityError"),
    Refused(change: (#""challenge":"Y2hhbGxlbmdl""#, #""challenge":"?""#), name: "TypeError"),
    Refused(change: (#""id":"dXNlcjE=""#, #""id":null"#), name: "TypeError"),
  ])
  func `what a browser refuses is refused by its name`(refused: Refused) throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let options = try Self.options(Self.creation.replacing(refused.change.0, with: refused.change.1))
    let page = try Self.page()
    do {
      _ = try authenticator.create(options, for: page, using: &generator)
      Testing.Issue.record("a passkey was made")
    } catch {
      #expect(error.name == refused.name)
    }
    #expect(authenticator.count == 0)
  }

  @Test func `a passkey that the server excludes is not made twice`() throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let page = try Self.page()
    let made = try authenticator.create(try Self.options(Self.creation), for: page, using: &generator)
    let id = try #require(made["id"]?.text)
    let again = Self.creation.replacing(#""excludeCredentials":[]"#, with: #""excludeCredentials":[{"type":"public-key","id":"\#(id)"}]"#)
    let options = try Self.options(again)
    do {
      _ = try authenticator.create(options, for: page, using: &generator)
      Testing.Issue.record("a passkey was made")
    } catch {
      #expect(error.name == "InvalidStateError")
    }
  }

  @Test func `an app speaks for the relying party itself`() throws {
    var authenticator = SoftwareAuthenticator()
    var generator = SeededGenerator(seed: 1)
    let app = PasskeyClient(page: nil, tellsAttachment: false)
    let credential = try authenticator.create(try Self.options(Self.creation), for: app, using: &generator)
    #expect(try Self.clientData(credential)["origin"] == "https://acme.test")
    #expect(credential["authenticatorAttachment"] == nil)
  }
}
