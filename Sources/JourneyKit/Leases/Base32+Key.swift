import Encodings

extension Base32 {
  /// Whether a text may be the key of an authenticator app, as sites show it in groups and any case; words for none are let through.
  static func mayBeKey(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "="): true
      default: false
      }
    }
  }
}
