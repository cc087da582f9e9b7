/// Strings as JSON spells them, for both writers.
///
/// Beyond what RFC 8259 demands, DEL, the C1 controls and U+2028/U+2029 are escaped: what is written may reach a
/// terminal or a script. The solidus is not.
enum JSONEscaping {
  /// Appends the text in quotation marks.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
  }

  /// Bodies of answers are logged as texts, with a quotation mark every few bytes; so what is escaped is put together on
  /// the stack and appended in pieces, instead of run by run.
  private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while start < utf8.count, !isSuspect(utf8[start]) { start += 1 }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[..<start]))
    if start < utf8.count { appendEscaped(UnsafeBufferPointer(rebasing: utf8[start...]), to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { piece in
      var count = 0
      var index = 0
      while index < utf8.count {
        if count > piece.count - maxEscapeLength {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<count]))
          count = 0
        }
        let byte = utf8[index]
        if isSuspect(byte), let length = put(escapeAt: index, of: utf8, into: piece, &count) {
          index += length
        } else {
          piece[count] = byte
          count += 1
          index += 1
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// E.g. `\u2028`.
  private static let maxEscapeLength = 6

  /// Whether an escape may begin with this byte; the quick test that nearly all bytes fail.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    if byte > UInt8(ascii: "\""), byte < 0x7F { return byte == UInt8(ascii: "\\") }
    return byte < 0x20 || byte == UInt8(ascii: "\"") || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// Puts the escape for the character at an index; says how many bytes it replaces, `nil` if none is needed.
  private static func put(
    escapeAt index: Int, of utf8: UnsafeBufferPointer<UInt8>, into piece: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) -> Int? {
    switch utf8[index] {
    case UInt8(ascii: "\""): return put(UInt8(ascii: "\""), into: piece, &count)
    case UInt8(ascii: "\\"): return put(UInt8(ascii: "\\"), into: piece, &count)
    case 0x08: return put(UInt8(ascii: "b"), into: piece, &count)
    case 0x09: return put(UInt8(ascii: "t"), into: piece, &count)
    case 0x0A: return put(UInt8(ascii: "n"), into: piece, &count)
    case 0x0C: return put(UInt8(ascii: "f"), into: piece, &count)
    case 0x0D: return put(UInt8(ascii: "r"), into: piece, &count)
    case 0xC2:
      guard utf8[index + 1] < 0xA0 else { return nil }
      put(hexadecimal: 0, utf8[index + 1], into: piece, &count)
      return 2
    case 0xE2:
      guard isLineSeparator(at: index, in: utf8) else { return nil }
      put(hexadecimal: 0x20, utf8[index + 2] & 0x3F, into: piece, &count)
      return 3
    case let control:
      put(hexadecimal: 0, control, into: piece, &count)
      return 1
    }
  }

  /// Whether U+2028 or U+2029 begins here: E2 80 A8 or E2 80 A9.
  private static func isLineSeparator(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8
  }

  private static func put(_ letter: UInt8, into piece: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> Int {
    piece[count] = UInt8(ascii: "\\")
    piece[count + 1] = letter
    count += 2
    return 1
  }

  private static func put(
    hexadecimal high: UInt8, _ low: UInt8, into piece: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    _ = put(UInt8(ascii: "u"), into: piece, &count)
    for digit in [high >> 4, high & 0xF, low >> 4, low & 0xF] {
      piece[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      count += 1
    }
  }
}
