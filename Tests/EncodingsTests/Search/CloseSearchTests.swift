import Encodings
import Testing

/// A text that is looked for closely is found by its pieces, in any case, and however its signs are grouped.
struct CloseSearchTests {
  private static let password = "Zq7v-Kx2m_Wp9TfR4"
  private static let key = "JBSWY3DPEHPK3PXPJBSWY3DP"

  private static func masked(_ text: String, _ secrets: [String] = [password, key]) -> String {
    var search = SecretSearch()
    for secret in secrets { search.learnClosely(secret) }
    return search.masked(text)
  }

  @Test(arguments: [
    "JBSW Y3DP EHPK 3PXP JBSW Y3DP", "jbsw-y3dp-ehpk-3pxp-jbsw-y3dp", "JBSWY3DPEHPK\n3PXPJBSWY3DP", "JBSWY3DPEHPK\r\n    3PXPJBSWY3DP",
    "J B S W Y 3 D P E H P K 3 P X P J B S W Y 3 D P", "J\nB\nS\nW\nY\n3\nD\nP\nE\nH\nP\nK\n3\nP\nX\nP",
    "JBSW\u{A0}Y3DP\u{A0}EHPK\u{A0}3PXP",
    "JBSW\u{2009}Y3DP\u{200B}EHPK", "JBSW\\nY3DP\\nEHPK", "JBSW&nbsp;Y3DP&nbsp;EHPK",
  ]) func `a text in groups is found`(text: String) {
    #expect(Self.masked("before: \(text)! after") == "before: ***! after")
  }

  @Test(arguments: [
    "Zq7v-Kx2", "v-Kx2m_W", "Zq7v-Kx2m_Wp9TfR", "q7v-Kx2m_Wp9TfR4", "zQ7V-kX2M_wP9tFr4", "Zq7V-KX2M_WP9TFR4", "xxZq7v-Kx2m…", "Zq7vKx2mWp",
    "\u{FF3A}\u{FF51}\u{FF17}\u{FF56}\u{FF0D}\u{FF2B}\u{FF58}\u{FF12}\u{FF4D}\u{FF3F}", "Zq7v-Kx2\nm_Wp9TfR4",
    "U+005A U+0071 U+0037 U+0076 U+002D U+004B U+0078 U+0032 U+006D", #"\5a \71 \37 \76 \2d \4b \78 \32 "#,
    #"\00005a\000071\000037\000076\00002d\00004b\000078\000032"#,
  ]) func `a piece of a text is found, in any case`(text: String) {
    let masked = Self.masked("before: \(text) after")
    #expect(masked.contains("***") && masked.hasPrefix("before: "), "\(masked)")
    #expect(!masked.lowercased().contains("q7v") && !masked.contains("Kx2") && !masked.contains("\\76"), "\(masked)")
  }

  @Test(
    arguments: [
      "\u{AD}", "\u{34F}", "\u{1680}", "\u{180E}", "\u{2028}", "\u{2029}", "\u{2060}", "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}",
      "\u{2212}", "\u{3000}", "\u{3164}", "\u{FE00}", "\u{FE0F}", "\u{E0020}", "\u{E007F}", "\u{E0100}", "\u{FE0F}\u{AD}", "\u{61C}",
      "\u{115F}", "\u{2800}", "\u{FFA0}", "\u{332}", "\u{301}", "\u{488}", "\u{1AB0}", "\u{1DC0}", "\u{20DD}", "\u{FE20}", "\u{5B0}",
      "\u{64E}", "\u{93C}", "\u{200C}", "\u{200D}", "\u{2066}", "\u{FFF9}", "\u{E0001}", "\u{1D167}", "\u{1BCA0}", "\u{85}", "\u{0}",
      "\u{1}", "\u{B}", "\u{C}", "\u{7F}", "\u{332}\u{200B}\u{332}",
    ] + [".", "_", "/", "|", ",", "*", ":", "+", "=", "•", " . "]
      + ["@", "#", "%", "&", "? ", "=&", "!", ";", "~", "^", "$", "`", "¿", "·", " · ", "…", "、", "٪", "※"]
      + ["\u{FFFD}", "\u{E000}", "\u{F0000}", "\u{378}", "\u{1F512}"]
      + ["\u{1B}]0;t\u{7}", "\u{1B}]8;;https://a.test\u{1B}\\", "\u{1B}[31m", "\u{1B}[0m", "\u{1B}[K", "\u{1B}c", "\u{1B}(B", "\u{9B}0m"])
  func `a text with signs between its own is found`(_ separator: String) {
    let spread = Self.key.map(String.init).joined(separator: separator)
    #expect(Self.masked("before: \(spread)! after") == "before: ***! after")
    let groups = ["JBSW", "Y3DP", "EHPK"].joined(separator: separator)
    #expect(Self.masked("(\(groups))") == "(***)")
  }

