import Encodings
import JourneyTestSupport
import Testing

/// One pair of `fixtures/exchanges/idx`: what a client must send, and what the org answers.
struct ExchangeFixture: Sendable {
  let name: String
  let request: JSONValue
  let response: JSONValue

  init(_ name: String) throws {
    self.name = name
    let json = try JSONReader.read(Fixtures.bytes(of: "fixtures/exchanges/idx/\(name).json"))
    request = try #require(json["request"])
    response = try #require(json["response"])
  }

  /// The body of the answer as the engine sends it.
  var body: JSONValue { response["json"] ?? .null }

  /// Where a request differs from what is expected, in sentences.
  func differences(from message: HTTPRequestMessage) -> [String] {
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
    return found.map { "\(name): \($0)" }
  }

  private func compare(_ what: String, _ expected: String?, _ actual: String, _ found: inout [String]) {
    guard let expected, expected != "*", expected != actual else { return }
    found.append("\(what) is '\(actual)' instead of '\(expected)'")
  }

  /// The same names, each once; `*` stands for anything but nothing.
  private func compare(_ expected: JSONValue, items: [QueryItem], _ what: String, _ found: inout [String]) {
    let names = (expected.objectValue ?? []).map(\.name)
    if names.sorted() != items.map(\.name).sorted() { found.append("\(what) has \(items.map(\.name).sorted())") }
    for item in items {
      compare("\(what) '\(item.name)'", expected[item.name]?.stringValue, item.value, &found)
      if item.value.isEmpty { found.append("\(what) '\(item.name)' is empty") }
    }
  }

  var answer: HTTPResponseMessage {
    var message = HTTPResponseMessage(status: response["status"]?.intValue ?? 0)
    for header in response["headers"]?.objectValue ?? [] { message.headers.append(header.name, header.value.stringValue ?? "") }
    if let json = response["json"] { message.body = JSONWriter.write(json) }
    if let text = response["text"]?.stringValue { message.body = Array(text.utf8) }
    return message
  }
}
