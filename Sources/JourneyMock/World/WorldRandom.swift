import Encodings

/// Where a world's codes, tokens and ids come from.
package struct WorldRandom: RandomNumberGenerator, Sendable {
  private enum Source: Sendable {
    case system
    case seeded(SeededGenerator)
  }

  private var source: Source
  /// Whether it notes the tokens that it makes.
  private let notesTokens: Bool
  private var made: [String] = []

  /// - Parameters:
  ///   - seed: makes what comes of it the same in every run; `nil` for values that cannot be guessed.
  ///   - notesTokens: whether the tokens made are recorded.
  package init(seed: UInt64?, notesTokens: Bool = false) {
    source = seed.map { .seeded(SeededGenerator(seed: $0)) } ?? .system
    self.notesTokens = notesTokens
  }

  package mutating func next() -> UInt64 {
    switch source {
    case .system:
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    case .seeded(var generator):
      let number = generator.next()
      source = .seeded(generator)
      return number
    }
  }

  /// Makes what comes of it from now on the same in every run.
  mutating func reseed(_ seed: UInt64) { source = .seeded(SeededGenerator(seed: seed)) }

  /// The tokens made since this was asked last.
  mutating func takeMade() -> [String] {
    guard !made.isEmpty else { return [] }
    defer { made.removeAll(keepingCapacity: true) }
    return made
  }

  /// An unpredictable text: 32 random bytes, base64url.
  package mutating func token() -> String {
    let token = Base64URL.encode(bytes(32))
    if notesTokens { made.append(token) }
    return token
  }

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
