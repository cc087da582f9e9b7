import Crypto

/// A credential of an authenticator, its private key among it.
struct Passkey: Sendable {
  let id: [UInt8]
  let relyingParty: String
  let userHandle: [UInt8]
  let key: P256.Signing.PrivateKey
  /// How often it signed.
  var count: UInt32 = 0
}
