import Diagnostics
import Encodings
import JourneyLanguage
import LocatedYAML
import TenantDecisions

/// The situation in which people sign in, as the tenant's rules know it.
enum SituationRoutes {
  private static let path = "/__journey/situation"

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "readSituation",
      summary: "Gives the situation in which people sign in, as the tenant's rules know it.",
      answers: [.init(status: 200, summary: "Each fact of the request that differs from its default.", schema: map)]
    ) { _, world throws(ControlRefusal) in .json(face(of: world.tenant)) },
    ControlRoute(
      method: "PUT", path: path, id: "changeSituation",
      summary: "Sets the situation in which people sign in from now on. What it does not name is as in an ordinary one.",
      body: .init(schema: body, example: ["given": ["zones": ["office"], "risk": "high"]]),
      answers: [.init(status: 200, summary: "The facts as they are then.", schema: map)], refusals: [400], act: change),
  ]

  private static let map = ControlSchema.map("By the names of facts without 'session.': a word, a list of names, true or false.")
  private static let body = ControlSchema.object(
    ["given": ControlSchema.map("The name of a situation of the tenant's file, or a map of facts, as a scenario's 'given'.")],
    required: ["given"])

  @Sendable private static func change(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members())
    var diagnostics: [Diagnostic] = []
    // JSON is YAML, so that it is read as a scenario is.
    let file = SourceFile(name: "the body", text: JSONWriter.text(of: body))
    guard case .mapping(let mapping)? = YAMLParser.documents(in: file, diagnostics: &diagnostics).first, let node = mapping["given"] else {
      throw ControlRefusal(diagnostics) ?? ControlRefusal("'given' is missing", suggestion: "write {\"given\": {\"risk\": \"high\"}}")
    }
    if let refusal = ControlRefusal(diagnostics) { throw refusal }
    let given = GivenSituation.decode(node, diagnostics: &diagnostics)
    let changed = given.flatMap { world.tenant.inSituation($0, diagnostics: &diagnostics) }
    guard let changed else { throw ControlRefusal(diagnostics) ?? ControlRefusal("the tenant knows no such situation") }
    world.change(to: changed)
    return .json(face(of: changed))
  }

  private static func face(of tenant: MockTenant) -> JSONValue {
    let values = tenant.compiled.situation
    func short(_ name: String) -> String { name.hasPrefix("session.") ? String(name.dropFirst("session.".count)) : name }
    let members =
      values.words.map { ($0, JSONValue.string($1)) } + values.flags.map { ($0, JSONValue.bool($1)) }
      + values.names.map { ($0, JSONValue.array($1.sorted().map { .string($0) })) }
    return .object(members.sorted { $0.0 < $1.0 }.map { .init(short($0.0), $0.1) })
  }
}
