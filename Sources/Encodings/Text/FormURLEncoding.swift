/// `application/x-www-form-urlencoded` (WHATWG URL section 5), for posted forms and for queries.
package enum FormURLEncoding {
  /// What `Content-Type` says of such a body.
  package static let mediaType = "application/x-www-form-urlencoded"

  /// The items in their order, `+` for a space.
  package static func encode(_ items: [QueryItem]) -> String {
    items.map { "\(encodeComponent($0.name))=\(encodeComponent($0.value))" }.joined(separator: "&")
  }

  /// The items in their order; never fails.
  ///
  /// Lenient as servers are: parts are split at `&`, each at its first `=`; empty parts are skipped, a `%` without
  /// two digits represents itself, bytes that are not UTF-8 become U+FFFD.
  package static func decode(_ text: String) -> [QueryItem] {
    decode(Array(text.utf8))
  }

  /// The items of a body.
  package static func decode(_ bytes: [UInt8]) -> [QueryItem] {
    bytes.split(separator: UInt8(ascii: "&")).map { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      return QueryItem(decodeText(name), decodeText(part.dropFirst(name.count + 1)))
    }
  }

  private static let kept = ASCIISet.letters.union(.digits).union(ASCIISet("*-._ "))

  /// One name or value, `+` for a space.
  package static func encodeComponent(_ text: String) -> String {
    let encoded = PercentEncoding.encode(text, keeping: kept)
    return String(decoding: encoded.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  private static func decodeText(_ slice: ArraySlice<UInt8>) -> String {
    let bytes = Array(slice)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if PercentEncoding.isEscape(at: index, in: bytes) {
        output.append(PercentEncoding.escapedByte(at: index, in: bytes))
        index += 3
      } else {
        output.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
