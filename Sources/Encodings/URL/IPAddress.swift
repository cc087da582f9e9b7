/// An IP address as URLs spell it, read strictly: no octal, no hexadecimal, no short forms, no zone.
package enum IPAddress: Sendable, Hashable {
  /// Four bytes.
  case v4([UInt8])
  /// Sixteen bytes.
  case v6([UInt8])

  /// An address in dotted form, or in IPv6 form (RFC 4291 section 2.2) with or without brackets; `nil` for all else.
  package init?(_ text: String) {
    let utf8 = Array(text.utf8)
    if let bytes = Self.dottedBytes(utf8[...]) {
      self = .v4(bytes)
    } else if utf8.first == UInt8(ascii: "["), utf8.last == UInt8(ascii: "]"), utf8.count > 2 {
      guard let bytes = Self.groupBytes(utf8[1..<(utf8.count - 1)]) else { return nil }
      self = .v6(bytes)
    } else if let bytes = Self.groupBytes(utf8[...]) {
      self = .v6(bytes)
    } else {
      return nil
    }
  }

  /// Whether only this machine can be meant: 127.0.0.0/8, ::1, or either mapped into IPv6.
  package var isLoopback: Bool {
    switch mappedOrSelf {
    case .v4(let bytes): bytes[0] == 127
    case .v6(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
  }

  /// Whether the address is of no public network: loopback, private, shared, link-local, unique local, unspecified.
  package var isLocal: Bool {
    switch mappedOrSelf {
    case .v4(let bytes): Self.isLocal(bytes[0], bytes[1])
    case .v6(let bytes):
      isLoopback || bytes.allSatisfy { $0 == 0 } || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }
  }

  private static func isLocal(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (0, _), (10, _), (127, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): true
    default: false
    }
  }

  /// The IPv4 address that an IPv6 one maps (`::ffff:10.0.0.1`), else the address itself.
  private var mappedOrSelf: IPAddress {
    guard case .v6(let bytes) = self, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else {
      return self
    }
    return .v4(Array(bytes[12...]))
  }

  private static func dottedBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard 1...3 ~= part.count, part.allSatisfy(ASCIISet.digits.contains), part.count == 1 || part.first != UInt8(ascii: "0"),
        let byte = UInt8(String(decoding: part, as: UTF8.self))
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Sixteen bytes from groups of hexadecimal digits, of which one run may be left out as `::`.
  private static func groupBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let gap = firstGap(in: text) else {
      return groups(text, mayEndDotted: true).flatMap { $0.count == 16 ? $0 : nil }
    }
    guard let head = groups(text[..<gap], mayEndDotted: false), let tail = groups(text[(gap + 2)...], mayEndDotted: true),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  private static func firstGap(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropLast().first { text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":") }
  }

  /// Two bytes for each group, four for an IPv4 address at the end of the whole text; none for an empty text.
  private static func groups(_ text: ArraySlice<UInt8>, mayEndDotted: Bool) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if mayEndDotted, index == parts.count - 1, let dotted = dottedBytes(part) {
        bytes += dotted
        continue
      }
      guard 1...4 ~= part.count, part.allSatisfy({ Hex.value(of: $0) != nil }),
        let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
      else { return nil }
      bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
    }
    return bytes
  }
}
