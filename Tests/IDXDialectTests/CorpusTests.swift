import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXDialect

struct CorpusTests {
  /// A place where the mapping says something else than the index, and was told to.
  struct Difference: Hashable {
    var file: String
    /// Which of the compared things: `kind`, `remediations`, `fields`, `messages`, `authenticator`, `actions`.
    var what: String
    var reason: String
  }

  /// `fixtures/idx-differences.yaml`: a list of `file`, `what` and `reason`, a line each.
  static func listed() throws -> [Difference] {
    var found: [Difference] = []
    for line in try Fixtures.text(of: "fixtures/idx-differences.yaml").split(separator: "\n") where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].filter { $0 != "-" && $0 != " " }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch name {
      case "file": found.append(Difference(file: String(value), what: "", reason: ""))
      case "what": found[found.count - 1].what = String(value)
      default: found[found.count - 1].reason = String(value)
      }
    }
    return found
  }

  @Test(.enabled(if: Corpus.folder != nil, "CORPUS_DIR is not set"))
  func `every body of the corpus is read as its index says, but for what is listed`() throws {
    let listed = try Self.listed()
    #expect(listed.allSatisfy { !$0.what.isEmpty && !$0.reason.isEmpty })
    var unused = Set(listed.map { [$0.file, $0.what] })
    let entries = try Corpus.entries()
    #expect(entries.count == 150)
    for entry in entries {
      for (what, problem) in try Self.differences(of: entry) where unused.remove([entry.file, what]) == nil {
        Issue.record("\(entry.file): \(what): \(problem)")
      }
    }
    #expect(unused.isEmpty, "listed, and no difference: \(unused)")
  }

  private static func differences(of entry: Corpus.Entry) throws -> [(what: String, problem: String)] {
    let json = try JSONReader.read(Corpus.bytes(entry.file))
    guard let response = IDXResponse(json) else { return compare("kind", entry.json["kind"]?.stringValue, otherKind(json)) }
    var mapping = IDXMapping(response)
    let snapshot = mapping.snapshot()
    let remediations = snapshot.screen.forms.compactMap { snapshot.forms[$0.id] }.filter { $0.place == nil }
    return compare("kind", entry.json["kind"]?.stringValue, kind(response))
      + compare("remediations", entry.remediations.map { $0["name"]?.stringValue }, remediations.map(\.name))
      + compare("fields", entry.remediations.map { strings($0["fields"]) }, remediations.map(fields))
      + compare("messages", indexed(entry.json["messages"]), shown(snapshot))
      + compare("authenticator", described(entry.json["current_authenticator"]), described(response.currentAuthenticator))
      + compare("actions", indexedActions(entry.json["capabilities"]), snapshot.screen.forms.compactMap { action(snapshot.forms[$0.id]) })
  }

  private static func compare<T: Equatable>(_ what: String, _ expected: T, _ actual: T) -> [(what: String, problem: String)] {
    expected == actual ? [] : [(what, "\(actual) instead of \(expected)")]
  }

  /// What a body is that is none of the engine's, by those who read it.
  private static func otherKind(_ json: JSONValue) -> String? {
    if json["interaction_handle"] != nil { return "normal" }
    if case .tokens = TokenAnswer(HTTPResponseMessage(status: 200, body: JSONWriter.write(json))) { return "success" }
    return OAuthErrorResponse(json) != nil || json["errorCode"] != nil ? "error" : nil
  }

  private static func kind(_ response: IDXResponse) -> String? {
    switch response.outcome {
    case .code, .redirect: "success"
    case .failure: "error"
    case .terminal: "terminal"
    case .actionable: response.everyMessage.contains(where: \.isError) ? "error" : "normal"
    }
  }

  private static func fields(_ form: IDXForm) -> [String] {
    var seen = Set<String>()
    return form.fields.leaves.map(\.id.text).filter { seen.insert($0).inserted }
  }

  private static func shown(_ snapshot: IDXSnapshot) -> [String] {
    var messages = snapshot.screen.messages
    for form in snapshot.screen.forms {
      for widget in form.widgets {
        guard case .choice(let list) = widget.kind else { continue }
        messages += list.choices.flatMap(\.messages)
      }
    }
    return unique(
      messages.map { message in
        let place: String =
          switch message.scope {
          case .page: "global"
          case .form(let form): form.rawValue
          case .widget(let form, let widget): "\(form) \(widget)"
          }
        return "\(place) \(message.level.text) \(message.key ?? "-") \(message.text.visible)"
      })
  }

  private static func indexed(_ json: JSONValue?) -> [String] {
    unique(
      (json?.arrayValue ?? []).map { message in
        let text = { (name: String) in message[name]?.stringValue }
        let place = text("scope") == "global" ? "global" : "\(text("remediation") ?? "") \(text("field") ?? "")"
        let level = text("class")?.lowercased() ?? "unknown"
        return "\(place) \(level) \(text("key") ?? "-") \(text("text") ?? "")"
      })
  }

  private static func unique(_ texts: [String]) -> [String] { Array(Set(texts)).sorted() }

  private static func described(_ authenticator: IDXAuthenticator?) -> String? {
    authenticator.map { "\($0.key ?? "-") \($0.type ?? "-") \($0.methods) \($0.context.map(\.name).sorted())" }
  }

  private static func described(_ json: JSONValue?) -> String? {
    guard let json, !json.isNull else { return nil }
    let key = json["key"]?.stringValue ?? "-"
    return "\(key) \(json["type"]?.stringValue ?? "-") \(strings(json["methods"])) \(strings(json["contextual"]).sorted())"
  }

  private static func strings(_ json: JSONValue?) -> [String] { (json?.arrayValue ?? []).compactMap(\.stringValue) }

  private static func action(_ form: IDXForm?) -> String? {
    guard let form, let place = form.place else { return nil }
    return "\(place.owner ?? "-") \(place.property) \(form.name) \(form.refresh.map(String.init) ?? "-")"
  }

  private static func indexedActions(_ json: JSONValue?) -> [String] {
    (json?.arrayValue ?? []).map { action in
      let text = { (name: String) in action[name]?.stringValue ?? "-" }
      return "\(text("owner")) \(text("property")) \(text("name")) \(action["refresh_ms"]?.intValue.map(String.init) ?? "-")"
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "CORPUS_DIR is not set"))
  func `every field of the corpus is shown, carried back, or part of a ceremony`() throws {
    for entry in try Corpus.entries() {
      guard let response = try Corpus.response(entry.file) else { continue }
      let body = MappedBody(response)
      for form in body.screen.forms {
        let shown = Set(form.widgets.flatMap(\.everyID))
        for field in body.snapshot.forms[form.id]?.fields.leaves ?? [] where !field.isPlumbing && !field.isCarried {
          let isShown =
            shown.contains(field.id) || field.id.path.indices.contains { shown.contains(WidgetID(path: Array(field.id.path[...$0]))) }
          #expect(isShown, "\(entry.file): \(form.id): \(field.id)")
        }
      }
    }
  }
}

extension Widget {
  fileprivate var everyID: [WidgetID] {
    guard case .choice(let list) = kind else { return [id] }
    return [id] + list.choices.flatMap { $0.widgets.flatMap(\.everyID) }
  }
}
