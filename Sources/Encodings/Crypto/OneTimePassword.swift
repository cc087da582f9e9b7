import Crypto

/// Codes of an authenticator app: by counter (HOTP, RFC 4226) or by time (TOTP, RFC 6238).
package struct OneTimePassword: Sendable, Hashable {
  /// The hash under the HMAC; apps assume SHA-1 where nothing else is agreed.
  package enum Algorithm: String, Sendable, Hashable, CaseIterable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
  }

  /// How many seconds a code lives where nothing else is agreed.
  package static let usualPeriod = 30

  private let secret: [UInt8]
  private let algorithm: Algorithm
  private let digits: Int
  private let period: Int

  /// - Parameters:
  ///   - secret: the shared key's bytes, decoded from Base32; a secret itself.
  ///   - digits: 6 to 8 as RFC 4226 has them; others are taken for the nearest of these.
  ///   - period: how many seconds a code lives, at least 1.
  package init(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = usualPeriod) {
    self.secret = secret
    self.algorithm = algorithm
    self.digits = min(max(digits, 6), 8)
    self.period = max(period, 1)
  }

  /// The time step of a code that holds at a time, for the default period.
  package static func step(atSecondsSinceEpoch seconds: Int64) -> UInt64 { UInt64(max(seconds, 0)) / UInt64(usualPeriod) }

  /// The code that holds at a time, in seconds since 1970; times before it count as 1970.
  package func code(atSecondsSinceEpoch seconds: Int64) -> String {
    code(counter: UInt64(max(seconds, 0)) / UInt64(period))
  }

  /// The code for a counter, with leading zeros (RFC 4226 section 5.3).
  package func code(counter: UInt64) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
    let code = authenticationCode(for: message)
    let offset = Int(code[code.count - 1] & 0xF)
    let truncated = code[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    let modulus = (0..<digits).reduce(1) { product, _ in product * 10 }
    return DateText.padded(truncated % modulus, digits)
  }

  private func authenticationCode(for message: [UInt8]) -> [UInt8] {
    let key = SymmetricKey(data: secret)
    return switch algorithm {
    case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
    }
  }
}
