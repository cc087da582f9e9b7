import Diagnostics
import Encodings
import JourneyLanguage
import LocatedYAML

/// The policies of the world: read, and set to other values.
enum PolicyRoutes {
  private static let path = "/__journey/policies"

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "listPolicies", summary: "Lists the tenant's policies as they are in this world.",
      answers: [.init(status: 200, summary: "Each policy by its name.", schema: map)]
    ) { _, world throws(ControlRefusal) in .json(face(of: world.tenant)) },
    ControlRoute(
      method: "PATCH", path: path, id: "changePolicies",
      summary: "Sets policies of this world; those that are not named stay. People, journeys and messages stay as they are.",
      body: .init(schema: map, example: [:]),
      answers: [.init(status: 200, summary: "Each policy by its name, as it is then.", schema: map)], refusals: [400], act: change),
  ]

  private static let map = ControlSchema.map(
    "By the names of the tenant's file, joined with dots: a number, a time, true, false, or a condition in the words of that file.")

  @Sendable private static func change(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let known = world.tenant.policies.map(\.name.value)
    let members = try call.members()
    // Names that it does not have are many only by mistake or by intention, and reading them takes long.
    let tops = Set(known.map { $0.prefix { $0 != "." } })
    for member in members where !tops.contains(member.name.prefix { $0 != "." }) {
      throw .unknown(member.name, "policy", among: known, status: 400)
    }
    let written = try policies(.object(members))
    for policy in written where !known.contains(policy.name.value) {
      throw .unknown(policy.name.value, "policy", among: known, status: 400)
    }
    var diagnostics: [Diagnostic] = []
    let changed = world.tenant.with(policies: written, diagnostics: &diagnostics)
    guard let changed else { throw ControlRefusal(diagnostics) ?? ControlRefusal("the tenant cannot have these policies") }
    world.change(to: changed)
    return .json(face(of: changed))
  }

  /// The policies that a body names; JSON is YAML, so that they are read as a tenant's file is.
  private static func policies(_ body: JSONValue) throws(ControlRefusal) -> [PolicyDefinition] {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "the body", text: JSONWriter.text(of: ["tenant": "body", "policy": body]))
    let document = YAMLParser.documents(in: file, diagnostics: &diagnostics).first
    if let refusal = ControlRefusal(diagnostics) { throw refusal }
    guard let document, body.objectValue?.isEmpty == false else { return [] }
    var decoder = TenantDefinitionDecoder(keys: SpeechKeys()) { _, _ in nil }
    let definition = decoder.tenant(document)
    if let refusal = ControlRefusal(decoder.diagnostics) { throw refusal }
    return definition?.policy ?? []
  }

  private static func face(of tenant: MockTenant) -> JSONValue {
    .object(tenant.policies.map { .init($0.name.value, value(of: $0.value)) })
  }

  private static func value(of value: PolicyDefinition.Value) -> JSONValue {
    switch value {
    case .number(let number): .integer(number)
    case .duration(let time): .string(DurationText.format(time))
    case .flag(let flag): .bool(flag)
    case .guarded(let scalar): .string(scalar.text)
    case .unreadable: .null
    }
  }
}
