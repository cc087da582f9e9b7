import Diagnostics
import LocatedYAML
import Testing

struct YAMLAliasTests {
  private func read(_ text: String, limits: YAMLLimits = .standard) -> (outlines: [String], ids: [DiagnosticID]) {
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "t", text: text), limits: limits, diagnostics: &diagnostics)
    return (documents.map(\.outline), diagnostics.map(\.id))
  }

  @Test func `an alias stands for what its anchor names, within its document`() {
    let result = read("a: &x [1, 2]\nb: *x\n---\nc: *x")
    #expect(result.outlines == ["{a: [1 num, 2 num], b: [1 num, 2 num]}", "{c: *x}"])
    #expect(result.ids == [.unknownAlias])
  }

  @Test func `the latest anchor of a name counts, also on keys and scalars`() {
    #expect(read("- &x 1\n- *x\n- &x 2\n- *x\n- &k key: v\n- *k : w").outlines == ["[1 num, 1 num, 2 num, 2 num, {key: v}, {key: w}]"])
  }

  @Test func `own keys win over merged ones, earlier maps over later ones`() {
    let base = "p: &p {a: 1, b: 2}\nq: &q {b: 3, c: 4}\n"
    #expect(
      read(base + "r:\n  x: 0\n  <<: [*p, *q]\n  a: 9").outlines.first?.hasSuffix("r: {x: 0 num, b: 2 num, c: 4 num, a: 9 num}}") == true)
    #expect(read(base + "r: {<<: *q}").outlines.first?.hasSuffix("r: {b: 3 num, c: 4 num}}") == true)
    #expect(read("\"<<\": x").outlines == ["{<<: x}"])
  }

  @Test func `only maps are merged`() {
    #expect(read("<<: x").ids == [.badMerge])
    #expect(read("a: &a 1\n<<: [*a, {b: c}]").ids == [.badMerge])
    #expect(read("<<: {a: 1}\n<<: {b: 1}").ids == [.duplicateKey])
  }

  @Test func `an alias within what it names is unknown`() {
    #expect(read("&a [*a]").ids == [.unknownAlias])
  }

  @Test func `an alias bomb is refused where it goes off, and other documents are read`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 { text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n" }
    let result = read(text + "---\nok: 1")
    #expect(result.ids == [.aliasBomb])
    #expect(result.outlines == ["{ok: 1 num}"])
  }

  @Test func `aliases cannot nest deeper than the limit`() {
    let text = "a: &a [[[[1]]]]\nb: &b [[[*a]]]\nc: [[[*b]]]"
    #expect(read(text, limits: YAMLLimits(depth: 8)).ids == [.tooDeep])
    #expect(read(text, limits: YAMLLimits(depth: 11)).ids == [])
  }

  @Test func `nesting is limited`() {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(read(deep).ids == [])
    #expect(read("[" + deep + "]").ids == [.tooDeep])
    #expect(read(String(repeating: "[", count: 100_000)).ids == [.tooDeep])
    #expect(read(String(repeating: "- ", count: 10_000)).ids == [.tooDeep])
    #expect(read(String(repeating: "{a: ", count: 10_000)).ids == [.tooDeep])
  }

  @Test func `a file is limited in size`() {
    #expect(read("a: b", limits: YAMLLimits(bytes: 3)).ids == [.tooLarge])
    #expect(read("a: b", limits: YAMLLimits(bytes: 4)).ids == [])
  }

  @Test func `duplicate keys are refused in small and in large maps, the first stays`() {
    #expect(read("a: 1\n'a': 2").ids == [.duplicateKey])
    #expect(read("a: 1\n'a': 2").outlines == ["{a: 1 num}"])
    #expect(read("a: 1\nb: 1\na: 2\nb: 2").ids == [.duplicateKey], "what begins again is another document, told once")
    let large = (1...40).map { "k\($0): 1\n" }.joined()
    #expect(read(large).ids == [])
    #expect(read(large + "k2: 2\nk9: 2\nk40: 2").ids == [.duplicateKey, .duplicateKey, .duplicateKey])
  }
}
