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
      // The descriptions that a person hears.
      ("<input aria-describedby='a b'><p id=a hidden>You pay</p><p id=b>now", "You pay now\nnow"),
      ("<section aria-labelledby=a>Free<i id=a hidden>You pay", "You pay\nFree"),
      ("<div role=progressbar aria-valuenow=3 aria-valuetext='Step 3'>x", "Step 3\nx"), ("<div role=slider aria-valuenow=3>x", "3\nx"),
      ("<meter value=2 max=5></meter><progress value=0.5></progress><progress></progress>", "2 of 5\n0.5 of 1"),
      ("<button aria-pressed=true>Bold</button><button aria-pressed=false>Big", "[pressed] Bold\nBold\nBig"),
      ("<i role=radio aria-checked=true>All</i> <i role=radio>None", "[checked] All\nAll None"),
      ("<i role=checkbox aria-checked=true>All", "All"),
      ("<a href=/a aria-current=step>Pay", "[current] Pay\nPay"),
      ("<details open><summary>More</summary>You pay", "[open] More\nMore\nYou pay"),
      ("<p title=b aria-label=a>c", "a\nb\nc"), ("<p aria-label=a title=b>c", "a\nb\nc"),
      // Numbers that are none of the usual ones.
      ("<ol><li>a<li>b</ol>", "a\nb"), ("<ol start=5><li>a<li>b</ol>", "5) a\n6) b"), ("<ol reversed><li>a<li>b</ol>", "2) a\n1) b"),
      ("<ol type=a><li>a<li value=4>b</ol><ol type=I><li>c<li>d</ol>", "a) a\nd) b\nI) c\nII) d"),
      ("<ol><li>a<li value=7>b<li>c</ol>", "a\n7) b\n8) c"),
      ("<p>5<sup>99</sup> EUR, CO<sub>2</sub>, Free<sup>1</sup></p>", "5^99 EUR, CO2, Free1"),
      ("<p><span style='text-decoration: line-through'>50</span> 30 EUR", "~50~ 30 EUR"),
      // The places of cells, where headers say what a column means.
      ("<table><tr><th>A<th>B<tr><td><td>Free</table>", "A\nB\n[empty]\nFree"),
      ("<table><tr><th>A<th>B<tr><td colspan=2>Free</table>", "A\nB\n[2 columns]\nFree"),
      ("<table><tr><td><td colspan=2>Free</table>", "Free"), ("<table><tr><th>A<td><img src=a.png></table>", "A"),
      // A shadow root that the page brings along, and pages in frames.
      ("<x-a><template shadowrootmode=open><p>You pay</p></template>now</x-a><template><p>no</template>", "You pay\nnow"),
      (
        "<div><template shadowrootmode=closed>a</template><template shadowrootmode=open>b</template></div><b><template shadowrootmode=open>c",
        "a"
      ),
      ("<iframe srcdoc='<p title=5>You pay</p>'></iframe>", "5 You pay"), ("<svg><title>You pay</title><path/></svg>now", "You pay\nnow"),
    ])
  func `a block is a line, and hints and frames are read`(html: String, lines: String) throws {
    #expect(try text("<!doctype html><title>T</title><body>\(html)") == lines)
  }

  @Test(
    arguments: [
      "<html><body>Free</body><h2>You pay</h2></html>", "<html><body>Free</body>You pay</html>", "<html><body>Free</body></html>You pay",
      "<html><body>Free</body></html><p>You pay</p>", "<html><body>Free</body></html><html><body class=b><p>You pay</body></html>",
      "<html><body>Free</body></html><head><title>T</title></head><body>You pay", "Free<html><head><title>T</title></head><body><p>You pay",
      "<html><head>Free<title>T</title></head><body><p>You pay", "<html><head><title>T</title></head>Free<body><p>You pay",
      "<html><head><x-a>Free</x-a><title>T</title></head><body><p>You pay", "<html><head><p>Free</p></head><body><p>You pay",
    ])
  func `what is written outside of the body is shown in it`(html: String) throws {
    #expect(try text("<!doctype html>\(html)").split(whereSeparator: \.isNewline).joined(separator: "|") == "Free|You pay")
  }
}
