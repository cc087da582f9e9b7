import Diagnostics
import LocatedYAML
import Testing

struct YAMLParserTests {
  /// The documents of a text in a short notation; fails the test when anything is reported.
  private func outline(_ text: String) -> [String] {
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "t.yaml", text: text), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.message) == [])
    return documents.map(\.outline)
  }

  @Test func `maps, lists and scalars keep their order and nesting`() {
    #expect(outline("b: [1, {x: y}]\na:\n  - p\n  - q: r\n") == ["{b: [1 num, {x: y}], a: [p, {q: r}]}"])
  }

  @Test func `a file holds several documents, empty ones are skipped`() {
    #expect(outline("---\n# nothing\n---\na: b\n---\n---\nc\n...\n") == ["{a: b}", "c"])
    #expect(outline("") == [])
    #expect(outline("# only a comment") == [])
  }

  struct Plain: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: YAMLScalar.Kind
    var testDescription: String { text }
  }

  @Test(arguments: [
    Plain(text: "true", kind: .boolean(true)), Plain(text: "false", kind: .boolean(false)), Plain(text: "null", kind: .null),
    Plain(text: "0", kind: .number), Plain(text: "-0", kind: .number), Plain(text: "1.10", kind: .number),
    Plain(text: "-12.5e+3", kind: .number), Plain(text: "1E9", kind: .number),
    Plain(text: "012345", kind: .text), Plain(text: "+1555", kind: .text), Plain(text: "NO", kind: .text),
    Plain(text: "on", kind: .text), Plain(text: "True", kind: .text), Plain(text: "~", kind: .text), Plain(text: "12:30", kind: .text),
    Plain(text: "1990-02-28", kind: .text), Plain(text: ".5", kind: .text), Plain(text: "1.", kind: .text), Plain(text: "1e", kind: .text),
    Plain(text: "0x1F", kind: .text), Plain(text: "1_000", kind: .text), Plain(text: "-", kind: .text), Plain(text: "--1", kind: .text),
    Plain(text: ".inf", kind: .text), Plain(text: "nullx", kind: .text),
  ])
  func `a plain scalar is text unless it is exactly a JSON literal`(plain: Plain) throws {
    var diagnostics: [Diagnostic] = []
    let text = plain.text == "-" ? "'-'" : plain.text
    let documents = YAMLParser.documents(in: SourceFile(name: "t", text: "k: \(text)"), diagnostics: &diagnostics)
    guard case .mapping(let mapping) = documents.first, case .scalar(let scalar) = mapping["k"] else {
      Issue.record("no scalar")
      return
    }
    #expect(scalar.kind == plain.kind)
    #expect(scalar.text == plain.text)
  }

  @Test func `quotes make a literal a text and a style is kept`() {
    #expect(outline("- 'true'\n- \"1\"\n- |\n  null\n- >-\n  a\n  b\n") == ["[true, 1, null\n, a b]"])
  }

  @Test func `nothing written is not the same as an empty text`() {
    #expect(outline("- finish:\n- ''\n-") == ["[{finish: ()}, , ()]"])
  }

  @Test func `keys are always text`() {
    #expect(outline("true: a\n1.10: b\n? long\n: c\n\"q\": d") == ["{true: a, 1.10: b, long: c, q: d}"])
  }

  struct Placed: Sendable, CustomTestStringConvertible {
    let text: String
    let ranges: [String]
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Placed(text: "a: b", ranges: ["1:1-1:5", "key 1:1-1:2", "1:4-1:5"]),
    Placed(text: "é: \"世\"  # c\n\n# d\n", ranges: ["1:1-1:7", "key 1:1-1:2", "1:4-1:7"]),
    Placed(text: "\u{FEFF}a:\r\n  - b\r\n", ranges: ["1:1-2:6", "key 1:1-1:2", "2:3-2:6", "2:5-2:6"]),
    Placed(text: "a:\n", ranges: ["1:1-1:3", "key 1:1-1:2", "1:3-1:3"]),
    Placed(text: "---\n\n---\n{a: [ ]}", ranges: ["3:1-3:9", "key 3:2-3:3", "3:5-3:8"].map { $0.replacing("3:", with: "4:") }),
  ])
  func `every node knows where it was written`(placed: Placed) {
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "t", text: placed.text), diagnostics: &diagnostics)
    #expect(documents.flatMap(\.ranges) == placed.ranges)
  }
}

extension YAMLNode {
  /// The tree in one line: numbers are marked `num`, nothing is `()`.
  var outline: String {
    switch self {
    case .scalar(let scalar):
      switch scalar.kind {
      case .nothing: "()"
      case .number: scalar.text + " num"
      case .null, .boolean, .text: scalar.text
      }
    case .sequence(let sequence): "[" + sequence.items.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let mapping): "{" + mapping.entries.map { "\($0.name): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }

  /// The places of the node, its keys and all below, in the order written.
  var ranges: [String] {
    let own = "\(range.start)-\(range.end)"
    switch self {
    case .scalar: return [own]
    case .sequence(let sequence): return [own] + sequence.items.flatMap(\.ranges)
    case .mapping(let mapping):
      return [own] + mapping.entries.flatMap { ["key \($0.key.range.start)-\($0.key.range.end)"] + $0.value.ranges }
    }
  }
}
