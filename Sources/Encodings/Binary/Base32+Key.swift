extension Base32 {
  /// Why a text cannot be the key of an authenticator app, as sites show it in groups and any case; `nil` for one that may be a key.
  ///
  /// Servers make up keys of any number of digits; words for none, and a text that is not set, are let through.
  package static func problem(withKey text: String) -> String? {
    guard text.utf8.allSatisfy(isOfKey) else { return "is not Base32 text" }
    let padding = text.utf8.count { $0 == UInt8(ascii: "=") }
    guard padding > 0 else { return nil }
    guard decode(text) != nil else { return "has '=' before its end" }
    let digits = text.utf8.count { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    return digits % 8 == 0 && padding < 8
      ? nil : "has \(digits - padding) characters and \(padding) '=', which together are not a multiple of 8"
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "="): true
    default: false
    }
  }
}
