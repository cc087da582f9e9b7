import Diagnostics
import Testing

struct SourceFileTests {
  @Test func `every line break that libyaml knows ends a line`() {
    let file = SourceFile(name: "a", text: "1\n2\r\n3\r4\u{85}5\u{2028}6\u{2029}7")
    #expect(file.lineCount == 7)
    #expect((1...7).map { file.line($0) } == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(file.line(0) == nil)
    #expect(file.line(8) == nil)
  }

  @Test func `a line break at the end begins an empty last line`() {
    let file = SourceFile(name: "a", text: "x\n")
    #expect(file.lineCount == 2)
    #expect(file.line(2) == "")
  }

  @Test func `a byte order mark is no part of the text`() {
    #expect(SourceFile(name: "a", text: "\u{FEFF}x").line(1) == "x")
  }

  @Test func `an offset becomes a place in Unicode scalars`() {
    let file = SourceFile(name: "a", text: "é\n世界x\n")
    #expect(file.position(atUTF8Offset: 0) == SourcePosition(line: 1, column: 1))
    #expect(file.position(atUTF8Offset: 2) == SourcePosition(line: 1, column: 2))
    #expect(file.position(atUTF8Offset: 9) == SourcePosition(line: 2, column: 3))
    #expect(file.position(atUTF8Offset: 99) == SourcePosition(line: 3, column: 1))
  }
}
