import Encodings

/// The control routes as an OpenAPI 3.1 document.
enum ControlDocument {
  static func openAPI(of routes: [ControlRoute], at address: String) -> JSONValue {
    var paths: [JSONValue.Member] = []
    for path in routes.map(\.path).reduce(into: [String](), { if !$0.contains($1) { $0.append($1) } }) {
      let operations = routes.filter { $0.path == path }.map { JSONValue.Member($0.method.lowercased(), operation($0)) }
      paths.append(.init(path, .object(operations)))
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "journey mock", "version": "1",
        "description": "Control routes: arrange a world of the mock, act on it, and look back at what happened.",
      ],
      "servers": [["url": .string(address)]], "security": [[:], ["controlToken": []]], "paths": .object(paths),
      "components": [
        "schemas": ["Refusal": ControlRefusal.schema], "responses": .object(everywhere),
        "parameters": [
          "World": [
            "name": "Journey-World", "in": "header", "required": false, "schema": ["type": "string", "maxLength": 1000],
            "description": "The world that is meant; the one that everybody shares without it.",
          ]
        ],
        "securitySchemes": [
          "controlToken": [
            "type": "apiKey", "in": "header", "name": "Journey-Control-Token",
            "description": "Asked for where the mock was started with a token; secrets are shown only with it.",
          ]
        ],
      ],
    ]
  }

  private static func operation(_ route: ControlRoute) -> JSONValue {
    var parameters: [JSONValue] = [["$ref": "#/components/parameters/World"]]
    for name in route.arguments {
      parameters.append(["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]])
    }
    for item in route.query {
      parameters.append([
        "name": .string(item.name), "in": "query", "required": false, "description": .string(item.summary), "schema": item.schema,
      ])
    }
    var members: [JSONValue.Member] = [
      .init("operationId", .string(route.id)), .init("summary", .string(route.summary)), .init("parameters", .array(parameters)),
    ]
    if let body = route.body {
      members.append(
        .init(
          "requestBody",
          [
            "required": .bool(body.isRequired),
            "content": ["application/json": ["schema": body.schema, "example": body.example]],
          ]))
    }
    members.append(.init("responses", responses(of: route)))
    return .object(members)
  }

  private static func responses(of route: ControlRoute) -> JSONValue {
    var responses = route.answers.map { answer in
      var members: [JSONValue.Member] = [.init("description", .string(answer.summary))]
      if let schema = answer.schema { members.append(.init("content", ["application/json": ["schema": schema]])) }
      return JSONValue.Member(String(answer.status), .object(members))
    }
    for status in route.refusals { responses.append(.init(String(status), refusal(reason(of: status)))) }
    for (status, name, _) in served { responses.append(.init(status, ["$ref": .string("#/components/responses/\(name)")])) }
    return .object(responses)
  }

  private static func reason(of status: Int) -> String {
    switch status {
    case 404: "There is nothing of this name."
    case 409: "The world has no place for it as it is."
    default: "The request is not one that the route takes."
    }
  }

  private static func refusal(_ summary: String) -> JSONValue {
    ["description": .string(summary), "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Refusal"]]]]
  }

  /// How a server refuses any of the routes, before a world is asked.
  private static let served = [
    ("401", "NoToken", "The mock was started with a token, and the header `Journey-Control-Token` has another one or none."),
    ("403", "WebPage", "A web page asks: without a token the routes are for none, and no page of a stranger begins a world."),
    ("410", "Forgotten", "The world was removed to make room. `POST /__journey/reset` in it starts it again."),
    ("413", "TooLarge", "The body is larger than 1 MiB, or the world has no room for more answers, faults or claims."),
    ("421", "OtherHost", "The `Host` is none of the mock's names; `--allow-host` allows it."),
    ("503", "NoRoom", "The limit of worlds is reached."),
  ]

  private static let everywhere = served.map { JSONValue.Member($0.1, refusal($0.2)) }
}
