/// A secret without a repetition, every six bytes of which are looked for: what is left of one that was cut.
public struct SecretPieces: Sendable {
  private static let window = 6

  public let text: String
  private let pieces: Set<UInt64>

  /// A secret of this many bytes, with digits and capitals as tokens have them.
  public init(length: Int) {
    let signs = Array("AbCdEfGhJkLmNpQrStUvWxYz23456789".utf8)
    var bytes: [UInt8] = []
    var state: UInt32 = 1
    while bytes.count < length {
      state = state &* 1_664_525 &+ 1_013_904_223
      bytes.append(signs[Int(state >> 27)])
    }
    text = String(decoding: bytes, as: UTF8.self)
    pieces = Set(
      bytes.indices.dropLast(Self.window - 1).map { index in
        bytes[index..<(index + Self.window)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      })
  }

  /// The first six bytes of the secret that are in the bytes.
  public func piece(in bytes: [UInt8]) -> String? {
    var key: UInt64 = 0
    var index = 0
    while index < bytes.count {
      key = (key << 8 | UInt64(bytes[index])) & 0xFFFF_FFFF_FFFF
      index += 1
      if index >= Self.window, pieces.contains(key) {
        return String(decoding: bytes[(index - Self.window)..<index], as: UTF8.self)
      }
    }
    return nil
  }

  /// Words around it, as many as needed.
  public static let filler = String(repeating: "lorem ipsum dolor sit amet ", count: 1000)
}
