import ArgumentParser
import Encodings
import JourneyKit

/// `journey-bench editor`: a language server in a project of many files.
struct EditorBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor", abstract: "Complete and judge a file in a project of many: wall time of an answer.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many files the project has.", valueName: "n"))
  var files = 1_000

  @Option(help: ArgumentHelp("How many answers a figure is taken of.", valueName: "n"))
  var answers = 50

  func run() async throws {
    var first: [Double] = []
    var completions: [Double] = []
    var changes: [Double] = []
    try await GeneratedProject.with(.signIn, scenarios: files, perFile: 1, package: bench.package) { project in
      for _ in 0..<bench.runs {
        var editor = Editor(EditorSession(RunSettings()), file: project.journeys + "/part-0/typed.yaml")
        first.append(try await editor.time { try await $0.open() })
        completions.append(try await editor.time(answers) { try await $0.complete() })
        changes.append(try await editor.time(answers) { try await $0.type() })
      }
    }
    MeasurementTable.print([
      Measurement("editor/\(files)/first-answer", .milliseconds, first),
      Measurement("editor/\(files)/completion", .milliseconds, completions, goal: "< 50"),
      Measurement("editor/\(files)/change", .milliseconds, changes, goal: "< 50"),
    ])
  }
}

/// An editor with one file open.
private struct Editor {
  private static let text = "journey: x\naccount: jane\nsteps:\n  - screen: password\n    answers: {"

  private var session: EditorSession
  private let address: String

  init(_ session: EditorSession, file: String) {
    self.session = session
    address = "file://" + file
  }

  /// Milliseconds of wall time for each of several answers.
  mutating func time(_ count: Int = 1, _ work: (inout Editor) async throws -> Void) async throws -> Double {
    let stopwatch = Stopwatch()
    for _ in 0..<count { try await work(&self) }
    return stopwatch.reading.wall.inMilliseconds / Double(count)
  }

  mutating func open() async throws {
    try await send(["method": "textDocument/didOpen", "params": ["textDocument": ["uri": .string(address), "text": .string(Self.text)]]])
  }

  mutating func complete() async throws {
    let answer = try await send([
      "id": 1, "method": "textDocument/completion",
      "params": ["textDocument": ["uri": .string(address)], "position": ["line": 4, "character": 14]],
    ])
    guard String(decoding: answer, as: UTF8.self).contains("keepMeLoggedIn") else {
      throw MeasuredWalk.Failure(description: "the widgets of the screen are not offered")
    }
  }

  mutating func type() async throws {
    try await send([
      "method": "textDocument/didChange",
      "params": ["textDocument": ["uri": .string(address)], "contentChanges": [["text": .string(Self.text + "password: x}\n")]]],
    ])
    try await send([
      "method": "textDocument/didChange",
      "params": ["textDocument": ["uri": .string(address)], "contentChanges": [["text": .string(Self.text)]]],
    ])
  }

  @discardableResult private mutating func send(_ message: JSONValue) async throws -> [UInt8] {
    let body = JSONWriter.write(message)
    return await session.receive(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }
}
