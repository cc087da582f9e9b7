import Encodings
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What an editor gets from `journey lsp`.
struct EditorSessionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The text, with `|` where the cursor is.
    var text: String
    /// Some of what is offered.
    var has: [String]
    var hasNot: [String]
    var testDescription: String { text }

    init(_ text: String, has: [String], hasNot: [String] = []) {
      self.text = text
      self.has = has
      self.hasNot = hasNot
    }
  }

  static let rows = [
    Row("|", has: ["journey", "steps", "account"], hasNot: ["screen", "params"]),
    Row("journey: x\nacc|", has: ["account", "tags"], hasNot: ["journey"]),
    Row("journey: x\ntenant: |", has: ["acme"], hasNot: ["jane"]),
    Row("journey: x\naccount: |\nsteps:\n  - screen: password\n", has: ["jane", "otto"], hasNot: ["acme"]),
    Row("journey: x\nsteps:\n  - |", has: ["screen", "finish", "mail"], hasNot: ["journey", "widgets"]),
    Row("journey: x\nsteps:\n- |", has: ["screen", "finish"], hasNot: ["journey", "widgets"]),
    Row("journey: x\nsteps:\n  - screen: |", has: ["identification", "password", "mfaPasscode"], hasNot: ["or-user-name"]),
    Row("journey: x\nsteps:\n  - screen: password\n    |", has: ["widgets", "answers", "press"], hasNot: ["screen", "claims", "journey"]),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    answers:\n      |", has: ["password", "keepMeLoggedIn"],
      hasNot: ["passcode", "screen"]),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    answers: {|", has: ["password", "keepMeLoggedIn"], hasNot: ["passcode", "screen"]),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    answers: {password: x, |", has: ["keepMeLoggedIn"], hasNot: ["password", "passcode"]),
    Row("journey: x\nsteps:\n  - screen: password\n    press: |", has: ["password", "reset", "additionalActions/forgottenPassword"]),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    widgets:\n      password: {|", has: ["type", "label", "required"], hasNot: ["password"]
    ),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    widgets:\n      password: {type: |", has: ["password", "passcode"], hasNot: ["label"]),
    Row(
      "journey: x\nsteps:\n  - screen: password\n    widgets:\n      password:\n        |", has: ["type", "label"], hasNot: ["password"]),
    Row("journey: x\nsteps:\n  - screen: password\n    messages: {password: |", has: ["The password is incorrect."]),
    Row("journey: x\nsteps:\n  - screen: password\n    forms:\n      reset:\n        widgets: {|", has: ["not-you"], hasNot: ["password"]),
    Row(
      "journey: x\nsteps:\n  - screen: identification\n  - screen: password\n    answers:\n      |", has: ["password"],
      hasNot: ["or-user-name"]),
    Row(
      "journey: x\naccount: jane\nsteps:\n  - screen: password\n    answers: {password: \"${|", has: ["account.email", "secret."],
      hasNot: ["journey"]),
    Row("journey: x\nsteps:\n  - use: |", has: ["_code.yaml"], hasNot: ["edited.yaml"]),
    Row("journey: x\nsteps:\n  - finish:\n    |", has: ["claims", "scope"], hasNot: ["widgets", "finish"]),
    Row("journey: a\nsteps:\n  - finish:\n---\n|", has: ["journey", "steps"], hasNot: ["screen"]),
    Row("journey: a\nsteps:\n  - finish:\n...\n|", has: ["journey", "steps"], hasNot: ["screen"]),
    Row("journey: a\nacc|\n---\njourney: b\naccount: jane\ntags: [x]\n", has: ["account", "tags"], hasNot: ["journey"]),
  ]

  private static func with(_ text: String, _ body: (inout EditedSample) async throws -> Void) async throws {
    try await SampleProject.with(["journeys/_code.yaml": "steps:\n  - screen: mfaPasscode\n"]) { project in
      var editor = try await EditedSample(project, text: text)
      try await body(&editor)
    }
  }

  private static func place(in text: String) throws -> (text: String, line: Int, column: Int) {
    let index = try #require(text.firstIndex(of: "|"))
    let before = text[..<index]
    let line = before.count { $0 == "\n" }
    let column = before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0
    return (text.replacing("|", with: ""), line, column)
  }

  @Test(arguments: rows) func `what can stand at the cursor is offered`(_ row: Row) async throws {
    let place = try Self.place(in: row.text)
    try await Self.with(place.text) { editor in
      let result = try await editor.ask("textDocument/completion", line: place.line, column: place.column)
      let labels = Set(result["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? [])
      #expect(labels.isSuperset(of: row.has), "missing \(Set(row.has).subtracting(labels)) of \(labels.sorted())")
      #expect(labels.isDisjoint(with: row.hasNot), "\(labels.intersection(row.hasNot))")
    }
  }

  @Test func `errors are told as one types, at their places, and go when they are mended`() async throws {
    let wrong = "journey: Größe 😀\nsteps:\n  - screen: pasword\n    answers: {é: 1, passwort: x}\n"
    try await Self.with(wrong) { editor in
      let errors = EditedSample.errors(in: editor.opened)
      #expect(errors.contains { $0.contains("no screen 'pasword'") && $0.contains("did you mean 'password'?") }, "\(errors)")
      let first = editor.opened.last?["params"]?["diagnostics"]?[0]
      #expect(first?["range"]?["start"]?["line"]?.intValue == 2)
      #expect(first?["range"]?["start"]?["character"]?.intValue == 12)
      #expect(first?["severity"]?.intValue == 1)
      let mended = try await editor.type("journey: x\nsteps:\n  - screen: password\n")
      #expect(EditedSample.errors(in: mended) == [])
    }
  }

  @Test func `a fragment that is edited is judged as one, and tenants are judged as they are typed`() async throws {
    try await SampleProject.with([:]) { project in
      var fragment = try await EditedSample(project, name: "journeys/_new.yaml", text: "params: {a: required}\nsteps:\n  - scren: x\n")
      #expect(EditedSample.errors(in: fragment.opened).contains { $0.contains("scren") })
      #expect(EditedSample.errors(in: try await fragment.type("steps:\n  - screen: x\n")) == [])
      let tenants = try await EditedSample(project, name: "journeys/tenants.yaml", text: "tenants:\n  acme: {dialct: journey-flow}\n")
      #expect(EditedSample.errors(in: tenants.opened).contains { $0.contains("dialct") })
    }
  }

  @Test func `each file of a project is judged as what it is`() async throws {
    let files = [
      "journeys/_folder.yaml": "tags: [a]\n", "journeys/promises.yaml": "promises:\n  safe: {says: x, never: an error}\n",
    ]
    try await SampleProject.with(files) { project in
      let mock = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
      for (name, right, wrong, told) in [
        ("journeys/_folder.yaml", "tags: [a]\n", "tagz: [a]\n", "tagz"),
        ("journeys/promises.yaml", files["journeys/promises.yaml"] ?? "", "promises:\n  safe: {says: x, nevr: tokens}\n", "nevr"),
        ("acme.yaml", mock, mock + "\nstatse: {}\n", "statse"),
      ] {
        var editor = try await EditedSample(project, name: name, text: right)
        #expect(EditedSample.errors(in: editor.opened) == [], "\(name)")
        let errors = EditedSample.errors(in: try await editor.type(wrong))
        #expect(errors.contains { $0.contains(told) }, "\(name): \(errors)")
      }
    }
  }

  @Test(arguments: [".github/workflows/ci.yaml", "compose.yml", "journeys/_mock/draft.yaml"])
  func `a file that is none of scenarios is left alone`(_ name: String) async throws {
    try await SampleProject.with([:]) { project in
      var editor = try await EditedSample(project, name: name, text: "name: x\non: push\n")
      #expect(EditedSample.errors(in: editor.opened) == [])
      #expect(try await editor.ask("textDocument/completion", line: 1, column: 0)["items"]?.arrayValue == [])
      // Once it says that it is a scenario, it is one.
      #expect(EditedSample.errors(in: try await editor.type("journey: x\nstep: []\n")) != [])
    }
  }

  @Test func `words have their meaning, and screens what is on them`() async throws {
    try await Self.with("journey: x\nsteps:\n  - screen: password\n    press: password\n") { editor in
      let key = try await editor.ask("textDocument/hover", line: 3, column: 5)
      #expect(key["contents"]?["value"]?.stringValue == "**press**: a form, else the label of a button or link")
      let screen = try await editor.ask("textDocument/hover", line: 2, column: 14)
      #expect(screen["contents"]?["value"]?.stringValue?.contains("- `password`: `section-title` (static), `password` (password)") == true)
      #expect(try await editor.ask("textDocument/hover", line: 99, column: 0) == .null)
    }
  }

  @Test func `a fragment is gone to`() async throws {
    try await Self.with("journey: x\nsteps:\n  - use: _code.yaml\n  - use: _none.yaml\n") { editor in
      let found = try await editor.ask("textDocument/definition", line: 2, column: 10)
      #expect(found["uri"]?.stringValue?.hasSuffix("/journeys/_code.yaml") == true)
      #expect(try await editor.ask("textDocument/definition", line: 3, column: 10) == .null)
    }
  }

  @Test func `a scenario is run where it begins`() async throws {
    let text = "journey: one\nsteps:\n  - screen: identification\n---\njourney: two\nsteps:\n  - screen: password\n"
    try await SampleProject.with(["journeys/edited.yaml": text]) { project in
      var editor = try await EditedSample(project, text: text)
      let lenses = try await editor.ask("textDocument/codeLens").first?["result"]?.arrayValue ?? []
      #expect(lenses.compactMap { $0["range"]?["start"]?["line"]?.intValue } == [0, 4])
      for (lens, verdict, type) in [(0, "passed", 3), (1, "failed", 1)] {
        let command = lenses[lens]["command"]
        let told = try await editor.ask(
          "workspace/executeCommand", ["command": command?["command"] ?? .null, "arguments": command?["arguments"] ?? .null])
        let message = told.last { $0["method"]?.stringValue == "window/showMessage" }?["params"]
        #expect(message?["message"]?.stringValue?.hasPrefix(verdict) == true, "\(told)")
        #expect(message?["type"]?.intValue == type)
      }
    }
  }

  @Test func `what is no message of the protocol gets an error, and the server lives on`() async throws {
    try await Self.with("journey: x\n") { editor in
      let unknown = try await editor.ask("textDocument/dance", [:])
      #expect(unknown.first?["error"]?["code"]?.intValue == -32601)
      let wrong = try await editor.ask("textDocument/completion", ["textDocument": 7])
      #expect(wrong.first?["error"]?["code"]?.intValue == -32602)
      let noise = try await editor.send(bytes: Array("Content-Length: 3\r\n\r\n{x}".utf8))
      #expect(noise.first?["error"]?["code"]?.intValue == -32700)
      let header = try await editor.send(
        bytes: Array("Hello: 3\r\n\r\nContent-Length: -5\r\n\r\nContent-Length: 99999999999999\r\n\r\n".utf8))
      #expect(
        header.compactMap { $0["error"]?["message"]?.stringValue } == [
          "a header has no Content-Length", "the Content-Length of a header is no number", "a message has more than 67108864 bytes",
        ])
      #expect(try await editor.ask("textDocument/completion", line: 0, column: 0)["items"] != nil)
      let whole = EditedSample.frame(["jsonrpc": "2.0", "id": 9, "method": "shutdown"])
      #expect(try await editor.send(bytes: Array(whole.prefix(20))) == [])
      #expect(try await editor.send(bytes: Array(whole.dropFirst(20))).first?["result"] == .null)
      #expect(editor.session.exitCode == nil)
      _ = try await editor.tell("exit", [:])
      #expect(editor.session.exitCode == 0)
    }
  }

  @Test(arguments: [
    ("{\"id\": 1}\n", "a message begins with its header"), ("Content-Length: 2\n\n{}", "end with CR LF"),
    ("Content-Length: x\r\n\r\n{}", "is no number"), (String(repeating: "a", count: 5000), "no end of a header"),
  ])
  func `a wrong header is told, and messages go on at the next one`(_ row: (bytes: String, reason: String)) async throws {
    try await Self.with("journey: x\n") { editor in
      let told = try await editor.send(bytes: Array(row.bytes.utf8))
      #expect(told.compactMap { $0["error"]?["message"]?.stringValue }.first?.contains(row.reason) == true, "\(told)")
      #expect(try await editor.ask("textDocument/completion", line: 0, column: 0)["items"] != nil)
    }
  }

  @Test func `edits at random places do no harm`() async throws {
    let rounds = MutationRounds(usual: 1_000, of: "edits of a file that a language server reads")
    var random = SeededGenerator(seed: rounds.seed)
    let pieces = [
      "{", "}", "[", "]", ":", " ", "\n", "- ", "\"", "'", "${", "  ", "screen", "|", "#", "é", "😀", "---\n", "\t", "&a", "*a", "<<",
    ]
    var text = Array(try Fixtures.text(of: "journeys/sign-in/password.yaml"))
    let start = text
    try await Self.with(String(text)) { editor in
      for round in 0..<rounds.count {
        if round % 200 == 0 { text = start }
        let place = Int.random(in: 0...text.count, using: &random)
        if Bool.random(using: &random), !text.isEmpty {
          text.removeSubrange(min(place, text.count - 1)..<min(place + Int.random(in: 1...9, using: &random), text.count))
        } else {
          text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
        }
        let whole = String(text)
        let told = try await editor.type(whole)
        #expect(told.count == 1)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let line = Int.random(in: 0...lines.count, using: &random)
        let items = try await editor.ask("textDocument/completion", line: line, column: Int.random(in: 0...60, using: &random))["items"]
        #expect(items?.arrayValue != nil)
      }
    }
  }
}
