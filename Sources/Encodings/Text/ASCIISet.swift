/// A set of ASCII characters as two machine words, for tests on each byte of a text.
struct ASCIISet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters of the text, all of which must be ASCII.
  init(_ characters: StaticString) {
    characters.withUTF8Buffer { bytes in
      for byte in bytes { insert(byte) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  func union(_ other: ASCIISet) -> ASCIISet {
    var union = self
    union.low |= other.low
    union.high |= other.high
    return union
  }

  private mutating func insert(_ byte: UInt8) {
    precondition(byte < 128, "an ASCII set holds ASCII")
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
  }
}

extension ASCIISet {
  static let letters = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  static let digits = ASCIISet("0123456789")
  /// RFC 3986 section 2.3: what never needs percent-encoding.
  static let unreserved = letters.union(digits).union(ASCIISet("-._~"))
  /// RFC 3986 section 2.2.
  static let subDelimiters = ASCIISet("!$&'()*+,;=")
}
