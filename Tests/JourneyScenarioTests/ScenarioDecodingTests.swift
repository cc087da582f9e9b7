import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyScenario
import Testing

/// A scenario's keys become its members.
struct ScenarioDecodingTests {
  private static let whole = """
    journey: Sign in with a password
    id: sign-in.1
    description: The usual way.
    tags: [smoke, sign-in, smoke]
    owner: jane
    ticket: 1.10
    tenant: acme
    account: [jane, otto]
    start: {prompt: login, parameters: {x: 1}, headers: {X-Forwarded-For: 10.0.0.1}}
    app: ios
    vars: {greeting: "Hello ${account.email}", count: 012, number: 12}
    timeout: 1m30s
    retries: 2
    skip: {why: it moves, until: 2027-01-31}
    known_issue: ABC-1
    before:
      - request: POST https://acme.test/reset
    steps:
      - screen: identification
      - finish:
    after:
      - run: [make, clean]
    """

  @Test func `every key reaches its member`() throws {
    let scenario = try ScenarioText(Self.whole).scenario()
    #expect(scenario.title.constant == "Sign in with a password")
    #expect(scenario.id == "sign-in.1")
    #expect(scenario.description == "The usual way.")
    #expect(scenario.tags == ["smoke", "sign-in"])
    #expect(scenario.owner == "jane")
    #expect(scenario.ticket == "1.10")
    #expect(scenario.tenant?.value == "acme")
    #expect(scenario.accounts.map(\.value) == ["jane", "otto"])
    #expect(scenario.apps.map(\.value) == ["ios"])
    #expect(scenario.timeout == .seconds(90))
    #expect(scenario.retries == 2)
    #expect(scenario.skip == Scenario.Skip(why: "it moves", until: "2027-01-31"))
    #expect(scenario.knownIssue == "ABC-1")
    #expect(scenario.before.map(\.id) == ["before/0"])
    #expect(scenario.steps.map(\.id) == ["0", "1"])
    #expect(scenario.after.map(\.id) == ["after/0"])
  }

  @Test func `plain scalars keep their type in vars and are texts in start`() throws {
    let scenario = try ScenarioText(Self.whole).scenario()
    #expect(scenario.vars[1].value.constant == .text("012"))
    #expect(scenario.vars[2].value.constant == .number("12"))
    #expect(scenario.start.keys.map(\.name.value) == ["prompt"])
    #expect(scenario.start.parameters.first?.value.constant == .text("1"))
    #expect(scenario.start.headers.first?.value.constant == .text("10.0.0.1"))
  }

  @Test func `ids are made of titles`() throws {
    let text = "journey: 'Jelszó: Wrong ${what} (twice)!'\nexamples: [{what: code}]\nsteps:\n  - screen: a\n"
    #expect(try ScenarioText(text).scenario().id == "jelszó-wrong-twice")
  }

  @Test func `several documents are several scenarios, empty ones none`() {
    let text = ScenarioText("journey: A\nsteps: [{screen: a}]\n---\n---\njourney: B\nsteps: [{screen: b}]\n")
    #expect(text.reading.scenarios.map(\.id) == ["a", "b"])
    #expect(text.said.isEmpty)
  }

  @Test func `anchors and merges work within a document`() throws {
    let text = ScenarioText(
      steps: """
          - &first
            screen: a
            answers: &jane {identifier: jane}
          - screen: b
            answers: {<<: *jane, other: x}
        """)
    guard case .screen(let screen) = try text.steps()[1].kind else { throw ScenarioText.NotThat() }
    #expect(screen.answers.map(\.widget.value) == ["identifier", "other"])
  }

  @Test func `rows have labels and values`() throws {
    let text = ScenarioText(
      """
      journey: Test
      examples:
        - {case: first, email: a, count: 1, nothing: null}
        - {email: "${uuid()}", count: 2, nothing: x}
      indistinguishable: true
      steps:
        - screen: a
          answers: {a: "${email}", b: "${count}", c: "${nothing}"}
      """)
    let examples = try #require(try text.scenario().examples)
    #expect(examples.indistinguishable)
    #expect(examples.rows.map(\.label) == ["first", "2"])
    #expect(examples.rows[0].values.map(\.name.value) == ["email", "count", "nothing"])
    #expect(examples.rows[0].values[1].value.constant == .number("1"))
  }

