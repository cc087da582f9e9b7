import Diagnostics
import JourneyTestSupport
import LocatedYAML
import Testing

/// Front-end tests: the text with a mark at each place that is reported, and what is said there.
struct YAMLMistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let id: DiagnosticID
    /// A part of the message or of the suggestion.
    let says: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ id: DiagnosticID, _ says: String) {
      self.text = text
      self.id = id
      self.says = says
    }
  }

  private func expectOne(_ mistake: Mistake) {
    let marked = MarkedText(mistake.text)
    var diagnostics: [Diagnostic] = []
    _ = YAMLParser.documents(in: marked.file(), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.id) == [mistake.id])
    #expect(diagnostics.first?.range?.start == marked.positions["1"])
    let said = diagnostics.map { $0.message + "\n" + ($0.suggestion ?? "") }.joined()
    #expect(said.contains(mistake.says), "\(said)")
  }

  @Test(arguments: [
    Mistake("password: ⟦1⟧!Secret1", .tagNotAllowed, "\"!Secret1\""),
    Mistake("password: ⟦1⟧!Se,cret", .tagNotAllowed, "\"!Se,cret\""),
    Mistake("password: ⟦1⟧!S!x y", .tagNotAllowed, "\"!S!x y\""),
    Mistake("password: ⟦1⟧!S%x", .tagNotAllowed, "\"!S%x\""),
    Mistake("age: ⟦1⟧!!str 5", .tagNotAllowed, "'!!str'"),
    Mistake("age: &a ⟦1⟧!!str 5", .tagNotAllowed, "'!!str'"),
    Mistake("⟦1⟧!map {a: b}", .tagNotAllowed, "'!map'"),
    Mistake("⟦1⟧!k key: b", .tagNotAllowed, "'!k'"),
    Mistake("password: ⟦1⟧&Secret1", .anchorOnNothing, "\"&Secret1\""),
    Mistake("password: ⟦1⟧&Secret1\nb: c", .anchorOnNothing, "\"&Secret1\""),
    Mistake("password: ⟦1⟧&Secret!", .leadingSign, "\"&Secret!\""),
    Mistake("name: ⟦1⟧@ada # who", .leadingSign, "write \"@ada\""),
    Mistake("name: ⟦1⟧`ada`", .leadingSign, "\"`ada`\""),
    Mistake("name: ⟦1⟧%ada", .leadingSign, "\"%ada\""),
    Mistake("name: {x: ⟦1⟧@ada, y: z}", .leadingSign, "write \"@ada\""),
    Mistake("- ⟦1⟧*.example.com", .leadingSign, "\"*.example.com\""),
    Mistake("label: ⟦1⟧*required", .unknownAlias, "\"*required\""),
    Mistake("label: ⟦1⟧*required text", .unknownAlias, "\"*required\""),
    Mistake("a: &jane {x: y}\nb: ⟦1⟧*jnae", .unknownAlias, "'*jane'"),
    Mistake("age: ⟦1⟧>18", .leadingSign, "\">18\""),
    Mistake("age: ⟦1⟧>5", .leadingSign, "\">5\""),
    Mistake("a: ⟦1⟧- b", .leadingSign, "begin the list on the next line"),
    Mistake("a: ⟦1⟧, b", .leadingSign, "\", b\""),
    Mistake("text: Note⟦1⟧: read this # now", .colonInText, "write \"Note: read this\""),
    Mistake("text: Note⟦1⟧:", .colonInText, "\"Note:\""),
    Mistake("{a: b⟦1⟧: c, d: e}", .colonInText, "\"b: c\""),
    Mistake("a: \"b\"⟦1⟧: c", .colonInText, "quoted value"),
    Mistake("password: abc ⟦1⟧#1", .commentInText, "\"abc #1\""),
    Mistake("password: ⟦1⟧#1", .commentInText, "\"#1\""),
    Mistake("- é世 x\t⟦1⟧#é b ", .commentInText, "'#é b'"),
    Mistake("{a: b ⟦1⟧#1\n}", .commentInText, "'#1'"),
    Mistake("a: b ⟦1⟧#1\n  c", .commentInText, "'#1'"),
    Mistake("a: 1\nb:\n⟦1⟧\tc: d", .tab, "spaces"),
    Mistake("-⟦1⟧\tb", .tab, "spaces"),
    Mistake("a: b\n⟦1⟧\tc", .tab, "spaces"),
    Mistake("a: |\n ⟦1⟧\t x\n", .tab, "spaces"),
  ])
  func `a trap is named where it lies`(mistake: Mistake) { expectOne(mistake) }

  @Test(arguments: [
    Mistake("answers: {identifier: ⟦1⟧${email}}", .unquotedVariable, "answers: {identifier: \"${email}\"}"),
    Mistake("  answers: {a: ⟦1⟧${x}, b: y} # ${c}", .unquotedVariable, "\nanswers: {a: \"${x}\", b: y} # ${c}"),
    Mistake("{a: ⟦1⟧${x}, b: \"${ok}\", c: https://${host}/p}", .unquotedVariable, "{a: \"${x}\", b: \"${ok}\", c: \"https://${host}/p\"}"),
    Mistake("{a: ⟦1⟧${f('x, }', \"y\")}, b: c}", .unquotedVariable, "{a: \"${f('x, }', \\\"y\\\")}\", b: c}"),
    Mistake("{a: ⟦1⟧${f(\"y\")}}", .unquotedVariable, "{a: '${f(\"y\")}'}"),
    Mistake("[x ⟦1⟧${a}, b]", .unquotedVariable, "[\"x ${a}\", b]"),
    Mistake("[⟦1⟧${a}]", .unquotedVariable, "write \"${a}\""),
    Mistake("{⟦1⟧${a}: b}", .unquotedVariable, "{\"${a}\": b}"),
    Mistake("a: {\n  b: c,\n  d: ⟦1⟧${e}\n}", .unquotedVariable, "\nd: \"${e}\""),
    Mistake("{é: ⟦1⟧${e}}", .unquotedVariable, "{é: \"${e}\"}"),
  ])
  func `an unquoted variable in brackets comes with the corrected line`(mistake: Mistake) { expectOne(mistake) }

  @Test func `a variable outside of brackets needs no quotes`() {
    var diagnostics: [Diagnostic] = []
    let text = "a: ${x}\nb: ${f('y, z', \"#\")}\nc:\n  - ${d} and ${e}"
    let documents = YAMLParser.documents(in: SourceFile(name: "t", text: text), diagnostics: &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(documents.map(\.outline) == ["{a: ${x}, b: ${f('y, z', \"#\")}, c: [${d} and ${e}]}"])
  }

  @Test(arguments: [
    Mistake("steps:\n  - screen: p\n      ⟦1⟧answers: {a: b}", .yamlSyntax, "column 5"),
    Mistake("a: ⟦1⟧\"x\nb: c", .yamlSyntax, "never closed"),
    Mistake("a: ⟦1⟧[1, 2\nb: c", .yamlSyntax, "never closed"),
    Mistake("a: ⟦1⟧{b: c", .yamlSyntax, "never closed"),
    Mistake("a: {b: c⟦1⟧]", .yamlSyntax, "',' or '}'"),
    Mistake("a: [b, ⟦1⟧, c]", .yamlSyntax, "missing before ','"),
    Mistake("a: \"H\" ⟦1⟧world", .yamlSyntax, "one pair of quotes"),
    Mistake("a: 'it'⟦1⟧s'", .yamlSyntax, "double quotes"),
    Mistake("a: {name} ⟦1⟧is", .yamlSyntax, "already ended"),
    Mistake("a: \"⟦1⟧\\d\"", .yamlSyntax, "backslash"),
    Mistake("a: 1\n⟦1⟧foo\nb: 2", .yamlSyntax, "ends with ':'"),
    Mistake("⟦1⟧foo\nbar: baz", .yamlSyntax, "ends with ':'"),
    Mistake("a: x\n⟦1⟧b:y\n", .yamlSyntax, "put a space after ':'"),
    Mistake("a: b\n⟦1⟧- c", .yamlSyntax, "list item"),
    Mistake("a:\n  - b\n⟦1⟧- c", .yamlSyntax, "indent this line by 2 more, like line 2"),
    Mistake("a:\n  - b: c\n    d:\n      - e\n⟦1⟧- f: g", .yamlSyntax, "by 2 more, like line 2"),
    Mistake("a: {code: ⟦1⟧(\\d{6}) is}", .yamlSyntax, "a: {code: '(\\d{6}) is'}"),
    Mistake("a: {matches: ⟦1⟧[a-z]+, b: c}", .yamlSyntax, "a: {matches: \"[a-z]+\", b: c}"),
    Mistake("a: {matches: ⟦1⟧[0-9]{6}}", .yamlSyntax, "a: {matches: \"[0-9]{6}\"}"),
    Mistake("a: [⟦1⟧x{2}, y]", .yamlSyntax, "a: [\"x{2}\", y]"),
    Mistake("- a\n⟦1⟧b: c", .yamlSyntax, "write '- b: c'"),
    Mistake("a:\n  - b\n ⟦1⟧c: d", .yamlSyntax, "by 1 less, like line 1"),
    Mistake("a:\n  - b: c\n   ⟦1⟧d: e", .yamlSyntax, "by 1 more, like line 2"),
    Mistake("a:\n  - b: c\n    ⟦1⟧- d: e", .yamlSyntax, "by 2 less, like line 2"),
    Mistake("  a: 1\n ⟦1⟧b: 2", .yamlSyntax, "matches nothing above"),
    Mistake("%⟦1⟧", .yamlSyntax, "directive"),
    Mistake("⟦1⟧: x", .keyNotText, "missing"),
    Mistake("⟦1⟧[a]: x", .keyNotText, "list"),
    Mistake("? ⟦1⟧{a: b}\n: x", .keyNotText, "map"),
    Mistake("a: ⟦1⟧\u{1}", .badEncoding, "U+0001"),
    Mistake("a: é⟦1⟧\u{9B}", .badEncoding, "U+009B"),
    Mistake("a: b⟦1⟧\u{FFFE}", .badEncoding, "U+FFFE"),
  ])
  func `a syntax error is said in a person's words`(mistake: Mistake) { expectOne(mistake) }

  @Test(arguments: [
    "a: b # c", "a: b #\n", "a: 'b' #1", "a: b#1", "a: |\n  b #1\n", "# x\n#y\na: # z\n  b: c\n  #d\n", "a: \"b #1\"", "a: &x b\nc: *x",
  ])
  func `what is no trap is not named`(text: String) {
    var diagnostics: [Diagnostic] = []
    _ = YAMLParser.documents(in: SourceFile(name: "t", text: text), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.message) == [])
  }
}
