@_spi(_Unicode) private import Swift

extension String {
  /// Its letters without their marks, `Gruße` for `Grüße`, whether the marks were signs of their own or not.
  package var withoutMarks: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(UnicodeScalarView(_nfd.filter { $0.properties.generalCategory != .nonspacingMark }))
  }
}