  @Test func `a CSV file gives rows of texts`() throws {
    let csv = "case,email,note\r\nfirst,a@b,\"x, \"\"y\"\"\r\nz\"\r\n\r\nsecond,c@d,012\n"
    let files = MemoryFiles(["journeys/rows/people.csv": csv])
    let text = ScenarioText(
      "journey: Test\nexamples: {csv: rows/people.csv}\nsteps:\n  - screen: a\n    answers: {a: \"${email}\", b: \"${note}\"}\n",
      files: files)
    let rows = try #require(try text.scenario().examples).rows
    #expect(rows.map(\.label) == ["first", "second"])
    #expect(rows[0].values.map(\.value.constant) == [.text("a@b"), .text("x, \"y\"\r\nz")])
    #expect(rows[1].values.map(\.value.constant) == [.text("c@d"), .text("012")])
    #expect(rows[1].range.description == "journeys/rows/people.csv:5:1")
  }

  @Test(arguments: [(1_000, false), (1_001, true)])
  func `a CSV file has a thousand columns at most`(count: Int, isRefused: Bool) throws {
    let line = (0..<count).map { "c\($0)" }.joined(separator: ",")
    let files = MemoryFiles(["journeys/people.csv": "\(line)\n\(line)\n"])
    let text = ScenarioText("journey: Test\nexamples: {csv: people.csv}\nsteps:\n  - screen: a\n", files: files)
    let found = text.reading.diagnostics.contains { $0.message.contains("at most 1000 columns are read") }
    #expect(found == isRefused)
  }

  @Test func `a JSON file gives rows of its values`() throws {
    let files = MemoryFiles(["journeys/people.json": "[{\"case\": 7, \"email\": \"a@b\", \"count\": 1.10}]"])
    let text = ScenarioText(
      "journey: Test\nexamples: {json: people.json}\nsteps:\n  - screen: a\n    answers: {a: \"${email}\", b: \"${count}\"}\n", files: files
    )
    let rows = try #require(try text.scenario().examples).rows
    #expect(rows.map(\.label) == ["7"])
    #expect(rows[0].values.map(\.value.constant) == [.text("a@b"), .number("1.10")])
  }

  @Test func `folders give what scenarios do not say, the nearest wins, tags add up`() throws {
    let files = MemoryFiles([
      "_folder.yaml": "owner: outer\nticket: T-1\ntags: [all]\n",
      "journeys/_folder.yaml": "owner: inner\naccount: jane\ntags: [sign-in, all]\n",
    ])
    let scenario = try ScenarioText("journey: Test\naccount: otto\ntags: [smoke]\nsteps:\n  - screen: a\n", files: files).scenario()
    #expect(scenario.owner == "inner")
    #expect(scenario.ticket == "T-1")
    #expect(scenario.accounts.map(\.value) == ["otto"])
    #expect(scenario.tags == ["all", "sign-in", "smoke"])
  }

  @Test func `a folder's mistakes are told once, however many scenarios stand below it`() {
    let files = MemoryFiles(["journeys/_folder.yaml": "ownr: jane\njourney: x\nretries: many\nvars: {a: \"${b}\"}\n"])
    var reader = ScenarioReader(files: files)
    let first = reader.read(Array("journey: A\nsteps: [{screen: a}]\n".utf8), named: "journeys/a.yaml")
    let second = reader.read(Array("journey: B\nsteps: [{screen: b}]\n".utf8), named: "journeys/b.yaml")
    #expect(first.diagnostics.map(\.id) == [.unknownKey, .misplacedKey, .wrongType, .unboundVariable])
    #expect(second.diagnostics.isEmpty)
  }
}
