extension JSONParser {
  /// The string whose opening quotation mark is at the cursor.
  mutating func string() throws(JSONError) -> String {
    let start = offset + 1
    let end = endOfPlainRun(from: start)
    offset = end
    guard current == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    offset += 1
    return try text(bytes.span.extracting(start..<end), at: start)
  }

  /// The rest of a string that holds escapes: each plain run is copied, each escape decoded.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var buffer: [UInt8] = []
    var runStart = start
    while current != UInt8(ascii: "\"") {
      guard offset < bytes.count else { throw error(.unexpectedEnd) }
      guard current == UInt8(ascii: "\\") else { throw error(.controlCharacter(current)) }
      buffer.append(contentsOf: bytes[runStart..<offset])
      try appendEscape(to: &buffer)
      runStart = offset
      offset = endOfPlainRun(from: offset)
    }
    buffer.append(contentsOf: bytes[runStart..<offset])
    offset += 1
    return try text(buffer.span, at: start)
  }

  /// The first byte that is not simply part of the string: a quotation mark, an escape, a control, the end.
  private func endOfPlainRun(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index &+= 1
    }
    return index
  }

  private func text(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      throw JSONError(offset: start + error.byteOffsets.lowerBound, reason: .invalidUTF8)
    }
  }

  private mutating func appendEscape(to buffer: inout [UInt8]) throws(JSONError) {
    offset += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(current)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      buffer.append(contentsOf: UTF8.encode(try escapedScalar()) ?? UTF8.encodedReplacementCharacter)
      return
    default: throw offset < bytes.count ? error(.invalidEscape) : unexpected()
    }
    offset += 1
  }

  /// The character of `\uXXXX`, or of two of them that are a surrogate pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let start = offset - 1
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    let lone = JSONError(offset: start, reason: .loneSurrogate)
    guard UTF16.isLeadSurrogate(high), current == UInt8(ascii: "\\") else { throw lone }
    offset += 1
    guard current == UInt8(ascii: "u") else { throw lone }
    let low = try codeUnit()
    guard UTF16.isTrailSurrogate(low) else { throw lone }
    return UTF16.decode(UTF16.EncodedScalar([high, low]))
  }

  /// The four hexadecimal digits after the `u` at the cursor.
  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    offset += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Hex.value(of: current) else {
        throw offset < bytes.count ? error(.invalidEscape) : unexpected()
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
