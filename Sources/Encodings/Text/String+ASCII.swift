extension String {
  /// The text with `A` to `Z` in lower case and all else as it is; what protocols mean by case-insensitive.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Whether two texts differ in nothing but the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  /// The byte, in lower case where it is one of `A` to `Z`.
  var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
