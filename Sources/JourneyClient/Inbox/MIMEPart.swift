internal import Encodings

/// A mail or a part of one: headers, and a body that may consist of parts.
struct MIMEPart: Sendable {
  private static let deepest = 8

  private var fields: [(name: String, value: String)] = []
  private let body: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    var lines = MailLines(bytes)
    while let line = lines.next(), !line.isEmpty {
      let text = String(decoding: line, as: UTF8.self)
      if text.first == " " || text.first == "\t", !fields.isEmpty {
        fields[fields.count - 1].value += " " + text.drop(while: \.isWhitespace)
      } else if let colon = text.firstIndex(of: ":") {
        // Old mails have blanks before the colon (RFC 5322 section 4.5), and a file may begin with a byte order mark.
        let name = text[..<colon].filter { !$0.isWhitespace && $0 != "\u{FEFF}" }.asciiLowercased
        fields.append((name, String(text[text.index(after: colon)...].drop(while: \.isWhitespace))))
      }
    }
    body = lines.rest
  }

  /// The values of the headers of this name, in lower case.
  func headers(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The text of the first part of this type.
  func firstText(_ type: String) -> String? { firstText(type, depth: 0) }

  private func firstText(_ type: String, depth: Int) -> String? {
    let content = headers("content-type").first ?? "text/plain"
    let own = content.prefix { $0 != ";" }.filter { !$0.isWhitespace }.asciiLowercased
    if own.hasPrefix("multipart/"), let boundary = Self.parameter("boundary", of: content), depth < Self.deepest {
      return parts(boundary).lazy.compactMap { $0.firstText(type, depth: depth + 1) }.first
    }
    guard own == type else { return nil }
    return MailEncoding.text(decodedBody, charset: Self.parameter("charset", of: content) ?? "utf-8")
  }

  private var decodedBody: [UInt8] {
    switch (headers("content-transfer-encoding").first ?? "").filter({ !$0.isWhitespace }).asciiLowercased {
    case "quoted-printable": MailEncoding.quotedPrintable(body)
    case "base64": Base64.decode(String(decoding: body.filter { $0 > 0x20 }, as: UTF8.self)) ?? []
    default: Array(body)
    }
  }

  private func parts(_ boundary: String) -> [MIMEPart] {
    let sign = Array("--\(boundary)".utf8)
    var parts: [MIMEPart] = []
    var start: Int?
    var lines = MailLines(body)
    var before = body.startIndex
    while let line = lines.next() {
      if line.starts(with: sign) {
        if let start { parts.append(MIMEPart(body[start..<before])) }
        start = lines.rest.startIndex
        if line.dropFirst(sign.count).starts(with: "--".utf8) { return parts }
      }
      before = lines.rest.startIndex
    }
    if let start { parts.append(MIMEPart(body[start...])) }
    return parts
  }

  /// E.g. the boundary of `multipart/mixed; boundary="x"`.
  private static func parameter(_ name: String, of header: String) -> String? {
    for piece in header.split(separator: ";").dropFirst() {
      guard let equals = piece.firstIndex(of: "="), piece[..<equals].filter({ !$0.isWhitespace }).asciiLowercased == name else { continue }
      let value = piece[piece.index(after: equals)...].drop(while: \.isWhitespace)
      return value.first == "\"" ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value.prefix { !$0.isWhitespace })
    }
    return nil
  }
}

/// The lines of a mail, with any line ending.
struct MailLines {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next line without its end; `nil` after the last one.
  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}

/// How bodies and words of mails are written.
enum MailEncoding {
  /// RFC 2045, section 6.7; what is not an escape stays.
  static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        result.append(byte)
        continue
      }
      var rest = bytes[index...]
      if rest.first == UInt8(ascii: "\r") { rest = rest.dropFirst() }
      if rest.first == UInt8(ascii: "\n") {
        index = rest.startIndex + 1
      } else if let decoded = UInt8(String(decoding: bytes[index...].prefix(2), as: UTF8.self), radix: 16), bytes[index...].count >= 2 {
        result.append(decoded)
        index += 2
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Every charset that is not one byte a letter is read as UTF-8.
  static func text(_ bytes: [UInt8], charset: String) -> String {
    switch charset.asciiLowercased {
    case "iso-8859-1", "latin1", "windows-1252": Windows1252.text(of: bytes)
    default: String(decoding: bytes, as: UTF8.self)
    }
  }
}
