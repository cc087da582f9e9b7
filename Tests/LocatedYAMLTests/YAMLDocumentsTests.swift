import Diagnostics
import LocatedYAML
import Testing

struct YAMLDocumentsTests {
  @Test func `a broken document hides no mistake of the others and is not handed on`() {
    let text = "a: 1\na: 2\n---\nb: [1\n---\nc: @x\n---\nd: !t e\n---\nok: yes\n--- }\n---\nlast: 1"
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "t", text: text), diagnostics: &diagnostics)
    #expect(
      diagnostics.map { "\($0.range?.start.line ?? 0) \($0.id.rawValue)" } == [
        "2 duplicate-key", "4 yaml-syntax", "6 leading-sign", "8 tag-not-allowed", "11 leading-sign",
      ])
    #expect(documents.map(\.outline) == ["{a: 1 num}", "{d: e}", "{ok: yes}", "{last: 1 num}"])
    #expect(documents.last?.range.start == SourcePosition(line: 13, column: 1))
  }

  @Test func `bytes that are not UTF-8 are reported with their place, and the rest is read`() {
    var diagnostics: [Diagnostic] = []
    let bytes = [0xEF, 0xBB, 0xBF] + Array("a: é\nb: é".utf8) + [0xFF] + Array("x\nc: @".utf8)
    let result = YAMLParser.documents(inBytes: bytes, named: "t.yaml", diagnostics: &diagnostics)
    #expect(diagnostics.map(\.id) == [.badEncoding, .leadingSign])
    #expect(diagnostics.map(\.range?.description) == ["t.yaml:2:5", "t.yaml:3:4"])
    #expect(diagnostics.first?.message == "the byte 0xFF is not UTF-8 here")
    #expect(result.file.lineCount == 3)
  }

  @Test func `UTF-16 is named`() {
    var diagnostics: [Diagnostic] = []
    let result = YAMLParser.documents(inBytes: [0xFF, 0xFE, 0x61, 0x00], named: "t.yaml", diagnostics: &diagnostics)
    #expect(diagnostics.map(\.message) == ["the text is UTF-16, expected UTF-8"])
    #expect(result.documents.isEmpty)
  }

  @Test func `bytes over the limit are not read`() {
    var diagnostics: [Diagnostic] = []
    let result = YAMLParser.documents(inBytes: [0x61, 0x62], named: "t", limits: YAMLLimits(bytes: 1), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.id) == [.tooLarge])
    #expect(result.documents.isEmpty)
  }

  @Test func `after very many mistakes the rest of the file is left unread`() {
    let limits = YAMLLimits(diagnostics: 3)
    for text in [String(repeating: "--- @\n", count: 9), "b: 1\n" + String(repeating: "a: 1\n", count: 10)] {
      var diagnostics: [Diagnostic] = []
      _ = YAMLParser.documents(in: SourceFile(name: "t", text: text), limits: limits, diagnostics: &diagnostics)
      #expect(diagnostics.count == 4)
      #expect(diagnostics.last?.id == .tooLarge)
    }
  }
}
