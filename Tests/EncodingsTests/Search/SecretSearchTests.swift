import Encodings
import Testing

struct SecretSearchTests {
  /// How somebody may write a text down, and what it is called.
  struct Spelling: Sendable, CustomTestStringConvertible {
    let name: String
    let write: @Sendable (String) -> String
    var testDescription: String { name }

    init(_ name: String, _ write: @escaping @Sendable (String) -> String) {
      self.name = name
      self.write = write
    }
  }

  static let secrets = [
    "Sup3r-S3cret/pass&word=42", "Zq<9>Zq&Zq1234", "Sömmer/2026-Käse", "tok/en+base64/abcDEF==", "O'Brien-2026-pw",
    "a b c d e f \"quoted\"",
    #"back\slash\u0041%41&amp;x"#, "日本語のパスワード", "🦊🦊🦊🦊", "482916", "Jane-horse-11", "line\nbreak\tand tab",
  ]

  static let spellings: [Spelling] = [
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
    Spelling("Base64") { Base64.encode(Array($0.utf8)) }, Spelling("Base64, behind one byte") { Base64.encode(Array(":\($0)".utf8)) },
    Spelling("Base64, behind two bytes") { Base64.encode(Array("id:\($0):0".utf8)) },
    Spelling("Base64 for URLs") { Base64URL.encode(Array("abc=\($0)".utf8)) },
    Spelling("Base64 of JSON with it") { Base64.encode(Array("{\"password\":\"\(json($0))\"}".utf8)) },
    Spelling("Base64 of a form with it") { Base64.encode(Array("user=jane&\(FormURLEncoding.encode([QueryItem("p", $0)]))".utf8)) },
    Spelling("Base64 behind a path") { "/v1/tokens/" + Base64.encode(Array("{\"p\":\"\(json($0))\"}".utf8)) },
    Spelling("Base64 with line breaks") {
      lines(Base64.encode(Array(String(repeating: "left ", count: 20).utf8) + Array($0.utf8)), of: 76, by: "\r\n")
    },
    Spelling("Base64 with line breaks, in JSON") {
      json(lines(Base64.encode(Array(String(repeating: "left ", count: 12).utf8) + Array($0.utf8)), of: 64, by: "\n"))
    },
    Spelling("Base64 of Base64") { Base64.encode(Array(Base64.encode(Array("a secret: \($0)".utf8)).utf8)) },
    Spelling("hexadecimal") { Hex.encode(Array($0.utf8)) }, Spelling("hexadecimal in capitals") { Hex.encode(Array($0.utf8)).uppercased() },
    Spelling("hexadecimal with colons") { $0.utf8.map { Hex.encode([$0]) }.joined(separator: ":") },
    Spelling("hexadecimal with blanks, in capitals") { $0.utf8.map { Hex.encode([$0]).uppercased() }.joined(separator: " ") },
    Spelling("hexadecimal as an array of C") { $0.utf8.map { "0x" + Hex.encode([$0]) }.joined(separator: ", ") },
    Spelling("escapes of a script") { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.utf8.map { #"\x"# + Hex.encode([$0]) }.joined() : json($0) },
    Spelling("escapes of a script, with braces") { $0.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined() },
  ]

  @Test(arguments: spellings)
  func `a text is found however it is spelled, and nothing else goes with it`(_ spelling: Spelling) {
    for secret in Self.secrets {
      var search = SecretSearch()
      search.learn(secret)
      let written = spelling.write(secret)
      let text = "<before> \(written) <after>"
      let bytes = Array(text.utf8)
      #expect(search.isFound(in: bytes[...]), "\(secret) as \(written)")
      let ranges = search.ranges(in: bytes[...])
      guard let first = ranges.first, ranges.count == 1 else {
        Issue.record("\(ranges.count) places of \(secret) in \(text)")
        continue
      }
      let left = String(decoding: bytes[..<first.lowerBound] + bytes[first.upperBound...], as: UTF8.self)
      #expect(left.hasPrefix("<before> ") && left.hasSuffix(" <after>"), "\(text) → \(left)")
      #expect(!search.isFound(in: Array(left.utf8)[...]))
    }
  }

  @Test func `what is not known is not found`() {
    var search = SecretSearch()
    search.learn("Sup3r-S3cret")
    for text in [
      "", "Sup3r", "sup3r-s3cret", "Sup3r%2DS3cre", #"Sup3r\u002DS3cre"#, "U3VwM3ItUzNjcm", "%%%&&&\\\\\\", "&#;&#x;&amp", "\\u12", "%4",
    ] {
      #expect(!search.isFound(in: Array(text.utf8)[...]), "\(text)")
    }
  }

  @Test func `a short text is found as a word`() {
    var search = SecretSearch()
    search.learn("123456")
    search.learn("abc")
    func masked(_ text: String) -> String {
      var bytes = Array(text.utf8)
      for range in search.ranges(in: bytes[...]).reversed() { bytes.replaceSubrange(range, with: Array("***".utf8)) }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(masked("code 123456, x=123456&y %20123456 91234567 a123456 abc") == "code ***, x=***&y %20*** 91234567 a123456 abc")
    #expect(masked(#"\n123456 &nbsp;123456"#) == #"\n*** &nbsp;***"#)
  }

  @Test func `texts that overlap go together, and a slice is searched where it is`() {
    var search = SecretSearch()
    for text in ["first-secret-and", "secret-and-second"] { search.learn(text) }
    let bytes = Array("xx a first-secret-and-second b".utf8)
    #expect(search.ranges(in: bytes[3...]) == [5..<28])
  }

  @Test func `nesting is followed four levels deep`() {
    var search = SecretSearch()
    let secret = "Zq<9>Zq&Zq1234"
    search.learn(secret)
    var text = secret
    for level in 1...4 {
      text = PercentEncoding.encodeComponent(text)
      #expect(search.isFound(in: Array(text.utf8)[...]), "level \(level)")
    }
  }

  @Test func `hostile texts cost time that grows with their length`() {
    var search = SecretSearch()
    search.learn("Sup3r-S3cret/pass&word=42")
    let pieces = ["%25", "&amp;", #"\\"#, "QUFB", "51:57:", #"\u005c"#, "%5Cu0025", "&#37;", "A", " "]
    for piece in pieces {
      let text = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
      #expect(search.ranges(in: text[...]).isEmpty)
    }
  }
}

extension SecretSearchTests {
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
