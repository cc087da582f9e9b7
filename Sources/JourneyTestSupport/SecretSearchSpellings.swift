internal import Encodings

/// The ways in which servers and tools write a text down.
package enum SecretSearchSpellings {
  /// A way to encode a text, and its name.
  package struct Spelling: Sendable, CustomStringConvertible {
    package let name: String
    package let write: @Sendable (String) -> String
    package var description: String { name }

    init(_ name: String, _ write: @escaping @Sendable (String) -> String) {
      self.name = name
      self.write = write
    }
  }

  package static let all: [Spelling] = [
    Spelling("as it is") { $0 }, Spelling("JSON") { json($0) },
    Spelling("JSON with slashes escaped") { json($0).replacing("/", with: #"\/"#) },
    Spelling("JSON in ASCII") { asciiJSON($0, uppercase: false) { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C } },
    Spelling("JSON as Go writes it") { asciiJSON($0, uppercase: false) { $0 < 0x20 || [0x22, 0x5C, 0x26, 0x3C, 0x3E].contains($0) } },
    Spelling("JSON as .NET writes it") { asciiJSON($0, uppercase: true) { !isLetterOrDigit($0) } },
    Spelling("JSON as PHP writes it") {
      asciiJSON($0, uppercase: false) { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C }.replacing("/", with: #"\/"#)
    },
    Spelling("JSON in JSON in JSON") { json(json(json($0))) }, Spelling("percent") { PercentEncoding.encodeComponent($0) },
    Spelling("percent, each byte") { $0.utf8.map { "%" + Hex.encode([$0]) }.joined() },
    Spelling("percent, in capitals, each byte") { $0.utf8.map { "%" + Hex.encode([$0]).uppercased() }.joined() },
    Spelling("percent, twice") { PercentEncoding.encodeComponent(PercentEncoding.encodeComponent($0)) },
    Spelling("percent, and !'()* as they are") { encodeURIComponent($0) },
    Spelling("form") { String(FormURLEncoding.encode([QueryItem("p", $0)]).dropFirst(2)) },
    Spelling("form in JSON") { json(String(FormURLEncoding.encode([QueryItem("p", $0)]).dropFirst(2))) },
    Spelling("HTML, named") { html($0) { named[$0] } },
    Spelling("HTML, decimal") { html($0) { "&#\($0.unicodeScalars.first?.value ?? 0);" } },
    Spelling("HTML, as Python writes it") { html($0) { python[$0] } },
    Spelling("HTML, hexadecimal, each sign") { $0.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined() },
    Spelling("HTML in JSON") { json(html($0) { named[$0] }) }, Spelling("HTML, twice") { html(html($0) { named[$0] }) { named[$0] } },
    Spelling("Base64") { Base64.encode(Array($0.utf8)) }, Spelling("Base64, after one byte") { Base64.encode(Array(":\($0)".utf8)) },
    Spelling("Base64, after two bytes") { Base64.encode(Array("id:\($0):0".utf8)) },
    Spelling("Base64 for URLs") { Base64URL.encode(Array("abc=\($0)".utf8)) },
    Spelling("Base64 of JSON with it") { Base64.encode(Array("{\"password\":\"\(json($0))\"}".utf8)) },
    Spelling("Base64 of a form with it") { Base64.encode(Array("user=jane&\(FormURLEncoding.encode([QueryItem("p", $0)]))".utf8)) },
    Spelling("Base64 after a path") { "/v1/tokens/" + Base64.encode(Array("{\"p\":\"\(json($0))\"}".utf8)) },
    Spelling("Base64 with line breaks") {
      lines(Base64.encode(Array(String(repeating: "left ", count: 20).utf8) + Array($0.utf8)), of: 76, by: "\r\n")
    },
    Spelling("Base64 with line breaks, in JSON") {
      json(lines(Base64.encode(Array(String(repeating: "left ", count: 12).utf8) + Array($0.utf8)), of: 64, by: "\n"))
    },
    Spelling("Base64 of Base64") { Base64.encode(Array(Base64.encode(Array("a secret: \($0)".utf8)).utf8)) },
    Spelling("hexadecimal") { Hex.encode(Array($0.utf8)) }, Spelling("hexadecimal in capitals") { Hex.encode(Array($0.utf8)).uppercased() },
    Spelling("hexadecimal with colons") { $0.utf8.map { Hex.encode([$0]) }.joined(separator: ":") },
    Spelling("hexadecimal with spaces, in capitals") { $0.utf8.map { Hex.encode([$0]).uppercased() }.joined(separator: " ") },
    Spelling("hexadecimal as an array of C") { $0.utf8.map { "0x" + Hex.encode([$0]) }.joined(separator: ", ") },
    Spelling("hexadecimal of a form with it") { Hex.encode(FormURLEncoding.encode([QueryItem("p", $0)]).utf8.map { $0 }) },
    Spelling("hexadecimal of Base64") { Hex.encode(Array(Base64.encode(Array("id:\($0)".utf8)).utf8)) },
    Spelling("hexadecimal of JSON in ASCII") {
      Hex.encode(Array(asciiJSON($0, uppercase: false) { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C }.utf8))
    },
    Spelling("escapes of a script") { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.utf8.map { #"\x"# + Hex.encode([$0]) }.joined() : json($0) },
    Spelling("escapes of a script, with braces") { $0.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined() },
  ]
}

extension SecretSearchSpellings {
  static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(.string(text), to: &bytes)
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  static func isLetterOrDigit(_ unit: UInt16) -> Bool {
    (0x30...0x39).contains(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }

  static func asciiJSON(_ text: String, uppercase: Bool, _ escapes: (UInt16) -> Bool) -> String {
    text.unicodeScalars.map { scalar -> String in
      let units = Array(String(scalar).utf16)
      guard units.contains(where: escapes) else { return String(scalar) }
      return units.map { unit in
        let digits = String(unit, radix: 16, uppercase: uppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }.joined()
  }

  static func encodeURIComponent(_ text: String) -> String {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()".utf8)
    return text.utf8.map { kept.contains($0) ? String(decoding: [$0], as: UTF8.self) : "%" + Hex.encode([$0]).uppercased() }.joined()
  }

  static let named: [Character: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;", "/": "&sol;", "+": "&plus;", "=": "&equals;", "ä": "&auml;",
    "ö": "&ouml;",
  ]
  static let python: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#x27;"]

  static func html(_ text: String, _ reference: (Character) -> String?) -> String { text.map { reference($0) ?? String($0) }.joined() }

  static func lines(_ text: String, of width: Int, by separator: String) -> String {
    var lines: [Substring] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      lines.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return lines.joined(separator: separator)
  }
}
