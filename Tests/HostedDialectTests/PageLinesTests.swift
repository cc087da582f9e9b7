import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// Everything that a person reads on a page, in lines.
struct PageLinesTests {
  private func text(_ html: String) throws -> String {
    PageReader().read(try HTMLPage(Array(html.utf8), url: WebURL("https://a.test/in"))).screen.pageText
  }

  @Test(
    arguments: [
      ("<header>Shop</header><main><p>Sign <b>in</b></p>now</main><footer>Terms</footer>", "Shop\nSign in\nnow\nTerms"),
      ("<table><tr><th>Plan<td>5 EUR</table>", "Plan\n5 EUR"), ("<details><summary>More</summary>You pay</details>", "More\nYou pay"),
      ("<p>Free<span title='for a day'>*</span></p>", "Free\nfor a day\n*"), ("<p aria-label='You pay'>Free</p>", "You pay\nFree"),
      ("<img src=a.png alt='You pay'>", "You pay"), ("<iframe srcdoc='<p>You pay</p><p>now'></iframe>", "You pay now"),
      ("<p hidden>You pay</p><p style='display:none'>too</p><noscript>x</noscript><script>y</script>Free", "Free"),
      ("<select><option>Sweden</select><input type=submit value=Go>", "Go"), ("<ul><li>a<br>b<li>c</ul>", "a\nb\nc"),
      ("<p><s>50</s> 30 EUR</p><p><del>You <b>pay</b></del></p>Now", "~50~ 30 EUR\n~You pay~\nNow"),
      ("<strike>Free <i hidden>x</i></strike> <s>", "~Free~\n~~"),
      ("<ul data-secret><li>ab1<li>cd2</ul>Go", "ab1 cd2\nGo"), ("<div>JBSW</div><div>Y3DP</div><p>Keep it", "JBSW Y3DP\nKeep it"),
    ])
  func `a block is a line, and hints and frames are read`(html: String, lines: String) throws {
    #expect(try text("<!doctype html><title>T</title><body>\(html)") == lines)
  }
}
