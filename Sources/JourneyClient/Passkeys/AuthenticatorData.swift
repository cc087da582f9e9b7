import Crypto
import Encodings

/// What an authenticator says of itself and of a passkey (Web Authentication Level 2, section 6.1).
struct AuthenticatorData {
  let bytes: [UInt8]

  private static let userIsPresent: UInt8 = 0x01
  private static let userIsVerified: UInt8 = 0x04
  private static let holdsCredential: UInt8 = 0x40

  /// - Parameter isNew: whether the passkey's public key goes with it.
  init(_ passkey: Passkey, isNew: Bool, isVerified: Bool) {
    var flags = Self.userIsPresent
    if isVerified { flags |= Self.userIsVerified }
    if isNew { flags |= Self.holdsCredential }
    var bytes = Digests.sha256(passkey.relyingParty)
    bytes.append(flags)
    bytes += Self.bigEndian(passkey.count)
    if isNew {
      // An authenticator that does not state its make has sixteen zeros for it.
      bytes += [UInt8](repeating: 0, count: 16)
      bytes += Self.bigEndian(UInt16(passkey.id.count))
      bytes += passkey.id
      bytes += CBORWriter.write(Self.publicKey(passkey.key))
    }
    self.bytes = bytes
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// The public key as COSE has it (RFC 9053 section 7.1.1): kind EC2, algorithm ES256, curve P-256, x and y.
  private static func publicKey(_ key: P256.Signing.PrivateKey) -> CBORValue {
    let point = Array(key.publicKey.rawRepresentation)
    return [1: 2, 3: -7, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32)))]
  }
}
