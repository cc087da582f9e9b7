import Diagnostics
import JourneyRunner
import Testing

struct ExcerptTests {
  @Test(arguments: [
    ("- request: GETT http://a.test/x?access_token=Otto-lion-12", "- request: GETT http://a.test/x?access_token=***"),
    ("- open: https://jane:Otto-lion-12@a.test/ y", "- open: https://jane:***@a.test/ y"), ("- screen: what?", "- screen: what?"),
  ])
  func `a line of a file shows no credential of an address`(line: String, shown: String) {
    let file = SourceFile(name: "a.yaml", text: line)
    let range = SourceRange(file: file, start: SourcePosition(line: 1, column: 3), end: SourcePosition(line: 1, column: 9))
    #expect(Excerpt(range).text == shown)
  }
}
