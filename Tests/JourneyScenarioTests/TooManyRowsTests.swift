import Diagnostics
import JourneyScenario
import Testing

/// A scenario with more rows than it may have cases is refused, whatever the rows are written in.
struct TooManyRowsTests {
  private static let most = CaseExpansion.maxCases

  private static func reading(_ examples: String, _ files: [String: String] = [:], matrix: String = "") -> ScenarioText {
    ScenarioText(
      "journey: Test\n\(matrix)examples: \(examples)\nsteps:\n  - screen: a\n    answers: {a: \"${email}\"}\n",
      files: MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("journeys/\($0.key)", $0.value) })))
  }

  private static func csv(_ count: Int) -> String { "email\n" + (0..<count).map { "p\($0)\n" }.joined() }
  private static func json(_ count: Int) -> String { "[" + (0..<count).map { "{\"email\": \"p\($0)\"}" }.joined(separator: ",") + "]" }
  private static func list(_ count: Int) -> String { "\n" + (0..<count).map { "  - {email: p\($0)}\n" }.joined() }

  @Test func `as many rows as a scenario may have cases are read, from any source`() throws {
    for text in [
      Self.reading("{csv: p.csv}", ["p.csv": Self.csv(Self.most)]), Self.reading("{json: p.json}", ["p.json": Self.json(Self.most)]),
      Self.reading(Self.list(Self.most)),
    ] {
      #expect(try text.scenario().examples?.rows.count == Self.most)
    }
  }

  @Test func `one row more is refused where it is written`() {
    #expect(Self.reading("{csv: p.csv}", ["p.csv": Self.csv(Self.most + 1)]).said == ["journeys/p.csv:10002:1 too-large"])
    #expect(Self.reading("{json: p.json}", ["p.json": Self.json(Self.most + 1)]).said == ["journeys/p.json:1:1 too-large"])
    #expect(Self.reading(Self.list(Self.most + 1)).said == ["journeys/test.yaml:10003:6 too-large"])
  }

  @Test func `the rows of two files count together`() {
    let files = ["p.csv": Self.csv(Self.most - 1), "p.json": Self.json(2).replacing("\"p", with: "\"q")]
    let said = Self.reading("{csv: p.csv, json: p.json}", files).said
    #expect(said.filter { $0.hasSuffix("too-large") } == ["journeys/p.json:1:1 too-large"])
  }

  @Test func `rows and cells count together`() {
    let text = Self.reading("{csv: p.csv}", ["p.csv": Self.csv(Self.most / 2 + 1)], matrix: "matrix: {locale: [en, hu]}\n")
    #expect(text.reading.diagnostics.map(\.message) == ["the scenario has 10002 cases, at most 10000 are allowed"])
  }

  @Test func `more tags or excluded combinations than allowed are refused, and as many as allowed are read at once`() throws {
    func said(_ tags: Int, _ exclusions: Int) -> [String] {
      let tags = (0..<tags).map { "t\($0)" }.joined(separator: ", ")
      let values = (0..<100).map(String.init).joined(separator: ", ")
      let exclude = (0..<exclusions).map { "    - {a: \($0 % 100), b: \($0 / 100)}\n" }.joined()
      let text = ScenarioText(
        "journey: T\ntags: [\(tags)]\nmatrix:\n  a: [\(values)]\n  b: [\(values)]\n  exclude:\n\(exclude)steps:\n  - screen: {starts_with: a}\n"
      )
      return text.reading.diagnostics.filter { $0.severity == .error }.map(\.message)
    }
    #expect(said(Scenario.maxTags, Scenario.Matrix.maxExclusions) == [])
    #expect(said(1_001, 1) == ["there are 1001 tags, at most 1000 are allowed"])
    #expect(said(50_000, 1) == ["there are 50000 tags, at most 1000 are allowed"])
    #expect(said(1, 1_001) == ["'exclude' has 1001 entries, at most 1000 are allowed"])
  }

  @Test func `of many errors the first are reported, and how many there are`() {
    let wrong = (0..<300).map { "journey: A\($0)\nwrong: 1\nsteps:\n  - {screen: a, messages: none}\n" }.joined(separator: "---\n")
    let found = ScenarioText(wrong).reading.diagnostics
    #expect(found.count == 201)
    #expect(found.last?.message == "the file has 300 errors and warnings, of which 200 are shown")
    #expect(found.last?.severity == .error)
  }

  @Test func `an error behind many warnings is kept`() {
    let warned = (0..<300).map { "journey: A\($0)\nsteps:\n  - {screen: a, answers: {a: b}}\n---\n" }.joined()
    let found = ScenarioText(warned + "journey: B\nwrong: 1\nsteps:\n  - screen: a\n").reading.diagnostics
    #expect(found.count == 201)
    #expect(found.contains { $0.id == .unknownKey && $0.severity == .error })
  }

  @Test func `a file of millions of lines is not read to its end`() {
    // What lies behind the last row that counts would be reported, if it was read.
    let text = Self.csv(Self.most + 1) + String(repeating: "1,2\n", count: 3_000_000) + "\"never closed"
    #expect(Self.reading("{csv: p.csv}", ["p.csv": text]).said == ["journeys/p.csv:10002:1 too-large"])
  }

  @Test func `a line of millions of cells is not read to its end`() {
    let text = "email" + String(repeating: ",", count: 8_000_000)
    let said = Self.reading("{csv: p.csv}", ["p.csv": text]).said
    #expect(said.contains { $0.hasSuffix("too-large") }, "\(said.prefix(3))")
  }

  @Test func `columns of a long line are counted as those of a short one`() throws {
    let csv = "email,b\nx,y\n" + String(repeating: "é", count: 5) + ",\"unclosed"
    #expect(Self.reading("{csv: p.csv}", ["p.csv": csv]).said == ["journeys/p.csv:3:7 bad-examples"])
  }
}
