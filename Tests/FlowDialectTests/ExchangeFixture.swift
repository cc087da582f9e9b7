import Encodings
import FoundationEssentials
import Testing

/// One pair of `fixtures/exchanges/flow`: what a client must send, and what the tenant answers.
///
/// A response may be `like` another fixture's, with what stands beside that word put over it.
struct ExchangeFixture: Sendable {
  let name: String
  let request: JSONValue
  let response: JSONValue

  init(_ name: String) throws {
    self.name = name
    let json = try JSONReader.read(Self.bytes(of: Self.folder + "/" + name + ".json"))
    request = try #require(json["request"])
    response = try Self.whole(try #require(json["response"]))
  }

  private static func whole(_ response: JSONValue) throws -> JSONValue {
    guard let model = response["like"]?.stringValue else { return response }
    let own = (response.objectValue ?? []).filter { !["like", "without"].contains($0.name) }
    let left = Set((response["without"]?.arrayValue ?? []).compactMap(\.stringValue))
    let base = try ExchangeFixture(model).response.objectValue ?? []
    let members = base.map { member in
      guard member.name == "json" else { return own.first { $0.name == member.name } ?? member }
      let over = response["json"]?.objectValue ?? []
      let kept = (member.value.objectValue ?? []).filter { inner in !left.contains(inner.name) && !over.contains { $0.name == inner.name } }
      return JSONValue.Member("json", .object(kept + over))
    }
    return .object(members)
  }

  static func bytes(of path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path), "no file '\(path)'"))
  }

  /// The names of all of them.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map { String($0.split(separator: ".")[0]) }.sorted()
  }

  private static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/fixtures/exchanges/flow"
  }()

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
    if let body = request["body"]?.stringValue { compare("body", body, String(decoding: message.body, as: UTF8.self), &found) }
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
      if item.value.isEmpty, expected[item.name]?.stringValue != "" { found.append("\(what) '\(item.name)' is empty") }
    }
  }

  /// The answer, with the state of the last authorize request put in its place.
  func answer(state: String) -> HTTPResponseMessage {
    func filled(_ text: String) -> String { text.replacing("{state}", with: state) }
    var message = HTTPResponseMessage(status: response["status"]?.intValue ?? 0)
    for header in response["headers"]?.objectValue ?? [] { message.headers.append(header.name, filled(header.value.stringValue ?? "")) }
    if let json = response["json"] { message.body = JSONWriter.write(json) }
    if let text = response["text"]?.stringValue { message.body = Array(filled(text).utf8) }
    return message
  }
}
