import Diagnostics
package import Encodings
internal import JourneyScenario

/// Answers the messages of an editor: what is wrong with a file as it is typed, what can stand at a place, and what a word means.
///
/// Source: Language Server Protocol 3.17.
package struct LanguageServer {
  /// The command that editors send back to run the scenario at a line.
  static let runCommand = "journey.run"
  /// The longest list of completions; what is typed next makes it shorter.
  static let maximumCompletions = 500

  private enum Failure: Int, Error {
    case methodNotFound = -32601
    case invalidParams = -32602
    case invalidRequest = -32600
  }

  private var project: any EditedProject
  private let version: String
  /// The texts of open files, by their addresses.
  private var texts: [String: String] = [:]
  private var scenarios: [String: [Int]] = [:]
  /// The addresses of open files that are written in another language than that of scenarios.
  private var others: Set<String> = []
  private var isShutDown = false
  /// The status to end with, once the client has said so.
  package private(set) var exitCode: Int32?

  package init(_ project: any EditedProject, version: String) {
    self.project = project
    self.version = version
  }

  /// What is sent back for a message, or for what is none.
  package mutating func handle(_ frame: MessageFrames.Frame) async -> [JSONValue] {
    switch frame {
    case .message(let message): return await handle(message)
    case .unreadable(let reason): return [Self.refusal(.null, code: Failure.invalidRequest.rawValue, reason)]
    }
  }

  /// What is sent back: the response of a request, and notifications.
  package mutating func handle(_ message: [UInt8]) async -> [JSONValue] {
    let request: JSONValue
    do throws(JSONError) { request = try JSONReader.read(message) } catch {
      return [Self.refusal(.null, code: -32700, "this is not JSON: \(error)")]
    }
    guard let method = request["method"]?.stringValue else {
      // A response to a request of ours, of which there are none.
      return request["id"] == nil || request["result"] != nil || request["error"] != nil
        ? [] : [Self.refusal(request["id"] ?? .null, code: Failure.invalidRequest.rawValue, "a request needs a 'method'")]
    }
    let params = request["params"] ?? .null
    guard let id = request["id"] else { return await notified(method, params) }
    guard !isShutDown else { return [Self.refusal(id, code: Failure.invalidRequest.rawValue, "the server is shut down")] }
    do throws(Failure) {
      let (result, more) = try await answer(method, params)
      return [["jsonrpc": "2.0", "id": id, "result": result]] + more
    } catch {
      let text = error == .methodNotFound ? "'\(method)' is not known" : "'\(method)' needs other parameters"
      return [Self.refusal(id, code: error.rawValue, text)]
    }
  }

  private static func refusal(_ id: JSONValue, code: Int, _ text: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .integer(code), "message": .string(text)]]
  }

  private static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ params: JSONValue) async -> [JSONValue] {
    let document = params["textDocument"]
    let address = document?["uri"]?.stringValue
    switch method {
    case "exit":
      exitCode = isShutDown ? 0 : 1
      return []
    case "textDocument/didOpen":
      guard let address, let text = document?["text"]?.stringValue else { return [] }
      texts[address] = text
      return judged(address)
    case "textDocument/didChange":
      // Files are sent whole: the last change holds the text.
      guard let address, let text = params["contentChanges"]?.arrayValue?.last?["text"]?.stringValue, texts[address] != nil else {
        return []
      }
      texts[address] = text
      return judged(address)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      project.refresh()
      return texts.keys.sorted().flatMap { judged($0) }
    case "textDocument/didClose":
      guard let address, texts.removeValue(forKey: address) != nil else { return [] }
      scenarios[address] = nil
      others.remove(address)
      return [Self.notification("textDocument/publishDiagnostics", ["uri": .string(address), "diagnostics": []])]
    default: return []
    }
  }

  /// What is wrong with an open file.
  private mutating func judged(_ address: String) -> [JSONValue] {
    guard let text = texts[address], let path = FileAddress.path(of: address) else { return [] }
    let reading = project.reading(of: path, text: text)
    scenarios[address] = reading.scenarios
    if reading.isOfScenarios { others.remove(address) } else { others.insert(address) }
    return [
      Self.notification(
        "textDocument/publishDiagnostics",
        ["uri": .string(address), "diagnostics": .array(reading.diagnostics.map(Self.told))])
    ]
  }

  private static func told(_ diagnostic: Diagnostic) -> JSONValue {
    let text = diagnostic.message + (diagnostic.suggestion.map { "; \($0)" } ?? "")
    return [
      "range": range(diagnostic.range), "severity": diagnostic.severity == .error ? 1 : 2, "source": "journey",
      "code": .string(diagnostic.id.rawValue), "message": .string(text),
    ]
  }

  private static func range(_ range: SourceRange?) -> JSONValue {
    guard let range else {
      let start = EditorPosition(line: 0, column: 0).json
      return ["start": start, "end": start]
    }
    return [
      "start": EditorPosition(range.start, in: range.file).json, "end": EditorPosition(range.end, in: range.file).json,
    ]
  }

  // MARK: Requests

  private mutating func answer(_ method: String, _ params: JSONValue) async throws(Failure) -> (JSONValue, [JSONValue]) {
    switch method {
    case "initialize": return (Self.capabilities(version), [])
    case "shutdown":
      isShutDown = true
      return (.null, [])
    case "textDocument/completion": return (try completions(params), [])
    case "textDocument/hover": return (try hover(params), [])
    case "textDocument/definition": return (try definition(params), [])
    case "textDocument/codeLens": return (try lenses(params), [])
    case "textDocument/codeAction": return (try actions(params), [])
    case "workspace/executeCommand": return (.null, [try await run(params)])
    default: throw .methodNotFound
    }
  }

  private static func capabilities(_ version: String) -> JSONValue {
    [
      "capabilities": [
        "textDocumentSync": ["openClose": true, "change": 1, "save": true],
        "completionProvider": ["triggerCharacters": [" ", ":", "{", "[", ",", "$"]], "hoverProvider": true, "definitionProvider": true,
        "codeLensProvider": ["resolveProvider": false], "codeActionProvider": true,
        "executeCommandProvider": ["commands": [.string(runCommand)]],
      ],
      "serverInfo": ["name": "journey", "version": .string(version)],
    ]
  }

  /// A place in an open file.
  private struct Place {
    var address: String
    var path: String
    var text: String
    var line: Int
    /// In characters, from 0.
    var column: Int
  }

  private func place(_ params: JSONValue) throws(Failure) -> Place {
    guard let address = params["textDocument"]?["uri"]?.stringValue, let position = EditorPosition(params["position"]),
      let path = FileAddress.path(of: address)
    else { throw .invalidParams }
    let text = texts[address] ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let column = lines.indices.contains(position.line) ? position.characters(in: lines[position.line]) : 0
    return Place(address: address, path: path, text: text, line: position.line, column: column)
  }

  private mutating func completions(_ params: JSONValue) throws(Failure) -> JSONValue {
    let place = try place(params)
    guard !others.contains(place.address) else { return ["isIncomplete": false, "items": []] }
    let name = place.path.split(separator: "/").last.map(String.init) ?? ""
    let finder = CompletionFinder(project.context(of: place.path), fragments: project.fragments(near: place.path), file: name)
    let found = finder.completions(in: place.text, line: place.line, column: place.column)
    let items = found.prefix(Self.maximumCompletions).map { item -> JSONValue in
      ["label": .string(item.label), "kind": .integer(item.kind.number), "detail": .string(item.detail)]
    }
    return ["isIncomplete": .bool(found.count > items.count), "items": .array(Array(items))]
  }

  private mutating func hover(_ params: JSONValue) throws(Failure) -> JSONValue {
    let place = try place(params)
    guard !others.contains(place.address) else { return .null }
    guard let text = HoverText(project.context(of: place.path)).text(in: place.text, line: place.line, column: place.column) else {
      return .null
    }
    return ["contents": ["kind": "markdown", "value": .string(text)]]
  }

  /// The fragment that a `use` names.
  private func definition(_ params: JSONValue) throws(Failure) -> JSONValue {
    let place = try place(params)
    let lines = place.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line) else { return .null }
    let line = EditedLine(lines[place.line])
    guard line.key == "use", let path = project.path(of: EditedLine.unquoted(line.value[...]), relativeTo: place.path) else { return .null }
    let start = EditorPosition(line: 0, column: 0).json
    return ["uri": .string(FileAddress.address(of: path)), "range": ["start": start, "end": start]]
  }

  private func lenses(_ params: JSONValue) throws(Failure) -> JSONValue {
    guard let address = params["textDocument"]?["uri"]?.stringValue else { throw .invalidParams }
    let lenses = (scenarios[address] ?? []).map { line -> JSONValue in
      let start = EditorPosition(line: line - 1, column: 0).json
      return ["range": ["start": start, "end": start], "command": Self.command(address, line)]
    }
    return .array(lenses)
  }

  /// The scenario that the cursor is in can be run.
  private func actions(_ params: JSONValue) throws(Failure) -> JSONValue {
    guard let address = params["textDocument"]?["uri"]?.stringValue, let position = EditorPosition(params["range"]?["start"]) else {
      throw .invalidParams
    }
    guard let line = (scenarios[address] ?? []).last(where: { $0 - 1 <= position.line }) else { return [] }
    return [["title": "Run this scenario", "kind": "source", "command": Self.command(address, line)]]
  }

  private static func command(_ address: String, _ line: Int) -> JSONValue {
    ["title": "Run this scenario", "command": .string(runCommand), "arguments": [.string(address), .integer(line)]]
  }

  private func run(_ params: JSONValue) async throws(Failure) -> JSONValue {
    guard params["command"]?.stringValue == Self.runCommand, let address = params["arguments"]?[0]?.stringValue,
      let line = params["arguments"]?[1]?.intValue, let path = FileAddress.path(of: address),
      // Only what is open, and is known to hold a scenario there.
      scenarios[address]?.contains(line) == true
    else { throw .invalidParams }
    let outcome = await project.run(path, line: line)
    return Self.notification("window/showMessage", ["type": outcome.passed ? 3 : 1, "message": .string(outcome.text)])
  }
}

extension Completion.Kind {
  /// Source: Language Server Protocol 3.17, "CompletionItemKind".
  fileprivate var number: Int {
    switch self {
    case .key: 10
    case .value: 12
    case .screen: 22
    case .form: 8
    case .widget: 5
    case .account: 21
    case .message: 1
    case .file: 17
    case .variable: 6
    }
  }
}
