import Encodings

/// Shapes of JSON bodies, as JSON Schema 2020-12 and so OpenAPI 3.1 write them.
enum ControlSchema {
  static func text(_ summary: String) -> JSONValue { ["type": "string", "description": .string(summary)] }

  static func moment(_ summary: String) -> JSONValue {
    ["type": "string", "format": "date-time", "description": .string(summary)]
  }

  static func number(_ summary: String) -> JSONValue { ["type": "integer", "description": .string(summary)] }

  static func flag(_ summary: String) -> JSONValue { ["type": "boolean", "description": .string(summary)] }

  static func word(_ words: [String], _ summary: String) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .string($0) }), "description": .string(summary)]
  }

  static func list(of element: JSONValue, _ summary: String) -> JSONValue {
    ["type": "array", "items": element, "description": .string(summary)]
  }

  /// Any JSON value.
  static func anything(_ summary: String) -> JSONValue { ["description": .string(summary)] }

  /// An object that may have no other members.
  static func object(_ members: KeyValuePairs<String, JSONValue>, required: [String] = []) -> JSONValue {
    var schema = open(members, required: required).objectValue ?? []
    schema.append(.init("additionalProperties", false))
    return .object(schema)
  }

  /// An object that may have no other members, all of which may be missing.
  static func object(_ members: [JSONValue.Member]) -> JSONValue {
    ["type": "object", "properties": .object(members), "additionalProperties": false]
  }

  /// An object that may have other members.
  static func open(_ members: KeyValuePairs<String, JSONValue>, required: [String] = []) -> JSONValue {
    [
      "type": "object", "properties": .object(members.map { .init($0.key, $0.value) }),
      "required": .array(required.map { .string($0) }),
    ]
  }

  /// An object whose members are the tenant's own.
  static func map(_ summary: String) -> JSONValue { ["type": "object", "description": .string(summary)] }
}
