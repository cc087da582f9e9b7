/// How text looks in a terminal: what is shown for each scalar and how many columns it takes.
package enum DisplayText {
  /// The text with every control character replaced by a visible sign, so that it cannot steer a terminal.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(harmless(scalar)) }
    return String(result)
  }

  /// The sign that represents a control character, or the scalar itself.
  package static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: isControl(scalar) ? "\u{FFFD}" : scalar
    }
  }

  /// Whether it steers a terminal or the order of the text around it instead of showing something.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// The columns that a scalar takes: 0 for marks over others, 2 for wide ones, else 1.
  package static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// The columns that a text takes.
  package static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// East Asian width W and F of Unicode Standard Annex 11, in coarse ranges, and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
