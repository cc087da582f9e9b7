import Diagnostics
import Testing

struct HarmlessTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var line: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Row(text: "plain ű 😀 👩‍👩‍👧", line: "plain ű 😀 👩‍👩‍👧"), Row(text: "\u{1B}[1;31mred\u{1B}[0m", line: "red"),
    Row(text: "\u{1B}]8;;https://evil.test\u{1B}\\click\u{1B}]8;;\u{1B}\\", line: "click"),
    Row(text: "\u{1B}]0;title\u{7}x", line: "x"), Row(text: "\u{9B}31mx", line: "x"), Row(text: "\u{1B}(Bx\u{1B}7y", line: "xy"),
    Row(text: "\u{1B}]0;never ends", line: "␛]0;never ends"), Row(text: "\u{1B}", line: "␛"), Row(text: "\u{1B}[", line: "␛["),
    Row(text: "a\0b\u{7}c\u{7F}", line: "a␀b␇c␡"), Row(text: "a\nb\r\nc\td", line: "a␊b␍␊c␉d"),
    Row(text: "user\u{202E}txt.exe\u{2066}\u{200F}", line: "user\u{FFFD}txt.exe\u{FFFD}\u{FFFD}"),
    Row(text: "\u{FFFE}\u{FFFF}\u{1FFFE}", line: "\u{FFFD}\u{FFFD}\u{FFFD}"), Row(text: "\u{1B}P1$r0m\u{1B}\\x", line: "x"),
  ])
  func `hostile text becomes visible and harmless`(_ row: Row) {
    #expect(HarmlessText.line(row.text) == row.line)
  }

  @Test func `a block keeps its lines`() {
    #expect(HarmlessText.block("a\r\nb\rc\n\td\u{1B}[2J") == "a\nb\nc\n\td")
  }

  @Test(arguments: [10, 11, 12, 13, 2000])
  func `a long text is cut between characters and says how long it was`(_ limit: Int) {
    let text = String(repeating: "ű😀", count: 200_000)
    let cut = HarmlessText.line(text, limit: limit)
    #expect(cut.hasSuffix("… (cut, 1200000 bytes in all)") && cut.utf8.count <= limit + 40 && !cut.contains("\u{FFFD}"))
  }

  @Test func `a text of escape sequences alone is cut as well`() {
    #expect(HarmlessText.line(String(repeating: "\u{1B}[0m", count: 500_000)).utf8.count < 2100)
  }

  @Test func `the middle is taken out of a long text`() {
    let text = HarmlessText.ends(of: "begin" + String(repeating: "ű", count: 5000) + "end", limit: 100)
    #expect(text.hasPrefix("begin") && text.hasSuffix("end") && text.contains(" bytes left out ") && text.utf8.count < 200)
  }
}
