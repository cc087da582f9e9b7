import Crypto
import Encodings
package import JourneyModel

/// An authenticator made of software: it makes passkeys and signs with them (Web Authentication Level 2, sections 5.1 and 6).
///
/// It belongs to one walk and holds what that walk made. Its person is always there and always verified.
package struct SoftwareAuthenticator: Sendable {
  var passkeys: [Passkey] = []

  package init() {}

  /// How many passkeys it holds.
  package var count: Int { passkeys.count }

  /// Makes a passkey and returns what a client sends to the server.
  ///
  /// - Parameters:
  ///   - options: of `PublicKeyCredentialCreationOptions` as JSON has them, binary values in base64url.
  ///   - client: where the ceremony is run.
  package mutating func create(
    _ options: Value, for client: PasskeyClient, using generator: inout some RandomNumberGenerator
  ) throws(CeremonyError) -> Value {
    let challenge = try options.challenge
    let relyingParty = try client.relyingParty(options["rp"]?["id"]?.text)
    guard let user = options["user"]?["id"]?.text.flatMap(Self.bytes) else { throw .type("the options name no 'user.id' in base64url") }
    try refuseOtherAlgorithms(options["pubKeyCredParams"])
    let excluded = options["excludeCredentials"]?.credentialIDs ?? []
    guard !passkeys.contains(where: { $0.relyingParty == relyingParty && excluded.contains($0.id) }) else {
      throw CeremonyError(name: "InvalidStateError", sentence: "the server excludes a passkey that this authenticator already has")
    }
    let passkey = Passkey(
      id: Self.random(32, using: &generator), relyingParty: relyingParty, userHandle: user, key: Self.key(using: &generator))
    passkeys.append(passkey)
    let clientData = client.data(type: "webauthn.create", challenge: challenge, relyingParty: relyingParty)
    let data = AuthenticatorData(passkey, isNew: true, isVerified: options.asksForVerification(in: "authenticatorSelection"))
    let attestation: CBORValue = ["fmt": "none", "attStmt": .map([]), "authData": .bytes(data.bytes)]
    return Self.credential(
      passkey.id, attachment: client.tellsAttachment,
      response: [
        Value.Member("clientDataJSON", .text(Base64URL.encode(clientData))),
        Value.Member("attestationObject", .text(Base64URL.encode(CBORWriter.write(attestation)))),
        Value.Member("transports", .list(["internal"])),
      ])
  }

  /// Signs a server's challenge with a passkey that the server takes.
  ///
  /// - Parameter options: of `PublicKeyCredentialRequestOptions` as JSON has them.
  package mutating func get(_ options: Value, for client: PasskeyClient) throws(CeremonyError) -> Value {
    let challenge = try options.challenge
    let relyingParty = try client.relyingParty(options["rpId"]?.text)
    let allowed = options["allowCredentials"]?.credentialIDs ?? []
    let place = passkeys.lastIndex { $0.relyingParty == relyingParty && (allowed.isEmpty || allowed.contains($0.id)) }
    guard let place else {
      throw CeremonyError(name: "NotAllowedError", sentence: "no passkey of this walk is for '\(relyingParty)' and accepted by the server")
    }
    passkeys[place].count += 1
    let passkey = passkeys[place]
    let clientData = client.data(type: "webauthn.get", challenge: challenge, relyingParty: relyingParty)
    let data = AuthenticatorData(passkey, isNew: false, isVerified: options.asksForVerification(in: nil)).bytes
    let signature: [UInt8]
    do {
      signature = Array(try passkey.key.signature(for: data + Digests.sha256(clientData)).derRepresentation)
    } catch {
      throw CeremonyError(name: "UnknownError", sentence: "the passkey could not sign: \(error)")
    }
    return Self.credential(
      passkey.id, attachment: client.tellsAttachment,
      response: [
        Value.Member("clientDataJSON", .text(Base64URL.encode(clientData))),
        Value.Member("authenticatorData", .text(Base64URL.encode(data))),
        Value.Member("signature", .text(Base64URL.encode(signature))),
        Value.Member("userHandle", .text(Base64URL.encode(passkey.userHandle))),
      ])
  }

  private static func credential(_ id: [UInt8], attachment: Bool, response: [Value.Member]) -> Value {
    let name = Value.text(Base64URL.encode(id))
    var members = [Value.Member("id", name), Value.Member("rawId", name), Value.Member("type", "public-key")]
    if attachment { members.append(Value.Member("authenticatorAttachment", "platform")) }
    members.append(Value.Member("response", .map(response)))
    if attachment { members.append(Value.Member("clientExtensionResults", .map([]))) }
    return .map(members)
  }

  /// ES256 is the one that it signs with; a server that names no algorithm takes it.
  private func refuseOtherAlgorithms(_ parameters: Value?) throws(CeremonyError) {
    guard case .list(let elements) = parameters, !elements.isEmpty else { return }
    guard !elements.contains(where: { $0["type"] == "public-key" && $0["alg"] == .number("-7") }) else { return }
    throw CeremonyError(
      name: "NotSupportedError", sentence: "the server accepts no passkey of ES256 (-7), the only kind that is created here")
  }

  private static func random(_ count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private static func key(using generator: inout some RandomNumberGenerator) -> P256.Signing.PrivateKey {
    while true {
      // All but a few numbers of 32 bytes are keys; another is drawn instead of those.
      do { return try P256.Signing.PrivateKey(rawRepresentation: random(32, using: &generator)) } catch { continue }
    }
  }

  static func bytes(_ text: String) -> [UInt8]? { Base64URL.decode(String(text.prefix { $0 != "=" })) }
}

extension Value {
  /// The challenge, as it was sent.
  fileprivate var challenge: String {
    get throws(CeremonyError) {
      guard let text = self["challenge"]?.text, let bytes = SoftwareAuthenticator.bytes(text), !bytes.isEmpty else {
        throw .type("the options have no 'challenge' in base64url")
      }
      return Base64URL.encode(bytes)
    }
  }

  /// The ids in a list of credential descriptors.
  fileprivate var credentialIDs: [[UInt8]] {
    guard case .list(let elements) = self else { return [] }
    return elements.compactMap { $0["id"]?.text.flatMap(SoftwareAuthenticator.bytes) }
  }

  fileprivate func asksForVerification(in member: String?) -> Bool {
    let options = member.map { self[$0] ?? .null } ?? self
    return options["userVerification"] != "discouraged"
  }
}
