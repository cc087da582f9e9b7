import Encodings
import Testing

@testable import HostedDialect

struct PageSelectorTests {
  private static let html = """
    <main id=m class="a b"><div class=a><p data-x>1</p><p data-x=y class=c>2</p></div><P CLASS=c>3</P></main>
    <template><p class=c>no</p></template>
    """

  struct Row: Sendable, CustomStringConvertible {
    var selector: String
    var texts: [String]
    var description: String { selector }
  }

  @Test(
    arguments: [
      Row(selector: "p", texts: ["1", "2", "3"]), Row(selector: "P.c", texts: ["2", "3"]), Row(selector: "main > p", texts: ["3"]),
      Row(selector: "main p", texts: ["1", "2", "3"]), Row(selector: "#m .a > *", texts: ["1", "2"]),
      Row(selector: ".a.b>.c", texts: ["3"]),
      Row(selector: "[data-x]", texts: ["1", "2"]), Row(selector: "p[data-x=y]", texts: ["2"]),
      Row(selector: "p[data-x='y'], main>.c", texts: ["2", "3"]),
      Row(selector: "p p", texts: []), Row(selector: "div .c", texts: ["2"]),
      Row(selector: "body > main > div > p.c[class=\"c\"]", texts: ["2"]),
    ])
  func `a selector finds its elements`(_ row: Row) throws {
    let page = try HTMLPage(Array(Self.html.utf8), url: WebURL("https://a.test/"))
    let found = try PageSelector(row.selector).elements(in: page.tree)
    #expect(found.map { page.tree.visibleText(of: $0) } == row.texts)
  }

  @Test(arguments: [
    "", " ", ",", "a,", "a > ", "> a", "a:hover", "a + b", "[a", "[a='b", "[a^=b]", ".", "#", "a >> b", "é",
    String(repeating: "a ", count: 400),
  ])
  func `what is no selector of ours is refused in words`(_ text: String) {
    #expect(throws: PageSelectorError.self) { try PageSelector(text) }
  }

  @Test func `a hostile page does not make a selector slow`() throws {
    let html = String(repeating: "<div class=a>", count: 500) + String(repeating: "<p class=a></p>", count: 10_000)
    let page = try HTMLPage(Array(html.utf8), url: WebURL("https://a.test/"))
    let start = ContinuousClock.now
    #expect(try !PageSelector(String(repeating: "div ", count: 100) + "> div p > b").matches(in: page))
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
