import Crypto
package import Encodings

/// A server's side of passkeys and security keys: checks what an authenticator made or signed (Web Authentication Level 2, sections
/// 7.1 and 7.2). It knows no dialect.
package struct PasskeyVerifier: Sendable {
  /// The id of the relying party, a host.
  private let relyingParty: String
  /// The challenge that was sent, in base64url.
  private let challenge: String
  private let requiresVerification: Bool

  /// - Parameter requiresVerification: whether the authenticator has to have seen who is there, such as by a PIN or a fingerprint.
  package init(relyingParty: String, challenge: String, requiresVerification: Bool = true) {
    self.relyingParty = relyingParty
    self.challenge = challenge
    self.requiresVerification = requiresVerification
  }

  /// Why a credential is not accepted.
  package enum Refusal: String, Error, Sendable, Hashable {
    case malformed, otherCeremony, otherChallenge, otherOrigin, otherRelyingParty, absentUser, unverifiedUser, otherAlgorithm
    case badSignature, countedBackwards
  }

  /// The passkey that a new credential is.
  ///
  /// - Parameter credential: `{id, response: {clientDataJSON, attestationObject}}`, binary values in base64url. The attestation itself is
  ///   not looked at: the server asks for none.
  package func enrol(_ credential: JSONValue) throws(Refusal) -> EnrolledPasskey {
    let response = credential["response"]
    let clientData = try Self.bytes(response?["clientDataJSON"])
    try checkClient(clientData, ceremony: "webauthn.create")
    let made = try enrol(clientData: clientData, attestation: try Self.bytes(response?["attestationObject"]))
    guard credential["id"]?.stringValue == made.id else { throw .malformed }
    return made
  }

  /// The same of bytes, for a protocol that sends no id with them.
  package func enrol(clientData: [UInt8], attestation: [UInt8]) throws(Refusal) -> EnrolledPasskey {
    try checkClient(clientData, ceremony: "webauthn.create")
    let data = try AuthenticatorFields(Self.authenticatorData(in: attestation))
    try check(data)
    guard let made = data.credential else { throw .malformed }
    return EnrolledPasskey(id: made.id, publicKey: try Self.publicKey(made.key), count: data.count)
  }

  /// How often the passkey signed, this time included; it is kept so that a copy of the passkey is noticed.
  ///
  /// - Parameter credential: `{id, response: {clientDataJSON, authenticatorData, signature}}`.
  package func prove(_ credential: JSONValue, by passkey: EnrolledPasskey) throws(Refusal) -> UInt32 {
    let response = credential["response"]
    return try prove(
      clientData: try Self.bytes(response?["clientDataJSON"]), authenticatorData: try Self.bytes(response?["authenticatorData"]),
      signature: try Self.bytes(response?["signature"]), by: passkey)
  }

  /// The same of bytes.
  package func prove(
    clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], by passkey: EnrolledPasskey
  ) throws(Refusal) -> UInt32 {
    try checkClient(clientData, ceremony: "webauthn.get")
    let data = try AuthenticatorFields(authenticatorData)
    try check(data)
    let signed = authenticatorData + Digests.sha256(clientData)
    guard Self.isValid(signature, by: passkey.publicKey, for: signed) else { throw .badSignature }
    guard data.count > passkey.count || (data.count == 0 && passkey.count == 0) else { throw .countedBackwards }
    return data.count
  }

  /// What the client says of the ceremony (section 5.8.1).
  private func checkClient(_ data: [UInt8], ceremony: String) throws(Refusal) {
    let client: JSONValue
    do { client = try JSONReader.read(data, depthLimit: 8) } catch { throw .malformed }
    guard client["type"]?.stringValue == ceremony else { throw .otherCeremony }
    guard client["challenge"]?.stringValue == challenge else { throw .otherChallenge }
    guard let origin = client["origin"]?.stringValue, isOwn(origin), client["crossOrigin"]?.boolValue != true else { throw .otherOrigin }
  }

  /// A page of the relying party or below it, over TLS unless it is on this machine; or an Android app, which is named by its key.
  private func isOwn(_ origin: String) -> Bool {
    if origin.hasPrefix("android:apk-key-hash:") { return true }
    let parts = origin.split(separator: "://", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let host = parts[1].prefix { $0 != ":" && $0 != "/" }
    guard host == relyingParty || host.hasSuffix("." + relyingParty) else { return false }
    return parts[0] == "https" || (parts[0] == "http" && (host == "localhost" || host.hasSuffix(".localhost")))
  }

  private func check(_ data: AuthenticatorFields) throws(Refusal) {
    guard data.relyingParty == Digests.sha256(relyingParty) else { throw .otherRelyingParty }
    guard data.isUserPresent else { throw .absentUser }
    guard data.isUserVerified || !requiresVerification else { throw .unverifiedUser }
  }

  private static func bytes(_ value: JSONValue?) throws(Refusal) -> [UInt8] {
    guard let bytes = value?.stringValue.flatMap(Base64URL.decode), !bytes.isEmpty else { throw .malformed }
    return bytes
  }

  private static func authenticatorData(in attestation: [UInt8]) throws(Refusal) -> [UInt8] {
    do {
      guard case .bytes(let data)? = try CBORReader.read(attestation)["authData"] else { throw Refusal.malformed }
      return data
    } catch {
      throw .malformed
    }
  }

  /// Of a COSE key (RFC 9053 section 7.1.1): ES256 on P-256 is the one algorithm that is offered.
  private static func publicKey(_ key: CBORValue) throws(Refusal) -> [UInt8] {
    guard key[1] == 2, key[3] == -7, key[-1] == 1 else { throw .otherAlgorithm }
    guard case .bytes(let x)? = key[-2], case .bytes(let y)? = key[-3], x.count == 32, y.count == 32 else { throw .malformed }
    return x + y
  }

  private static func isValid(_ signature: [UInt8], by key: [UInt8], for bytes: [UInt8]) -> Bool {
    do {
      let key = try P256.Signing.PublicKey(rawRepresentation: key)
      return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: bytes)
    } catch {
      return false
    }
  }
}

/// The fields of authenticator data (section 6.1).
private struct AuthenticatorFields {
  /// The digest of the relying party's id.
  let relyingParty: [UInt8]
  let isUserPresent: Bool
  let isUserVerified: Bool
  let count: UInt32
  /// Of a new passkey: its id in base64url and its public key.
  let credential: (id: String, key: CBORValue)?

  init(_ bytes: [UInt8]) throws(PasskeyVerifier.Refusal) {
    guard bytes.count >= 37 else { throw .malformed }
    relyingParty = Array(bytes[0..<32])
    isUserPresent = bytes[32] & 0x01 != 0
    isUserVerified = bytes[32] & 0x04 != 0
    count = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    credential = bytes[32] & 0x40 == 0 ? nil : try Self.credential(bytes[37...])
  }

  /// Sixteen bytes of the authenticator's make, the length of the id, the id, the key.
  private static func credential(_ bytes: ArraySlice<UInt8>) throws(PasskeyVerifier.Refusal) -> (id: String, key: CBORValue) {
    let rest = bytes.dropFirst(16)
    guard rest.count > 2 else { throw .malformed }
    let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
    let content = rest.dropFirst(2)
    guard length > 0, length <= 1023, content.count > length else { throw .malformed }
    do throws(CBORError) {
      return (Base64URL.encode(Array(content.prefix(length))), try CBORReader.readPrefix(content.dropFirst(length)).value)
    } catch {
      throw .malformed
    }
  }
}
