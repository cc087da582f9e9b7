import Crypto

/// Digests of bytes, over swift-crypto, as plain arrays.
package enum Digests {
  /// The SHA-256 digest (FIPS 180-4), 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: bytes))
  }

  /// The SHA-256 digest of a text's UTF-8, 32 bytes.
  package static func sha256(_ text: String) -> [UInt8] {
    sha256(Array(text.utf8))
  }
}
