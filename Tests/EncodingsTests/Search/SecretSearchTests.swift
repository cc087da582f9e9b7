import Encodings
import JourneyTestSupport
import Testing

struct SecretSearchTests {
  static let secrets = [
    "Sup3r-S3cret/pass&word=42", "Zq<9>Zq&Zq1234", "Sömmer/2026-Käse", "tok/en+base64/abcDEF==", "O'Brien-2026-pw",
    "a b c d e f \"quoted\"",
    #"back\slash\u0041%41&amp;x"#, "日本語のパスワード", "🦊🦊🦊🦊", "482916", "Jane-horse-11", "line\nbreak\tand tab",
  ]

  @Test(arguments: SecretSearchSpellings.all)
  func `a text is found however it is spelled, and nothing else goes with it`(_ spelling: SecretSearchSpellings.Spelling) {
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

  @Test(arguments: ["sup3r-s3cret", "SUP3R-S3CRET", "https://sup3r-s3cret:80/"])
  func `a text is found in small and in capital letters`(_ text: String) {
    var search = SecretSearch()
    search.learn("Sup3r-S3cret")
    #expect(search.isFound(in: Array(text.utf8)[...]))
  }

  @Test func `what is not known is not found`() {
    var search = SecretSearch()
    search.learn("Sup3r-S3cret")
    for text in [
      "", "Sup3r", "sUP3R-s3CRET", "Sup3r%2DS3cre", #"Sup3r\u002DS3cre"#, "U3VwM3ItUzNjcm", "%%%&&&\\\\\\", "&#;&#x;&amp", "\\u12", "%4",
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

  /// Of a text of one letter each place begins with the known text: comparing them all takes 10^10 steps and more.
  @Test(arguments: [("L", ""), ("L", "Z"), ("aB3", ""), ("\u{e9}", "")])
  func `a long text that repeats itself is masked as a whole, and soon`(_ sign: String, _ end: String) {
    var search = SecretSearch()
    let known = String(repeating: sign, count: 200_000 / sign.utf8.count) + end
    search.learn(known)
    let text = Array("<h1>\(String(repeating: sign, count: 400_000 / sign.utf8.count))</h1><p>Welcome.</p>".utf8)
    #expect(search.isFound(in: text[...]))
    #expect(search.masked(text[...]).map { String(decoding: $0, as: UTF8.self) } == "<h1>***</h1><p>Welcome.</p>")
  }

  @Test func `many texts that begin alike are found each where it is`() {
    var search = SecretSearch()
    for number in 1...500 { search.learn("session-of-this-site-\(number)-end") }
    for number in [1, 77, 500] {
      #expect(search.masked("Go to /session-of-this-site-\(number)-end/x") == "Go to /***/x")
      #expect(search.masked("Go to /session-of-this-site-\(number)x-end/x") == "Go to /session-of-this-site-\(number)x-end/x")
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
