internal import Encodings

/// What a key accepts, as far as an editor can know it during typing; `journey check` knows more.
package indirect enum ValueShape: Sendable {
  /// A text; plain numbers and words count by their spelling.
  case text
  /// A text, or a list of them.
  case texts
  case flag
  /// A whole number from these bounds.
  case count(ClosedRange<Int>)
  /// A time such as `30s`.
  case duration
  /// One of these words.
  case word([String])
  /// A list, or a single element.
  case oneOrMore(ValueShape)
  case list(ValueShape)
  /// A map of free names.
  case map(ValueShape)
  /// A map of these keys and no others.
  case keys([(name: String, summary: String, shape: ValueShape)])
  /// Any of these.
  case either([ValueShape])
  /// What is defined once under this name: `matcher`, `matchers`, `steps`, `step`, `duration`, ….
  case named(String)
  /// Anything in YAML.
  case anything
  /// Behind a bare head.
  case nothing

  static let matcher = named("matcher")
  static let matchers = map(.matcher)
  static let steps = named("steps")

  /// Whether a key may stand without a value.
  var takesNothing: Bool {
    switch self {
    case .nothing: true
    case .either(let shapes): shapes.contains(where: \.takesNothing)
    case .text, .texts, .flag, .count, .duration, .word, .oneOrMore, .list, .map, .keys, .named, .anything: false
    }
  }
}

extension ValueShape {
  /// The shape as JSON Schema.
  var schema: JSONValue {
    switch self {
    case .text: ["type": ["string", "number", "boolean"]]
    case .texts: ValueShape.oneOrMore(.text).schema
    case .flag: ["type": "boolean"]
    case .count(let bounds): ["type": "integer", "minimum": .integer(bounds.lowerBound), "maximum": .integer(bounds.upperBound)]
    case .duration: ["$ref": "#/definitions/duration"]
    case .word(let words): ["enum": .array(words.map(JSONValue.string))]
    case .oneOrMore(let element): ["anyOf": [element.schema, ["type": "array", "items": element.schema]]]
    case .list(let element): ["type": "array", "items": element.schema]
    case .map(let value): ["type": "object", "additionalProperties": value.schema]
    case .keys(let keys): Self.schema(of: keys)
    case .either(let shapes): ["anyOf": .array(shapes.map(\.schema))]
    case .named(let name): ["$ref": .string("#/definitions/" + name)]
    case .anything: [:]
    case .nothing: ["type": "null"]
    }
  }

  /// The same with its meaning, which editors show next to it.
  func schema(saying summary: String) -> JSONValue {
    guard case .object(let members) = schema else { preconditionFailure("a schema is an object") }
    // Next to '$ref' nothing else counts in draft 7.
    guard members.first?.name != "$ref" else {
      return ["description": .string(summary), "allOf": [.object(members)]]
    }
    return .object([JSONValue.Member("description", .string(summary))] + members)
  }

  private static func schema(of keys: [(name: String, summary: String, shape: ValueShape)]) -> JSONValue {
    ["type": "object", "additionalProperties": false, "properties": properties(keys)]
  }

  static func properties(_ keys: [(name: String, summary: String, shape: ValueShape)]) -> JSONValue {
    .object(keys.map { JSONValue.Member($0.name, $0.shape.schema(saying: $0.summary)) })
  }
}

extension DocumentedKey {
  /// All keys with what each takes.
  static func shapes(_ shape: (Self) -> ValueShape) -> [(name: String, summary: String, shape: ValueShape)] {
    allCases.map { ($0.rawValue, $0.summary, shape($0)) }
  }
}
