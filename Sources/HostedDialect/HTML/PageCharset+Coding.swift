internal import CLibXML2

extension PageCharset {
  /// The text's bytes in UTF-8, without a byte order mark; what cannot be read, and zero bytes, become U+FFFD.
  func utf8(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8: Self.withoutZeros(Self.repaired(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes))
    case .windows1252: Self.withoutZeros(Self.utf8(ofWindows1252: bytes))
    case .utf16(let isBigEndian): Self.withoutZeros(Self.utf8(ofUTF16: bytes, isBigEndian: isBigEndian))
    case .other(let label): Self.withoutZeros(Self.transcoded(bytes, from: label))
    }
  }

  /// The bytes by which a form sends a text; `nil` if this charset is none that we write.
  ///
  /// What windows-1252 lacks is written as a browser does, `&#1234;`.
  func bytes(of text: String) -> [UInt8]? {
    switch self {
    case .utf8, .utf16: return Array(text.utf8)
    case .windows1252:
      return text.unicodeScalars.flatMap { Self.windows1252(of: $0).map { [$0] } ?? Array("&#\($0.value);".utf8) }
    case .other:
      let bytes = Array(text.utf8)
      return bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }
  }

  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    String(validating: bytes, as: UTF8.self) == nil ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes
  }

  private static func withoutZeros(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0) else { return bytes }
    return bytes.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
  }

  private static func utf8(ofUTF16 bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What the bytes 0x80 to 0x9F are; the five that are none stay controls.
  private static let upperHalf: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func utf8(ofWindows1252 bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80...0x9F).contains(byte) ? upperHalf[Int(byte - 0x80)] : UInt32(byte)
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  private static func windows1252(of scalar: Unicode.Scalar) -> UInt8? {
    if let place = upperHalf.firstIndex(of: scalar.value) { return 0x80 + UInt8(place) }
    return scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) ? UInt8(scalar.value) : nil
  }

  /// How many unreadable bytes are replaced before the rest is given up.
  private static let mostErrors = 100

  /// By libxml2, which asks iconv.
  private static func transcoded(_ bytes: [UInt8], from label: String) -> [UInt8] {
    SilentLibrary.prepare()
    guard let handler = xmlFindCharEncodingHandler(label), let input = xmlBufferCreate(), let output = xmlBufferCreate() else { return [] }
    defer {
      xmlBufferFree(input)
      xmlBufferFree(output)
      xmlCharEncCloseFunc(handler)
    }
    _ = bytes.withUnsafeBufferPointer { xmlBufferAdd(input, $0.baseAddress, Int32($0.count)) }
    var errors = 0
    while input.pointee.use > 0, errors <= mostErrors {
      guard xmlCharEncInFunc(handler, output, input) <= 0 else { continue }
      errors += 1
      xmlBufferShrink(input, 1)
      xmlBufferCat(output, "\u{FFFD}")
    }
    return Array(UnsafeBufferPointer(start: output.pointee.content, count: Int(output.pointee.use)))
  }
}
