/// Writes CBOR, each head in its shortest form (RFC 8949 section 4.2.1).
package enum CBORWriter {
  /// The bytes of an item.
  package static func write(_ value: CBORValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: CBORValue, to bytes: inout [UInt8]) {
    switch value {
    case .unsigned(let number): appendHead(0, number, to: &bytes)
    case .negative(let number): appendHead(1, number, to: &bytes)
    case .bytes(let content):
      appendHead(2, UInt64(content.count), to: &bytes)
      bytes += content
    case .text(let text):
      appendHead(3, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .array(let elements):
      appendHead(4, UInt64(elements.count), to: &bytes)
      for element in elements { append(element, to: &bytes) }
    case .map(let entries):
      appendHead(5, UInt64(entries.count), to: &bytes)
      for entry in entries {
        append(entry.key, to: &bytes)
        append(entry.value, to: &bytes)
      }
    case .bool(let isTrue): bytes.append(isTrue ? 0xF5 : 0xF4)
    case .null: bytes.append(0xF6)
    }
  }

  /// Major type and argument, the argument in no more bytes than it needs.
  private static func appendHead(_ majorType: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
    let type = majorType << 5
    switch argument {
    case 0..<24: bytes.append(type | UInt8(argument))
    case 24...0xFF: append(type | 24, argument, byteCount: 1, to: &bytes)
    case 0x100...0xFFFF: append(type | 25, argument, byteCount: 2, to: &bytes)
    case 0x1_0000...0xFFFF_FFFF: append(type | 26, argument, byteCount: 4, to: &bytes)
    default: append(type | 27, argument, byteCount: 8, to: &bytes)
    }
  }

  private static func append(_ initial: UInt8, _ argument: UInt64, byteCount: Int, to bytes: inout [UInt8]) {
    bytes.append(initial)
    for index in (0..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> (8 * index))) }
  }
}
