import Encodings
import Testing

/// A text whose signs are scattered over a page is found as a browser would show it.
struct ScatteredSearchTests {
  private static let password = "Zq7!kPm2-Xw9vLt4Rb8"

  private static func masked(_ text: String, _ secrets: [String] = [password]) -> String {
    var search = SecretSearch()
    for secret in secrets { search.learn(secret) }
    let found = Array(search.masked(text).utf8)
    return String(decoding: search.maskedScattered(found) ?? found, as: UTF8.self)
  }

  private static func each(_ write: (Character) -> String) -> String { password.map(write).joined() }

  private static func code(of sign: Character) -> UInt32 { sign.unicodeScalars.first?.value ?? 0 }

  private static func references(_ text: String) -> String { text.unicodeScalars.map { "&#\($0.value);" }.joined() }

  static let spellings: [(id: String, text: String)] = [
    ("a tag around each sign", each { "<b>\($0)</b>" }),
    ("one tag in the middle", "Zq7!kPm2-<i>Xw9vLt4Rb8</i>"),
    ("tags with attributes", each { "<b title=\"a>b\" x='>' y=/z>\($0)</b >" }),
    ("void tags and breaks", each { "\($0)<wbr/>\n<br>" }),
    ("comments", each { "\($0)<!-- q > -- -->" } + "<!-->"),
    ("comments that end early", each { "\($0)<!--->" }),
    ("declarations and instructions", each { "\($0)<!x><?y?></ z>" }),
    ("elements that show nothing", each { "\($0)<script>if (a < b) { c = 'x' }</script><STYLE>p { }</STYLE>" }),
    ("a template", each { "\($0)<template><p>in between</p></template >" }),
    ("references in tags", each { "<b>\(references(String($0)))</b>" }),
    ("references that look like a comment", "&lt;!-- " + each { "<b>\(references(String($0)))</b>" }),
    ("strings that a script joins", each { "'\($0)'+" } + "''"),
    ("strings of a list", each { "\"\($0)\", " }), ("strings of both kinds", each { "'\($0)' + \"\" + " }),
    ("templates of a script", each { "${'\($0)'}" }),
    ("escapes of a script", each { "\"\\u{\(String(code(of: $0), radix: 16))}\" + " }),
    ("zero-width signs", each { "\($0)\u{200B}" }), ("soft hyphens", each { "\($0)&shy;" }),
    ("references of them", each { "\($0)&#8203;" }),
    ("zero bytes, as UTF-16 has them", each { "\($0)\u{0}" }),
    ("tags in JSON", each { #"\u003cb\u003e\#($0)\u003c/b\u003e"# }),
    ("tags in JSON with references", each { #"<b class=\"c\">\#(references(String($0)))<\/b>"# }),
    ("capitals", each { "<b>\($0.uppercased())</b>" }), ("small letters", each { "<b>\($0.lowercased())</b>" }),
    ("data of XML", each { "<![CDATA[\($0)]]>" }),
    ("signs of double width", each { "<b>\(UnicodeScalar(code(of: $0) + 0xFEE0).map(String.init) ?? "")</b>" }),
  ]

  @Test(arguments: spellings.indices) func `a text is found however it is scattered`(_ index: Int) {
    let spelling = Self.spellings[index]
    let masked = Self.masked("<p>before: <span>\(spelling.text)</span>; after</p>")
    #expect(masked.contains("***"), "\(spelling.id): \(masked)")
    #expect(masked.hasPrefix("<p>before: ") && masked.hasSuffix("; after</p>"), "\(spelling.id): \(masked)")
    #expect(!masked.contains("Lt4") && !masked.contains("L</b>") && !masked.contains("&#52;"), "\(spelling.id): \(masked)")
  }

  @Test(arguments: [
    "<td>482</td><td>916</td>", "'4'+'8'+'2'+'9'+'1'+'6'", "x<b>4</b>8<i>2916</i>", "482<b>916</b>0", #"["482","916"]"#,
  ]) func `a short text is found where no letter is next to it`(_ text: String) {
    #expect(Self.masked("<p>\(text)</p>", ["482916"]).contains("***"), "\(text)")
  }

  @Test(arguments: [
    "x482<b></b>916", "1482916", "4829<p>and</p>16", "48 29 x 16", "<b title=\"482x\">916</b>", "Zq7!kPm2<b>-Xw9vLt4Rb</b>",
  ]) func `what a browser does not show as the text stays`(_ text: String) {
    #expect(Self.masked("<p>\(text)</p>", ["482916", Self.password]) == "<p>\(text)</p>")
  }

  @Test func `two texts are masked each`() {
    let text = "<p>" + Self.each { "<b>\($0)</b>" } + "</p><hr><p>" + Self.each { "'\($0)'," } + "</p>"
    #expect(Self.masked(text) == "<p><b>***</b></p><hr><p>'***',</p>")
  }

  @Test(arguments: [
    "<", "<b", "<b x=\"", "<!--", "<script>", "</", "<b>", "&lt;b", #"\u003c"#, "<b>Z</b>", "'Z'+", "Z\u{200B}", "<title></t", "&#90;",
  ]) func `hostile pages cost time that grows with their length`(_ piece: String) {
    var search = SecretSearch()
    search.learn(Self.password)
    search.learn(String(repeating: "Z", count: 600))
    let text = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
    let masked = search.maskedScattered(text)
    // Of the letter that the second text repeats nothing is left.
    #expect(masked.map { !$0.contains(UInt8(ascii: "Z")) } ?? !(piece.contains("Z") || piece.contains("&#90;")), "\(piece)")
  }

  @Test func `a body that cannot be searched within the bound is left out with the reason`() {
    var search = SecretSearch()
    let known = String(repeating: "aB3", count: 60_000)
    search.learn(known + "Z")
    let text = Array(String(repeating: "<b>aB3</b>", count: 120_000).utf8)
    #expect(search.maskedScattered(text).map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("*** (left out: ") == true)
  }
}
