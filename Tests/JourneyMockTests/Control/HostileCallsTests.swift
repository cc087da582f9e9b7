import Encodings
import JourneyMock
import JourneyTestSupport
import Testing

/// Requests that no test means, to every control route: none of them ends the process, and each is answered.
struct HostileCallsTests {
  private static let texts = [
    "", "x", "jane", "../x", "\r\nA: b", "\u{0}", "openid", "-1", "99999999999y", "{", "é\u{301}🦊", "*", "a.b.c",
    String(repeating: "a", count: 70_000),
  ]
  private static let numbers: [JSONValue] = [0, -1, 1, 599, .integer(Int.max), .integer(Int.min), .number("1e308"), .number("-0.5")]

  private static func value(_ depth: Int, _ names: [String], _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0...(depth > 3 ? 4 : 7), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: numbers.randomElement(using: &random) ?? 0
    case 3, 4: .string((texts + names).randomElement(using: &random) ?? "")
    case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth + 1, names, &random) })
    default:
      .object(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          JSONValue.Member(((texts + names).randomElement(using: &random) ?? ""), value(depth + 1, names, &random))
        })
    }
  }

  @Test(arguments: ["acme", "cascade"])
  func `two hundred requests to every route are answered, and the world goes on`(name: String) async throws {
    var random = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    let tenant = name == "cascade" ? try CascadeTenant.load() : try AcmeTenant.load()
    let control = ControlClient(World(tenant, seed: 1))
    let document = try await control.ask("GET", "/__journey/openapi.json")
    let paths = document["paths"]?.objectValue?.map(\.name) ?? []
    #expect(paths.count > 15)
    for path in paths {
      let operations = document["paths"]?[path]?.objectValue ?? []
      let schemas = operations.compactMap { $0.value["requestBody"]?["content"]?["application/json"] }
      let names = schemas.flatMap { $0["schema"]?["properties"]?.objectValue?.map(\.name) ?? [] }
      let examples = schemas.compactMap { $0["example"]?.objectValue }
      for _ in 1...200 {
        var body = value(0, names)
        if let example = examples.randomElement(using: &random), Bool.random(using: &random) {
          body = .object(example.map { Int.random(in: 0...2, using: &random) == 0 ? .init($0.name, value(1, names)) : $0 })
        }
        let argument = PercentEncoding.encodeComponent(String((Self.texts.randomElement(using: &random) ?? "x").prefix(100)))
        let place =
          path.replacing(/{\w+}/, with: argument) + (Bool.random(using: &random) ? "" : "?limit=\(argument)&after=-1&query=\(argument)")
        let method = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "X"].randomElement(using: &random) ?? "GET"
        let response = try await control.response(method, place, Bool.random(using: &random) ? body : nil)
        #expect((200..<600).contains(response.status), "\(method) \(place)")
      }
    }
    func value(_ depth: Int, _ names: [String]) -> JSONValue { Self.value(depth, names, &random) }
    try await control.does("POST", "/__journey/reset")
    #expect(try await control.ask("GET", "/__journey/accounts")["accounts"]?.arrayValue?.isEmpty == false)
  }
}
