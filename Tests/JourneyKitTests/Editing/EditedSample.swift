import Encodings
import JourneyTestSupport

@testable import JourneyKit

/// An editor that has one file of a project open, and asks the language server.
struct EditedSample {
  private(set) var session: EditorSession
  private let address: String
  private var version = 1
  private var id = 0

  /// Opens a text as a file of the project.
  init(_ project: SampleProject, name: String = "journeys/edited.yaml", text: String) async throws {
    session = EditorSession(project.settings)
    address = "file://" + project.folder.file(name)
    _ = try await ask("initialize", ["processId": .null, "rootUri": .null, "capabilities": [:]])
    opened = try await tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(address), "languageId": "yaml", "version": 1, "text": .string(text)]])
  }

  /// What the server said as the file was opened.
  private(set) var opened: [JSONValue] = []

  /// The messages of the errors in what was sent.
  static func errors(in messages: [JSONValue]) -> [String] {
    messages.last { $0["method"]?.stringValue == "textDocument/publishDiagnostics" }?["params"]?["diagnostics"]?.arrayValue?
      .compactMap { $0["message"]?.stringValue } ?? []
  }

  /// Sends a notification; what comes back.
  mutating func tell(_ method: String, _ params: JSONValue) async throws -> [JSONValue] {
    try await send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request; its response, and what else comes back.
  mutating func ask(_ method: String, _ params: JSONValue) async throws -> [JSONValue] {
    id += 1
    return try await send(["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params])
  }

  /// Changes the text.
  mutating func type(_ text: String) async throws -> [JSONValue] {
    version += 1
    return try await tell(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(address), "version": .integer(version)], "contentChanges": [["text": .string(text)]]])
  }

  /// A request about a place of the file.
  mutating func ask(_ method: String, line: Int, column: Int) async throws -> JSONValue {
    let params: JSONValue = [
      "textDocument": ["uri": .string(address)], "position": ["line": .integer(line), "character": .integer(column)],
    ]
    return try await ask(method, params).first?["result"] ?? .null
  }

  /// A request about the whole file.
  mutating func ask(_ method: String) async throws -> [JSONValue] {
    try await ask(method, ["textDocument": ["uri": .string(address)]])
  }

  mutating func send(_ message: JSONValue) async throws -> [JSONValue] { try await send(bytes: Self.frame(message)) }

  static func frame(_ message: JSONValue) -> [UInt8] {
    let body = JSONWriter.write(message)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  mutating func send(bytes: [UInt8]) async throws -> [JSONValue] {
    var answers: [JSONValue] = []
    var rest = await session.receive(bytes)[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = Int(header.drop { !$0.isNumber }) ?? 0
      answers.append(try JSONReader.read(Array(rest[end.upperBound..<(end.upperBound + length)])))
      rest = rest[(end.upperBound + length)...]
    }
    return answers
  }
}
