import Diagnostics
import Testing

struct DiagnosticRendererTests {
  private let renderer = DiagnosticRenderer()

  private func range(_ text: String, line: Int = 1, _ start: Int, _ end: Int, endLine: Int? = nil) -> SourceRange {
    SourceRange(
      file: SourceFile(name: "journeys/login.yaml", text: text), start: SourcePosition(line: line, column: start),
      end: SourcePosition(line: endLine ?? line, column: end))
  }

  @Test func `place, message, id, source line, caret and suggestion are shown`() {
    let text = String(repeating: "\n", count: 11) + "        usernme: ada@example.com\n"
    let diagnostic = Diagnostic(
      .duplicateKey, "unknown key 'usernme' in answers to form 'login'", at: range(text, line: 12, 9, 16),
      suggestion: "did you mean 'username'?")
    #expect(
      renderer.render(diagnostic) == """
        journeys/login.yaml:12:9: error: unknown key 'usernme' in answers to form 'login' [duplicate-key]
           12 |         usernme: ada@example.com
              |         ^^^^^^^ did you mean 'username'?

        """)
  }

  @Test func `notes follow with their own lines`() {
    let text = "a: 1\na: 2"
    let diagnostic = Diagnostic(
      .duplicateKey, "duplicate key 'a'", at: range(text, line: 2, 1, 2), severity: .warning,
      notes: [.init("it is first written here", at: range(text, 1, 2)), .init("keys are unique")])
    #expect(
      renderer.render(diagnostic) == """
        journeys/login.yaml:2:1: warning: duplicate key 'a' [duplicate-key]
            2 | a: 2
              | ^
        journeys/login.yaml:1:1: note: it is first written here
            1 | a: 1
              | ^
        note: keys are unique

        """)
  }

  @Test func `without a place there is only the message`() {
    let diagnostic = Diagnostic(.unreadableFile, "no file 'x.yaml'", at: nil, suggestion: "did you mean 'y.yaml'?")
    #expect(renderer.render(diagnostic) == "error: no file 'x.yaml' [unreadable-file]\n      did you mean 'y.yaml'?\n")
  }

  @Test func `without source lines each diagnostic is one line`() {
    let brief = DiagnosticRenderer(showsSource: false)
    #expect(
      brief.render([Diagnostic(.tab, "a tab cannot indent", at: range("\tx", 1, 2))])
        == "journeys/login.yaml:1:1: error: a tab cannot indent [tab]\n")
  }

  struct Aligned: Sendable, CustomTestStringConvertible {
    let line: String
    let columns: Range<Int>
    let shown: String
    let caret: String
    var testDescription: String { line.debugDescription }
  }

  @Test(arguments: [
    Aligned(line: "世界: x", columns: 5..<6, shown: "世界: x", caret: "      ^"),
    Aligned(line: "世界: x", columns: 1..<3, shown: "世界: x", caret: "^^^^"),
    Aligned(line: "e\u{301}: x", columns: 5..<6, shown: "e\u{301}: x", caret: "   ^"),
    Aligned(line: "👍 x", columns: 3..<4, shown: "👍 x", caret: "   ^"),
    Aligned(line: "\ta\tb", columns: 4..<5, shown: "→   a→  b", caret: "        ^"),
    Aligned(line: "a", columns: 2..<2, shown: "a", caret: " ^"),
    Aligned(line: "a", columns: 9..<12, shown: "a", caret: " ^"),
    Aligned(line: "\u{1B}[31mx", columns: 6..<7, shown: "␛[31mx", caret: "     ^"),
    Aligned(line: "a\u{202E}b\u{9B}c", columns: 5..<6, shown: "a\u{FFFD}b\u{FFFD}c", caret: "    ^"),
    Aligned(line: "", columns: 1..<1, shown: "", caret: "^"),
  ])
  func `the caret stands under its place`(aligned: Aligned) {
    let place = range(aligned.line, aligned.columns.lowerBound, aligned.columns.upperBound)
    let lines = renderer.render(Diagnostic(.tab, "m", at: place)).split(separator: "\n")
    #expect(lines[1] == (aligned.shown.isEmpty ? "    1 |" : "    1 | \(aligned.shown)"))
    #expect(lines[2] == "      | \(aligned.caret)")
  }

  @Test func `a range over several lines is marked to the end of its first`() {
    let place = range("abc\ndef", 2, 2, endLine: 2)
    #expect(renderer.render(Diagnostic(.tab, "m", at: place)).hasSuffix("      |  ^^\n"))
  }

  @Test func `a long line is cut around its place`() {
    let line = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
    let narrow = DiagnosticRenderer(excerptWidth: 20)
    #expect(
      narrow.render(Diagnostic(.tab, "m", at: range(line, 501, 505))) == """
        journeys/login.yaml:1:501: error: m [tab]
            1 | …aaaaaaaaaaHEREbbbb…
              |            ^^^^

        """)
    #expect(narrow.render(Diagnostic(.tab, "m", at: range(line, 1, 2))).contains("| aaaaaaaaaaaaaaaaaaa…\n      | ^\n"))
  }

  @Test func `no control character of a message, name or suggestion reaches the terminal`() {
    let file = SourceFile(name: "a\u{1B}[2J.yaml", text: "x")
    let place = SourceRange(file: file, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 2))
    let text = renderer.render(Diagnostic(.tab, "m\u{7}\nx", at: place, suggestion: "\u{202E}s", notes: [.init("n\r")]))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0 != "\u{202E}") })
    #expect(text.hasPrefix("a␛[2J.yaml:1:1: error: m␇␊x [tab]\n"))
  }

  @Test func `a message or note of megabytes is cut`() {
    let name = String(repeating: "k", count: 1 << 20)
    let text = renderer.render(Diagnostic(.unknownKey, "unknown key '\(name)'", at: range(name, 1, 2), notes: [.init("see '\(name)'")]))
    #expect(text.utf8.count < 3 * Diagnostic.messageLimit)
    #expect(
      text.contains("kk… (cut, 1048590 bytes in all) [unknown-key]\n") && text.contains("kk… (cut, 1048582 bytes in all)\n"), "\(text)")
  }

  @Test func `a suggestion of megabytes is cut`() {
    let name = String(repeating: "k", count: 1 << 20)
    let text = renderer.render(Diagnostic(.unknownKey, "m", at: range("x", 1, 2), suggestion: "write \"\(name)\""))
    #expect(text.utf8.count < 2 * Diagnostic.messageLimit && text.contains("(cut, 1048584 bytes in all)"), "\(text.prefix(200))")
  }

  @Test func `of tens of thousands the first are shown, and how many there are`() {
    let many = (1...20_000).map { Diagnostic(.tab, "m\($0)", at: nil) }
    let lines = renderer.render(many).split(separator: "\n")
    #expect(lines.count == DiagnosticRenderer.mostShown + 1)
    #expect(lines.last == "… and 19000 more errors and warnings, which are shown once these are fixed")
  }

  @Test func `colour is there only when asked for`() {
    let diagnostic = Diagnostic(.tab, "m", at: range("x", 1, 2))
    #expect(!renderer.render(diagnostic).contains("\u{1B}"))
    let coloured = DiagnosticRenderer(usesColour: true).render(diagnostic)
    #expect(coloured.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[1;31m^\u{1B}[0m"))
  }

  @Test func `a place outside of its file shows no line`() {
    #expect(renderer.render(Diagnostic(.tab, "m", at: range("x", line: 7, 1, 2))) == "journeys/login.yaml:7:1: error: m [tab]\n")
  }
}
