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
