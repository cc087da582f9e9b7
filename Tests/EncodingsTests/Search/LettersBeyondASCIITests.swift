import Encodings
import Testing

/// A password with letters beyond ASCII is found in whatever encoding an answer has.
struct LettersBeyondASCIITests {
  static let passwords = [
    "Größe-Müller-27", "Gr2üaübübücü2Äö7ßK", "contraseña-años-9", "Zażółć-gęślą-77", "mémoire-Zq7x9", "Kuckuck密码-Zx9w",
  ]

  /// How a server writes a text that it knows in one of these ways.
  static let ways: [(name: String, write: @Sendable (String) -> [UInt8]?)] = [
    ("Latin-1", latin), ("Latin-1, read as UTF-8", { latin($0).map(asUTF8) }),
    ("percent-encoded Latin-1", { latin($0)?.flatMap { $0 < 0x80 ? [$0] : Array("%\(Hex.encode([$0]).uppercased())".utf8) } }),
    ("Base64 of Latin-1", { latin($0).map { Array(Base64.encode($0).utf8) } }),
    ("hex of Latin-1", { latin($0).map { Array(Hex.encode($0).utf8) } }),
    ("UTF-16", { utf16($0) }), ("UTF-16, read as UTF-8", { asUTF8(utf16($0)) }),
    ("Base64 of UTF-16", { Array(Base64.encode(utf16($0)).utf8) }),
    ("big-endian UTF-16", { text in stride(from: 0, to: utf16(text).count, by: 2).flatMap { [utf16(text)[$0 + 1], utf16(text)[$0]] } }),
    ("capitals", { Array($0.uppercased().utf8) }), ("small letters", { Array($0.lowercased().utf8) }),
    ("UTF-8, read as windows-1252", { Array(Windows1252.text(of: $0.utf8).utf8) }),
    ("UTF-8, read as Latin-1", { Array(String(String.UnicodeScalarView($0.utf8.map { Unicode.Scalar($0) })).utf8) }),
    ("question marks", { $0.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") } }),
    ("quoted-printable", { $0.utf8.flatMap { $0 < 0x80 ? [$0] : Array("=\(Hex.encode([$0]).uppercased())".utf8) } }),
  ]

  @Test(arguments: ways.indices) func `it is found in each encoding, and nothing else goes`(_ way: Int) {
    for password in Self.passwords {
      guard let written = Self.ways[way].write(password) else { continue }
      var (plain, close) = (SecretSearch(), SecretSearch())
      plain.learn(password)
      close.learnClosely(password)
      for search in [plain, close] {
        let masked = search.masked((Array("<p>Hello ".utf8) + written + Array("!</p>".utf8))[...])
        // What is left of Base64 are bits of no letter.
        let text = masked.map { String(decoding: $0.filter { !"A=".utf8.contains($0) }, as: UTF8.self) }
        #expect(text == "<p>Hello ***!</p>", "\(password), \(Self.ways[way].name): \(text ?? "not found")")
      }
    }
  }

  @Test(arguments: ["Gro\u{308}ße-Mu\u{308}ller-27", "GRO\u{308}SSE-MU\u{308}LLER-27", "Große-Muller-27"])
  func `it is found with its marks as signs of their own, and without them`(_ written: String) {
    var search = SecretSearch()
    search.learn("Größe-Müller-27")
    #expect(search.masked("(\(written))") == "(***)")
  }

  /// PowerShell and directories code passwords of ASCII so, too.
  @Test func `Base64 of UTF-16 is found for a password of ASCII`() {
    var search = SecretSearch()
    search.learnClosely("Sup3r-S3cret-27")
    #expect(search.masked("(\(Base64.encode(Self.utf16("Sup3r-S3cret-27"))))") == "(***)")
  }

  /// What programs make of a letter that they cannot write or read, and what people write for it.
  @Test(arguments: [
    ("árvíztűrő12", "árvízt?r?12"), ("kış-güneşi7x", "k??-güne?i7x"), ("Żółw2024!", "?ó?w2024!"),
    ("Příliš7žluť", "P\u{FFFD}íli\u{FFFD}7\u{FFFD}lu\u{FFFD}"),
    ("árvíztűrő12", "\u{FFFD}\u{FFFD}rv\u{FFFD}\u{FFFD}zt\u{FFFD}\u{FFFD}r\u{FFFD}\u{FFFD}12"), ("Þórður-æði77", "Þórður-Æði77"),
    ("blåbær-Øl42", "bLÅBÆR-øL42"), ("árvíztűrő12", "Árvíztűrő12"), ("kış-güneşi7x", "KIŞ-GÜNEŞİ7X"), ("Straße9Fuß", "STRAẞE9FUẞ"),
    ("Příliš7žluť", "Př&iacute;li&scaron;7žluť"), ("Příliš7žluť", "Pr\u{30C}íli\u{161}7z\u{30C}luť"),
    ("Grün-Käfer27", "GrÃ\u{83}Â¼n-KÃ\u{83}Â¤fer27"),
    ("Grün-Käfer27", "Gruen-Kaefer27"), ("Grün-Käfer27", "grã¼n-kã¤fer27"), ("Blåbær-Øl42", "Blabaer-Ol42"),
  ]) func `it is found by its other letters`(_ password: String, _ written: String) {
    var search = SecretSearch()
    search.learnClosely(password)
    #expect(search.masked("<p>(\(written))</p>") == "<p>(***)</p>", "\(search.masked(written))")
  }

  @Test(arguments: ["00570069006e00740065007200320030003200370078", "570069006e007400650072003200300032003700780000"])
  func `UTF-16 in hexadecimal digits is found for a password of ASCII`(_ digits: String) {
    var search = SecretSearch()
    search.learnClosely("Winter2027x")
    #expect(search.masked("(\(digits))").contains("***"))
  }

  @Test(arguments: ["313233343536373839306162636465666768696a", "MTIzNDU2Nzg5MGFiY2RlZmdoaWo=", "1234567890abcdefghij"])
  func `the key of an authenticator app is found as other programs write it`(_ written: String) {
    var search = SecretSearch()
    search.learnClosely("GEZDGNBVGY3TQOJQMFRGGZDFMZTWQ2LK")
    #expect(search.masked("(\(written))").contains("***"))
  }

  @Test func `other texts are left`() {
    var search = SecretSearch()
    for password in Self.passwords + ["日本語のパスワード", "пароль"] { search.learnClosely(password) }
    for text in [
      "?????????", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "Größe", "Herr Müller kommt um 27", "a?b?c", "Gr??e",
      "Grace Miller has 27", "Muller", "Grosse Mutter-27", "contrasena", "memoire",
    ] {
      #expect(search.masked(text) == text)
    }
  }

  private static func asUTF8(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

  private static func latin(_ text: String) -> [UInt8]? {
    let bytes = text.unicodeScalars.compactMap(Windows1252.byte)
    return bytes.count == text.unicodeScalars.count ? bytes : nil
  }

  private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } }
}
