/// A passkey or security key of an account, as a server keeps it.
package struct EnrolledPasskey: Sendable, Hashable {
  /// The credential's id, in base64url.
  package let id: String
  /// Both coordinates of the public key on the curve P-256, 32 bytes each.
  package let publicKey: [UInt8]
  /// How often it signed when it was used last; 0 for one that does not count.
  package var count: UInt32
}