  @Test(arguments: [0xFF, 0xC0, 0xF5] as [UInt8]) func `a text with bytes between its signs that are no text is found`(_ byte: UInt8) {
    var search = SecretSearch()
    search.learnClosely(Self.password)
    let spread = Array("<p>".utf8) + Self.password.utf8.flatMap { [$0, byte] } + Array("</p>".utf8)
    let masked = search.masked(spread[...]).map { String(decoding: $0.filter { $0 < 0x80 }, as: UTF8.self) }
    #expect(masked == "<p>***</p>")
  }

  @Test func `a text is found between sequences as long as any that are left out`() {
    let title = "\u{1B}]0;" + String(repeating: "\u{1F512}", count: 4000) + "\u{7}"
    #expect(Self.masked("(" + Self.key.map(String.init).joined(separator: title) + ")") == "(***)")
  }

  @Test(arguments: ["Grüße-Ölfaß-2026", "пароль-Ключ-42x", "密码Zx9-Kuckuck7", "me\u{301}moire-Zq7x9"])
  func `a text with letters that are not ASCII is found with marks between its own`(_ secret: String) {
    for separator in ["", "\u{332}", "\u{200B}"] {
      let spread = secret.unicodeScalars.map { String($0) }.joined(separator: separator)
      #expect(Self.masked("(\(spread))", [secret]) == "(***)", "\(separator)")
    }
  }

  @Test func `a text that is mostly punctuation is found in any case`() {
    #expect(Self.masked("(A.B_C/D-E.F:G)", ["a.b_c/d-e.f:g"]) == "(***)")
  }

  @Test(arguments: [
    "https://acme.test/register/2026/11/24?code=Q7-v!x&state=k.X.2", "2026-11-24T00:18:38.120Z", "+49 (30) 12 34-56 78", "JB.SW/Y3:D",
  ])
  func `a text that only has signs of a secret between punctuation stays`(_ text: String) {
    #expect(Self.masked(text) == text)
  }

  @Test func `bytes that are not UTF-8 hide nothing`() {
    var search = SecretSearch()
    search.learnClosely(Self.key)
    let bytes: [UInt8] = [0xE2] + Array(Self.key.utf8) + [0xF3]
    #expect(search.masked(bytes[...]) == [0xE2] + Array("***".utf8) + [0xF3])
  }

  @Test func `Base64 in groups is found`() {
    let digits = Base64.encode(Array("user:\(Self.password)".utf8))
    for separator in [" ", "\n        ", "-"] {
      let groups = stride(from: 0, to: digits.count, by: 4).map { String(digits.dropFirst($0).prefix(4)) }.joined(separator: separator)
      #expect(Self.masked("(\(groups))").contains("***"), "\(groups)")
    }
  }

  @Test func `pieces of words are texts like any other`() {
    let secrets = ["jane.tester@acme.test", "correct horse battery staple", "journey-account-one-1"]
    for text in ["https://acme.test/login", "a battery of horses", "tester@acme.test", "the journey-account page", "horse battery"] {
      #expect(Self.masked(text, secrets) == text)
    }
    #expect(Self.masked("Correct-Horse-Battery-Staple", secrets) == "***")
    #expect(Self.masked("JANE.TESTER@acme.test", secrets) == "***")
  }

  @Test func `texts that are not looked for closely are found as they are`() {
    var search = SecretSearch()
    search.learn(Self.password)
    #expect(search.masked("Zq7v-Kx2 \(Self.password)") == "Zq7v-Kx2 ***")
  }

  @Test func `a short text is found by no piece`() {
    #expect(Self.masked("1234567 1234 567", ["1234567"]) == "*** 1234 567")
  }
}
