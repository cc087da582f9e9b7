internal import CLibXML2
import Encodings

extension PageCharset {
  /// The text's bytes in UTF-8, without a byte order mark; what cannot be read, and zero bytes, become U+FFFD.
  func utf8(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8: Self.withoutZeros(Self.repaired(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes))
    case .windows1252: Self.withoutZeros(Array(Windows1252.text(of: bytes).utf8))
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
      return text.unicodeScalars.flatMap { Windows1252.byte(of: $0).map { [$0] } ?? Array("&#\($0.value);".utf8) }
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
