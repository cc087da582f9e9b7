@testable import FlowDialect
import Testing

struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("I <b>agree</b> to the <a href=\"x?a=1>2\">terms</a>.", "I agree to the terms."),
    ("one<br/>two<p>three</p>", "one two three"),
    ("  a \n b&nbsp;&nbsp;c ", "a b c"),
    ("&lt;b&gt; &amp;amp; &#39;&#x41;&unknown; &", "<b> &amp; 'A&unknown; &"),
    ("a<!-- <b> -->b<script>if (a<b) {}</script>c<style>p{}</style >d", "abcd"),
    ("1 < 2", "1 < 2"),
    ("<b", ""),
    ("&#x110000; &#xD800;", "&#x110000; &#xD800;"),
    ("Íme <i>ő</i>", "Íme ő"),
  ])
  func `only what a person reads is left`(html: String, visible: String) {
    #expect(VisibleText.of(html) == visible)
  }

  @Test func `an endless text is cut`() {
    #expect(VisibleText.of(String(repeating: "a", count: 100_000)).utf8.count == VisibleText.limit)
  }
}
