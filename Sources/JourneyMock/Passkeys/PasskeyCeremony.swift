import Crypto
package import Encodings
import JourneyModel

/// A passkey that a person registered, as a server keeps it.
package struct RegisteredPasskey: Sendable, Hashable {
  package let id: [UInt8]
  /// The point of P-256, x before y.
  let key: [UInt8]
  /// How often it signed, as its authenticator counts; 0 where that does not count.
  package internal(set) var count: UInt32
}

/// A ceremony as a server began it: what an answer is held against (Web Authentication Level 2, sections 7.1 and 7.2).
package struct PasskeyCeremony: Sendable {
  /// As it was sent, in Base64url.
  package let challenge: String
  /// The relying party's id, the host of a site.
  package let relyingParty: String

  package init(challenge: String, relyingParty: String) {
    self.challenge = challenge
    self.relyingParty = relyingParty
  }

  /// The passkey that an answer registers; `nil` for an answer to another challenge, of another site, or one that cannot be read.
  ///
  /// Attestations are not verified: whoever makes authenticators is trusted.
  package func registered(clientData: [UInt8], attestation: [UInt8]) -> RegisteredPasskey? {
    guard isOfClient(clientData, type: "webauthn.create"), let object = Self.cbor(attestation), case .bytes(let data)? = object["authData"],
      let parts = AuthenticatorParts(data), isOfAuthenticator(parts), let id = parts.credentialID, let key = parts.key
    else { return nil }
    return RegisteredPasskey(id: id, key: key, count: parts.count)
  }

  /// The passkey of these that signed the answer, with its new count; `nil` if none did, or if one that counts did not count on, as a
  /// copy of it would.
  package func signed(
    by passkeys: [RegisteredPasskey], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]
  ) -> RegisteredPasskey? {
    guard isOfClient(clientData, type: "webauthn.get"), let parts = AuthenticatorParts(authenticatorData), isOfAuthenticator(parts) else {
      return nil
    }
    let signed = authenticatorData + Digests.sha256(clientData)
    guard var passkey = passkeys.first(where: { Self.isValid(signature, of: signed, key: $0.key) }) else { return nil }
    guard parts.count > passkey.count || (parts.count == 0 && passkey.count == 0) else { return nil }
    passkey.count = parts.count
    return passkey
  }

  /// Whether a page of the site, or of one below it, ran the ceremony for this challenge.
  private func isOfClient(_ data: [UInt8], type: String) -> Bool {
    guard let client = Self.json(data), client["type"]?.stringValue == type, client["challenge"]?.stringValue == challenge,
      let origin = client["origin"]?.stringValue, client["crossOrigin"]?.boolValue != true
    else { return false }
    return isOwn(origin)
  }

  private func isOwn(_ origin: String) -> Bool {
    let url: WebURL
    do { url = try WebURL(origin) } catch { return false }
    guard let host = url.host, host == relyingParty || host.hasSuffix("." + relyingParty) else { return false }
    return url.scheme == "https" || host == "localhost"
  }

  private func isOfAuthenticator(_ parts: AuthenticatorParts) -> Bool {
    parts.site == Digests.sha256(relyingParty) && parts.isUserPresent
  }

  private static func isValid(_ signature: [UInt8], of data: [UInt8], key: [UInt8]) -> Bool {
    do {
      return try P256.Signing.PublicKey(rawRepresentation: key).isValidSignature(.init(derRepresentation: signature), for: data)
    } catch {
      return false
    }
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONReader.read(bytes, depthLimit: 8) } catch { return nil }
  }

  private static func cbor(_ bytes: [UInt8]) -> CBORValue? {
    do throws(CBORError) { return try CBORReader.read(bytes) } catch { return nil }
  }
}

/// What an authenticator says (section 6.1): the site's digest, flags, a count, and of a new passkey its id and key.
private struct AuthenticatorParts {
  let site: [UInt8]
  let isUserPresent: Bool
  let count: UInt32
  private(set) var credentialID: [UInt8]?
  private(set) var key: [UInt8]?

  /// `nil` for bytes that are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 37 else { return nil }
    site = Array(bytes[0..<32])
    isUserPresent = bytes[32] & 0x01 != 0
    count = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    guard bytes[32] & 0x40 != 0 else { return }
    guard bytes.count >= 55 else { return nil }
    let end = 55 + Int(bytes[53]) << 8 + Int(bytes[54])
    guard bytes.count >= end else { return nil }
    credentialID = Array(bytes[55..<end])
    key = Self.point(bytes[end...])
  }

  /// The point of a COSE key of ES256 (RFC 9053 section 7.1.1); `nil` for any other.
  private static func point(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    do throws(CBORError) {
      let key = try CBORReader.readPrefix(bytes).value
      guard key[1] == 2, key[3] == -7, key[-1] == 1, case .bytes(let x)? = key[-2], case .bytes(let y)? = key[-3], x.count == 32,
        y.count == 32
      else { return nil }
      return x + y
    } catch {
      return nil
    }
  }
}
