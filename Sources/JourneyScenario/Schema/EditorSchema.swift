internal import Encodings
internal import JourneyLanguage

/// JSON Schemas of the files that people write, made of the lists of keys that the decoders read by.
///
/// Draft 7, which editors support best. They are for completion and for spelling errors; what depends on a tenant, a dialect or another
/// step is said by `journey check` alone.
package enum EditorSchema: String, Sendable, Hashable, CaseIterable {
  case scenario, fragment, folder, tenants, promises

  /// The whole schema as text, with a line feed at its end.
  package var text: String { JSONWriter.text(of: document, layout: .pretty) + "\n" }

  var document: JSONValue {
    var members: [JSONValue.Member] = [
      .init("$schema", "http://json-schema.org/draft-07/schema#"), .init("title", .string("journey: " + title)),
    ]
    if case .object(let root) = root { members += root }
    members.append(.init("definitions", .object(Self.definitions)))
    return .object(members)
  }

  private var title: String {
    switch self {
    case .scenario: "a scenario"
    case .fragment: "a fragment, which scenarios 'use'"
    case .folder: "_folder.yaml, which sets keys for every scenario below it"
    case .tenants: "tenants.yaml"
    case .promises: "promises.yaml"
    }
  }

  private var root: JSONValue {
    switch self {
    case .scenario: Self.map(ScenarioKey.shapes(\.shape), requires: [ScenarioKey.journey.rawValue, ScenarioKey.steps.rawValue])
    case .fragment: Self.map(FragmentKey.shapes(\.shape), requires: [FragmentKey.steps.rawValue])
    case .folder: Self.map(ScenarioKey.shapes(\.shape).filter { ScenarioKey(rawValue: $0.name)?.mayStandInFolder == true })
    case .tenants: Self.map(TenantsFileKey.shapes(\.shape), requires: [TenantsFileKey.tenants.rawValue])
    case .promises: Self.map(Promise.FileKey.shapes(\.shape), requires: [Promise.FileKey.promises.rawValue])
    }
  }

  private static func map(_ keys: [(name: String, summary: String, shape: ValueShape)], requires required: [String] = []) -> JSONValue {
    let needed: [JSONValue.Member] = required.isEmpty ? [] : [.init("required", .array(required.map(JSONValue.string)))]
    guard case .object(let members) = ValueShape.keys(keys).schema else { preconditionFailure("a schema is an object") }
    return .object(members + needed)
  }

  private static let definitions: [JSONValue.Member] = [
    .init("duration", ["type": "string", "pattern": #"^([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+$"#, "examples": ["30s", "1m30s"]]),
    .init("matcher", matcher), .init("message", message), .init("steps", ["type": "array", "items": ["$ref": "#/definitions/step"]]),
    .init("step", step),
    .init("widgets", presence(of: WidgetAttribute.shapes(\.shape), open: true)), .init("messages", ValueShape.messages.schema),
    .init("forms", presence(of: FormKey.shapes(\.shape), open: false)), .init("start", start),
  ]

  /// A plain value, a list, a map of matchers, or a map of members.
  private static let matcher: JSONValue = [
    "description": "a value, or a matcher such as {contains: …}",
    "anyOf": [
      ["type": ["string", "number", "boolean", "null"]],
      ["type": "array", "items": ["$ref": "#/definitions/matcher"]],
      [
        "type": "object",
        "properties": .object(
          Matcher.Key.allCases.map { JSONValue.Member($0.rawValue, ["description": .string($0.summary)]) }),
      ],
    ],
  ]

  /// An expectation of a message: a matcher, with further keys next to it.
  private static let message: JSONValue = [
    "description": "a text, or a matcher such as {contains: …}",
    "anyOf": [
      ["$ref": "#/definitions/matcher"], ["type": "object", "properties": ValueShape.properties(MessageKey.shapes(\.shape))],
    ],
  ]

  /// One head, and the keys next to it.
  private static var step: JSONValue {
    let heads = StepHead.shapes(\.specification.shape)
    let beside = StepKey.shapes(\.shape).filter { StepHead(rawValue: $0.name) == nil }
    return [
      "type": "object", "properties": ValueShape.properties(heads + beside),
      "anyOf": .array(heads.map { ["required": [.string($0.name)]] }),
      "allOf": .array(
        StepHead.allCases.map { head in
          let names = [head.rawValue] + head.keys.map(\.rawValue)
          return [
            "if": ["required": [.string(head.rawValue)]], "then": ["propertyNames": ["enum": .array(names.map(JSONValue.string))]],
          ]
        }),
    ]
  }

  /// `start` takes keys of its dialect as well.
  private static let start: JSONValue = [
    "type": "object", "properties": ValueShape.properties(StartKey.shapes { _ in .map(.text) }),
  ]

  /// Ids, or a map of ids to `present`, `absent` or what is said of each.
  private static func presence(of keys: [(name: String, summary: String, shape: ValueShape)], open: Bool) -> JSONValue {
    let said: JSONValue =
      open ? ["type": "object", "properties": ValueShape.properties(keys)] : ValueShape.keys(keys).schema
    return [
      "anyOf": [
        ValueShape.texts.schema,
        ["type": "object", "additionalProperties": ["anyOf": [["enum": ["present", "absent"]], said]]],
      ]
    ]
  }
}
