/// What kind of text an id or token is, whatever it says: a server may make ids of known people in another place.
///
/// The length of a token does not matter, as it may contain an address.
struct TokenFormat: RawRepresentable, Sendable, Hashable {
  let rawValue: String

  init?(rawValue: String) { self.rawValue = rawValue }

  /// `nil` for what is too short to be random, and for words.
  init?(of text: String) {
    let bytes = Array(text.utf8)
    if let version = Self.versionOfUUID(bytes[...]) {
      rawValue = version
    } else if bytes.count < Self.shortest {
      return nil
    } else if bytes.allSatisfy(Self.isDigit) {
      rawValue = "digits"
    } else if bytes.allSatisfy({ Self.isHex($0) && !(0x41...0x46).contains($0) }) {
      rawValue = "hexadecimal"
    } else if bytes.allSatisfy({ Self.isHex($0) && !(0x61...0x66).contains($0) }) {
      rawValue = "hexadecimal in capitals"
    } else if text.hasPrefix("eyJ") {
      rawValue = "web token"
    } else {
      return nil
    }
  }

  /// Bytes; nearly every hexadecimal text of this length has a letter.
  private static let shortest = 16

  /// The versions of all UUIDs in a text, in order (RFC 9562 section 4.2).
  static func versionsOfUUIDs(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    var place = 8
    while place + 28 <= bytes.count {
      if bytes[place] == UInt8(ascii: "-"), let version = versionOfUUID(bytes[(place - 8)..<(place + 28)]) {
        found.append(version)
        place += 28
      }
      place += 1
    }
    return found
  }

  private static func versionOfUUID(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count == 36 else { return nil }
    let dashes: Set = [8, 13, 18, 23]
    for (place, byte) in bytes.enumerated() {
      guard dashes.contains(place) ? byte == UInt8(ascii: "-") : isHex(byte) else { return nil }
    }
    return "UUID of version \(Character(Unicode.Scalar(bytes[bytes.startIndex + 14])))"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
