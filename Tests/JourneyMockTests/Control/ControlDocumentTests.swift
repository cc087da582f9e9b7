import Encodings
import Testing

@testable import JourneyMock

/// The OpenAPI document, held against OpenAPI 3.1 and against what the routes answer.
struct ControlDocumentTests {
  private func document() async throws -> JSONValue {
    try await ControlClient(World(try AcmeTenant.load())).ask("GET", "/__journey/openapi.json")
  }

  @Test func `the document has the structure of OpenAPI`() async throws {
    let document = try await document()
    #expect(document["openapi"] == "3.1.0")
    #expect(document["info"]?["title"]?.stringValue?.isEmpty == false)
    #expect(document["info"]?["version"]?.stringValue?.isEmpty == false)
    #expect(document["servers"]?[0]?["url"] == "https://acme.test")
    var ids: Set<String> = []
    for path in try #require(document["paths"]?.objectValue) {
      #expect(path.name.hasPrefix("/"))
      for operation in path.value.objectValue ?? [] {
        let what = "\(operation.name) \(path.name)"
        #expect(["get", "put", "post", "delete", "patch"].contains(operation.name), "\(what)")
        let isNew = ids.insert(operation.value["operationId"]?.stringValue ?? "").inserted
        #expect(isNew, "\(what)")
        #expect(operation.value["summary"]?.stringValue?.hasSuffix(".") == true, "\(what)")
        let named = operation.value["parameters"]?.arrayValue?.filter { $0["in"] == "path" }.compactMap { $0["name"]?.stringValue } ?? []
        #expect(path.name.matches(of: /{(\w+)}/).map { String($0.1) } == named, "\(what)")
        let responses = operation.value["responses"]?.objectValue ?? []
        #expect(responses.contains { $0.name.hasPrefix("2") }, "\(what)")
        #expect(
          responses.allSatisfy { Int($0.name) != nil && ($0.value["$ref"] ?? $0.value["description"])?.stringValue?.isEmpty == false },
          "\(what)")
        for reference in Self.references(in: operation.value) { #expect(Self.resolve(reference, in: document) != nil, "\(reference)") }
        if let body = operation.value["requestBody"]?["content"]?["application/json"], let schema = body["schema"] {
          let problems = Self.problems(of: body["example"] ?? .null, as: schema, in: document)
          #expect(problems.isEmpty, "\(what): \(problems)")
        }
      }
    }
    #expect(ids.count == ControlTable.routes.count)
  }

  /// What must be there for a route to be carried out.
  private static func prepare(_ route: ControlRoute, _ control: ControlClient) async throws {
    if route.id == "readMessage" {
      try await control.does("POST", "/__journey/journeys", ["account": "rita", "send": ["code"]])
    }
  }

  @Test(arguments: ControlTable.routes.map(\.id))
  func `a route answers as the document says`(id: String) async throws {
    let route = try #require(ControlTable.routes.first { $0.id == id })
    let document = try await document()
    // A situation is that of a tenant with rules.
    let control = ControlClient(World(try id == "changeSituation" ? EvaluatedRulesTests.tenant() : AcmeTenant.load()))
    try await Self.prepare(route, control)
    let values = ["account": "jane", "id": "latest"]
    var path = route.path
    for name in route.arguments { path = path.replacing("{\(name)}", with: try #require(values[name])) }
    if route.id.hasSuffix("Found") || route.id.hasPrefix("search") { path += "?query=jane" }
    if route.id != "answerPush" {
      let response = try await control.response(route.method, path, route.body?.example)
      try expect(response, of: route, in: document)
      #expect(response.status < 300, "\(String(decoding: response.body, as: UTF8.self))")
    }
    // A body that no route takes, an argument that nothing has.
    if route.body != nil { try expect(try await control.response(route.method, path, ["nonsense": []]), of: route, in: document) }
    if !route.arguments.isEmpty {
      let nothing = route.arguments.reduce(route.path) { $0.replacing("{\($1)}", with: "nobody") }
      let refused = try await control.response(route.method, nothing, route.body?.example)
      #expect(refused.status == 404)
      try expect(refused, of: route, in: document)
    }
  }

  /// Whether the document has this status for the route, and the body is as it says.
  private func expect(_ response: HTTPResponseMessage, of route: ControlRoute, in document: JSONValue) throws {
    let operation = try #require(document["paths"]?[route.path]?[route.method.lowercased()])
    let text = String(decoding: response.body, as: UTF8.self)
    let answer = try #require(operation["responses"]?[String(response.status)], "\(route.id) has no \(response.status): \(text)")
    guard let schema = answer["content"]?["application/json"]?["schema"] else {
      #expect(response.body.isEmpty || text == "ok")
      return
    }
    let problems = Self.problems(of: try JSONReader.read(response.body), as: schema, in: document)
    #expect(problems.isEmpty, "\(route.id): \(problems)")
  }

  @Test func `every route says how a server refuses it`() async throws {
    let document = try await document()
    for path in try #require(document["paths"]?.objectValue) {
      for operation in path.value.objectValue ?? [] {
        for status in ["401", "403", "410", "413", "421", "503"] {
          let reference = operation.value["responses"]?[status]?["$ref"]?.stringValue
          let response = reference.flatMap { Self.resolve($0, in: document) }
          #expect(response?["description"]?.stringValue?.hasSuffix(".") == true, "\(operation.name) \(path.name) \(status)")
          #expect(response?["content"]?["application/json"]?["schema"]?["$ref"] == "#/components/schemas/Refusal")
        }
      }
    }
  }

  @Test func `whoever asks for the head alone gets it, where there is something to read`() async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let head = try await control.response("HEAD", "/__journey/clock")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(try await control.response("HEAD", "/__journey/reset").status == 405)
  }

  @Test func `an unknown route is pointed at the document and at the nearest route`() async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let refused = try await control.ask("GET", "/__journey/acounts", status: 404)
    #expect(refused["error"] == "unknown route '/__journey/acounts'")
    #expect(refused["suggestion"] == "did you mean '/__journey/accounts'?")
    #expect(refused["document"] == "/__journey/openapi.json")
    let wrong = try await control.ask("PUT", "/__journey/clock", status: 405)
    #expect(wrong["suggestion"] == "it takes GET, POST")
    #expect(try await control.ask("POST", "/__journey/clock", "late", status: 400)["error"] == "the body is not a JSON object")
    #expect(!ControlTable.isControl("/api/v1/sessions/me"), "that is a route of the protocol")
  }

  @Test func `the checker of these tests finds what is wrong`() {
    let schema = ControlSchema.object(["a": ControlSchema.number("."), "b": ControlSchema.word(["x"], ".")], required: ["a"])
    #expect(Self.problems(of: ["a": 1, "b": "x"], as: schema, in: [:]) == [])
    #expect(Self.problems(of: ["b": "y"], as: schema, in: [:]).count == 2)
    #expect(Self.problems(of: ["a": "1", "c": 1], as: schema, in: [:]).count == 2)
    #expect(Self.problems(of: [], as: schema, in: [:]).count == 1)
  }

  // MARK: JSON Schema, as far as the document uses it

  private static func problems(of value: JSONValue, as schema: JSONValue, in document: JSONValue, at place: String = "$") -> [String] {
    if let reference = schema["$ref"]?.stringValue {
      guard let target = resolve(reference, in: document) else { return ["\(place): no \(reference)"] }
      return problems(of: value, as: target, in: document, at: place)
    }
    if let words = schema["enum"]?.arrayValue, !words.contains(value) { return ["\(place): \(value) is none of the words"] }
    switch (schema["type"]?.stringValue, value) {
    case (nil, _), ("string", .string), ("boolean", .bool): return []
    case ("integer", _) where value.intValue != nil: return []
    case ("array", .array(let elements)):
      guard let items = schema["items"] else { return [] }
      return elements.enumerated().flatMap { problems(of: $1, as: items, in: document, at: "\(place)[\($0)]") }
    case ("object", .object(let members)): return problems(of: members, as: schema, in: document, at: place)
    case (let type?, _): return ["\(place): no \(type)"]
    }
  }

  private static func problems(
    of members: [JSONValue.Member], as schema: JSONValue, in document: JSONValue, at place: String
  ) -> [String] {
    let names = Set(members.map(\.name))
    var found = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !names.contains($0) }.map { "\(place): no \($0)" }
    for member in members {
      if let known = schema["properties"]?[member.name] {
        found += problems(of: member.value, as: known, in: document, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"] == false {
        found.append("\(place): \(member.name) is not described")
      }
    }
    return found
  }

  private static func resolve(_ reference: String, in document: JSONValue) -> JSONValue? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(Optional(document)) { $0?[String($1)] }
  }

  private static func references(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members): members.flatMap { $0.name == "$ref" ? [$0.value.stringValue ?? ""] : references(in: $0.value) }
    case .array(let elements): elements.flatMap { references(in: $0) }
    case .string, .number, .bool, .null: []
    }
  }
}
