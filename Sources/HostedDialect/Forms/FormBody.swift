internal import Encodings

/// A posted form's body in one of HTML's three encodings.
struct FormBody {
  let contentType: String
  let bytes: [UInt8]

  /// - Parameter enctype: in lower case; anything unknown is `application/x-www-form-urlencoded`.
  init(_ entries: [QueryItem], enctype: String, _ charset: PageCharset) throws(PageFormError) {
    switch enctype {
    case "multipart/form-data":
      let boundary = Self.boundary(for: entries)
      contentType = "multipart/form-data; boundary=\(boundary)"
      bytes = try Self.multipart(entries, boundary: boundary, charset)
    case "text/plain":
      contentType = enctype
      bytes = try Self.written(entries.map { "\($0.name)=\($0.value)\r\n" }.joined(), charset)
    default:
      contentType = FormURLEncoding.mediaType
      bytes = try Self.urlEncoded(entries, charset)
    }
  }

  static func urlEncoded(_ entries: [QueryItem], _ charset: PageCharset) throws(PageFormError) -> [UInt8] {
    if charset == .utf8 { return Array(FormURLEncoding.encode(entries).utf8) }
    var bytes: [UInt8] = []
    for entry in entries {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      bytes += encoded(try written(entry.name, charset)) + [UInt8(ascii: "=")] + encoded(try written(entry.value, charset))
    }
    return bytes
  }

  private static func written(_ text: String, _ charset: PageCharset) throws(PageFormError) -> [UInt8] {
    guard let bytes = charset.bytes(of: text) else { throw .unwritable(charset: charset.name) }
    return bytes
  }

  /// As `FormURLEncoding` has it, of bytes that are not UTF-8.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte < 0x80
        ? Array(FormURLEncoding.encodeComponent(String(Unicode.Scalar(byte))).utf8)
        : [UInt8(ascii: "%")] + Array(Hex.encode([byte]).uppercased().utf8)
    }
  }

  private static func multipart(_ entries: [QueryItem], boundary: String, _ charset: PageCharset) throws(PageFormError) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(entry.name))\"\r\n\r\n"
      bytes += try written(head, charset) + written(entry.value, charset) + [0x0D, 0x0A]
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  private static func escaped(_ name: String) -> String {
    name.replacing("\r", with: "%0D").replacing("\n", with: "%0A").replacing("\"", with: "%22")
  }

  /// The same for the same entries, so that a transcript repeats, and in none of them.
  private static func boundary(for entries: [QueryItem]) -> String {
    var number = 0
    while entries.contains(where: { $0.value.contains("----journey\(number)") || $0.name.contains("----journey\(number)") }) { number += 1 }
    return "----journey\(number)"
  }
}
