package import Encodings

/// One pair of `fixtures/exchanges`: what a client must send, and what the tenant answers.
///
/// A response may be `like` another fixture's; what is written next to that word replaces parts of it.
package struct ExchangeFixture: Sendable {
  package let name: String
  package let request: JSONValue
  package let response: JSONValue

  /// - Parameter folder: the dialect's folder below `fixtures/exchanges`.
  package init(_ name: String, folder: String) throws {
    self.name = name
    let json = try JSONReader.read(Fixtures.bytes(of: "fixtures/exchanges/\(folder)/\(name).json"))
    guard let request = json["request"], let response = json["response"] else { throw FixtureError.unreadable(name) }
    self.request = request
    self.response = try Self.whole(response, folder)
  }

  private static func whole(_ response: JSONValue, _ folder: String) throws -> JSONValue {
    guard let model = response["like"]?.stringValue else { return response }
    let own = (response.objectValue ?? []).filter { !["like", "without"].contains($0.name) }
    let left = Set((response["without"]?.arrayValue ?? []).compactMap(\.stringValue))
    let base = try ExchangeFixture(model, folder: folder).response.objectValue ?? []
    let members = base.map { member in
      guard member.name == "json" else { return own.first { $0.name == member.name } ?? member }
      let over = response["json"]?.objectValue ?? []
      let kept = (member.value.objectValue ?? []).filter { inner in !left.contains(inner.name) && !over.contains { $0.name == inner.name } }
      return JSONValue.Member("json", .object(kept + over))
    }
    return .object(members)
  }

  /// The names of all of a dialect's.
  package static func names(in folder: String) throws -> [String] {
    try Fixtures.files(below: "fixtures/exchanges/\(folder)", suffix: ".json").map { path in
      String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
    }
  }

  /// Where a request differs from what is expected, in sentences.
  package func differences(from message: HTTPRequestMessage) -> [String] {
    var found: [String] = []
    compare("method", request["method"]?.stringValue, message.method, &found)
    compare("path", request["path"]?.stringValue, message.url.path, &found)
    if let query = request["query"] { compare(query, items: message.url.queryItems, "query", &found) }
    if let form = request["form"] { compare(form, items: FormURLEncoding.decode(message.body), "form", &found) }
    for header in request["headers"]?.objectValue ?? [] {
      compare("header \(header.name)", header.value.stringValue, message.headers[header.name] ?? "", &found)
    }
    if let json = request["json"] {
      compare("body", JSONWriter.text(of: json), String(decoding: message.body, as: UTF8.self), &found)
    }
    if let body = request["body"]?.stringValue { compare("body", body, String(decoding: message.body, as: UTF8.self), &found) }
    return found.map { "\(name): \($0)" }
  }

  private func compare(_ what: String, _ expected: String?, _ actual: String, _ found: inout [String]) {
    guard let expected, expected != "*", expected != actual else { return }
    found.append("\(what) is '\(actual)' instead of '\(expected)'")
  }

  /// The same names, each once; `*` matches anything but nothing.
  private func compare(_ expected: JSONValue, items: [QueryItem], _ what: String, _ found: inout [String]) {
    let names = (expected.objectValue ?? []).map(\.name)
    if names.sorted() != items.map(\.name).sorted() { found.append("\(what) has \(items.map(\.name).sorted())") }
    for item in items {
      compare("\(what) '\(item.name)'", expected[item.name]?.stringValue, item.value, &found)
      if item.value.isEmpty, expected[item.name]?.stringValue != "" { found.append("\(what) '\(item.name)' is empty") }
    }
  }

  /// The body of the answer.
  package var body: JSONValue { response["json"] ?? .null }

  /// The answer, with the state of the last authorize request put in its place.
  package func answer(state: String) -> HTTPResponseMessage {
    func filled(_ text: String) -> String { text.replacing("{state}", with: state) }
    var message = HTTPResponseMessage(status: response["status"]?.intValue ?? 0)
    for header in response["headers"]?.objectValue ?? [] { message.headers.append(header.name, filled(header.value.stringValue ?? "")) }
    if let json = response["json"] { message.body = JSONWriter.write(json) }
    if let text = response["text"]?.stringValue { message.body = Array(filled(text).utf8) }
    return message
  }
}
