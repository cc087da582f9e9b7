/// Where headers and pages say what their bytes spell.
enum CharsetLabel {
  /// What follows the first `charset=`, without quotation marks; `nil` if nothing does.
  static func first(in bytes: ArraySlice<UInt8>) -> String? {
    guard let word = range(of: "charset", in: bytes) else { return nil }
    var rest = bytes[word.upperBound...].drop(while: \.isHTMLSpace)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { $0.isHTMLSpace || isQuote($0) }
    let label = rest.prefix(41).prefix {
      !$0.isHTMLSpace && !isQuote($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
  }

  /// The label in the first `meta` that has one; comments are skipped.
  static func ofMeta(in start: ArraySlice<UInt8>) -> String? {
    var rest = start
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...]
      if rest.starts(with: Array("<!--".utf8)) {
        guard let end = range(of: "-->", in: rest) else { return nil }
        rest = rest[end.upperBound...]
      } else if let meta = range(of: "<meta", in: rest.prefix(5)) {
        let tag = rest[meta.upperBound...].prefix { $0 != UInt8(ascii: ">") }
        if let label = first(in: tag) { return label }
        rest = rest[tag.endIndex...]
      } else {
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// The first place of a text in lower case, in bytes of any case.
  private static func range(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let count = text.utf8CodeUnitCount
    return text.withUTF8Buffer { text in
      var index = bytes.startIndex
      while index + count <= bytes.endIndex {
        let isHere = zip(text, bytes[index..<index + count]).allSatisfy { $0 == $1 || $0 == $1 | 0x20 && (0x41...0x5A).contains($1) }
        if isHere { return index..<index + count }
        index += 1
      }
      return nil
    }
  }
}
