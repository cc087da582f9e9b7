package import Encodings

/// Where a world's codes, tokens and ids come from.
package enum WorldRandom: RandomNumberGenerator, Sendable {
  case system
  /// The same in every run with this seed.
  case seeded(SeededGenerator)

  package mutating func next() -> UInt64 {
    switch self {
    case .system:
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    case .seeded(var generator):
      let number = generator.next()
      self = .seeded(generator)
      return number
    }
  }

  /// An unpredictable text: 32 random bytes, base64url.
  package mutating func token() -> String { Base64URL.encode(bytes(32)) }

  /// This many digits.
  package mutating func digits(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count { text += String(UInt8.random(in: 0...9, using: &self)) }
    return text
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let number = next()
      for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return bytes
  }
}
