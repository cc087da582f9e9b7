import Crypto
import Encodings
import JourneyMock
import Testing

/// Passkeys as a server verifies them, with an authenticator of this test's own.
struct PasskeyCeremonyTests {
  /// What an authenticator and its client do in one ceremony; each member can be made wrong.
  private struct Authenticator {
    let key = P256.Signing.PrivateKey()
    var origin = "https://portal.cascade.test"
    var site = "cascade.test"
    var count: UInt32 = 1
    var flags: UInt8 = 0x05

    func client(_ type: String, _ challenge: String) -> [UInt8] {
      JSONWriter.write(["type": .string(type), "challenge": .string(challenge), "origin": .string(origin), "crossOrigin": false])
    }

    var data: [UInt8] { Digests.sha256(site) + [flags] + (0..<4).map { UInt8(count >> (24 - 8 * UInt32($0)) & 0xFF) } }

    var attestation: [UInt8] {
      var data = data
      data[32] |= 0x40
      let point = Array(key.publicKey.rawRepresentation)
      let cose: CBORValue = [1: 2, 3: -7, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32)))]
      data += [UInt8](repeating: 0, count: 16) + [0, 4] + [1, 2, 3, 4] + CBORWriter.write(cose)
      return CBORWriter.write(["fmt": "none", "attStmt": .map([]), "authData": .bytes(data)])
    }

    func signature(_ client: [UInt8]) throws -> [UInt8] {
      Array(try key.signature(for: data + Digests.sha256(client)).derRepresentation)
    }
  }

  private static let ceremony = PasskeyVerifier(relyingParty: "cascade.test", challenge: "Y2hhbGxlbmdl", requiresVerification: false)

  private static func registered(_ authenticator: Authenticator, challenge: String = "Y2hhbGxlbmdl") -> EnrolledPasskey? {
    registered(client: authenticator.client("webauthn.create", challenge), attestation: authenticator.attestation)
  }

  private static func registered(client: [UInt8], attestation: [UInt8]) -> EnrolledPasskey? {
    do throws(PasskeyVerifier.Refusal) { return try ceremony.enrol(clientData: client, attestation: attestation) } catch { return nil }
  }

  private static func signed(_ client: [UInt8], _ data: [UInt8], _ signature: [UInt8], by passkey: EnrolledPasskey) -> EnrolledPasskey? {
    var passkey = passkey
    do throws(PasskeyVerifier.Refusal) {
      passkey.count = try ceremony.prove(clientData: client, authenticatorData: data, signature: signature, by: passkey)
      return passkey
    } catch {
      return nil
    }
  }

  private static func signed(
    _ authenticator: Authenticator, by passkey: EnrolledPasskey, challenge: String = "Y2hhbGxlbmdl", type: String = "webauthn.get"
  ) throws -> EnrolledPasskey? {
    let client = authenticator.client(type, challenge)
    return signed(client, authenticator.data, try authenticator.signature(client), by: passkey)
  }

  @Test func `a passkey is registered, and signs in as often as it counts on`() throws {
    var authenticator = Authenticator()
    let passkey = try #require(Self.registered(authenticator))
    #expect(passkey.id == "AQIDBA")
    #expect(try Self.signed(authenticator, by: passkey) == nil, "the count stands still")
    authenticator.count = 2
    let used = try #require(try Self.signed(authenticator, by: passkey))
    #expect(try Self.signed(authenticator, by: used) == nil)
    authenticator.count = 0
    #expect(try Self.signed(authenticator, by: used) == nil, "a copy counts anew")
  }

  @Test func `an authenticator that does not count is taken`() throws {
    var authenticator = Authenticator()
    authenticator.count = 0
    let passkey = try #require(Self.registered(authenticator))
    #expect(try Self.signed(authenticator, by: passkey) != nil)
  }

  @Test(arguments: ["https://evil.test", "https://cascade.test.evil.test", "http://portal.cascade.test", "no address"])
  func `a page of another origin is refused`(origin: String) throws {
    var authenticator = Authenticator()
    let passkey = try #require(Self.registered(authenticator))
    authenticator.origin = origin
    authenticator.count = 2
    #expect(Self.registered(authenticator) == nil)
    #expect(try Self.signed(authenticator, by: passkey) == nil)
  }

  @Test func `another challenge, ceremony, site or key is refused, and so is nobody's presence`() throws {
    var authenticator = Authenticator()
    let passkey = try #require(Self.registered(authenticator))
    authenticator.count = 2
    #expect(try Self.signed(authenticator, by: passkey) != nil)
    #expect(Self.registered(authenticator, challenge: "b2xk") == nil)
    #expect(try Self.signed(authenticator, by: passkey, challenge: "b2xk") == nil, "a replayed challenge")
    #expect(try Self.signed(authenticator, by: passkey, type: "webauthn.create") == nil)
    var other = Authenticator()
    other.count = 2
    #expect(try Self.signed(other, by: passkey) == nil)
    authenticator.site = "evil.test"
    #expect(try Self.signed(authenticator, by: passkey) == nil)
    authenticator.site = "cascade.test"
    authenticator.flags = 0x04
    #expect(try Self.signed(authenticator, by: passkey) == nil)
  }

  @Test func `what is none is refused`() throws {
    let passkey = try #require(Self.registered(Authenticator()))
    for bytes: [UInt8] in [[], [0xA0], Array("{}".utf8), [UInt8](repeating: 0x41, count: 60)] {
      #expect(Self.registered(client: bytes, attestation: bytes) == nil)
      #expect(Self.signed(bytes, bytes, bytes, by: passkey) == nil)
    }
  }
}
