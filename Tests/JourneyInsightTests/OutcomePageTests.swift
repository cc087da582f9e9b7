import JourneyInsight
@testable import TenantDecisions
import Testing

/// Tables of outcomes with names that a vendor's configuration may have.
struct OutcomePageTests {
  private func page(_ rule: String, who: String = "everybody") -> OutcomePage {
    let row = OutcomeRow(rule: rule, who: who, asked: "any one proof", again: "", lacking: "")
    return OutcomePage([OutcomeTable(title: "App rules: Portal", subtitle: "used by portal", rows: [row])])
  }

  @Test(arguments: ["=HYPERLINK(\"http://evil.test\")", "+1", "-1", "@SUM(A1)"])
  func `no cell of a CSV file is a formula`(_ name: String) {
    let line = page(name).text(.csv).split(separator: "\r\n")[1]
    let written = name.replacing("\"", with: "\"\"")
    #expect(line == "App rules: Portal,\"'\(written)\",everybody,any one proof,,,")
  }

  @Test func `a cell with a comma is quoted`() {
    #expect(page("a, b").text(.csv).contains(",\"a, b\","))
  }

  @Test func `nothing in Markdown is a mark, a link, a mention or HTML`() {
    let text = page("a|b *c* <img> @all [x](y) `d`").text(.markdown)
    #expect(text.contains("| a\\|b \\*c\\* &lt;img&gt; \\@all \\[x\\](y) \\`d\\` |"))
  }

  @Test(arguments: OutcomePage.Format.allCases)
  func `no name steers a terminal or ends a line`(_ format: OutcomePage.Format) {
    let text = page("red\u{1B}[31m\nnew", who: "a\u{202E}b").text(format)
    #expect(!text.contains("\u{1B}") && !text.contains("\nnew"))
    // JSON is for machines, which get every letter.
    #expect(!text.contains("\u{202E}") || format == .json)
  }

  @Test func `columns that no row needs are left out`() {
    #expect(
      page("All").text(.text) == "App rules: Portal, used by portal\n  rule  who and when  asked for\n  All   everybody     any one proof\n"
    )
  }
}
