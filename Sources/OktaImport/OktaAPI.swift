package import Encodings
package import TenantImport

/// The lists of an org that an import reads: what is asked, and which scope it takes.
package struct OktaAPI: ManagementAPI {
  /// One row: a list, or one list for each object of another.
  private struct Row {
    let name: String
    /// With `{id}` where it is asked for each object of another list.
    let path: String
    let scope: String?
    let file: String
    let kind: OktaKind
  }

  private static let organization = Row(
    name: "the org", path: "/.well-known/okta-organization", scope: nil, file: "okta-organization", kind: .organization)
  private static let policies = "okta.policies.read"
  private static let types: [OktaPolicyType] = [.session, .app, .enrolment, .password, .registration, .routing]

  private static let rows =
    [
      Row(name: "groups", path: "/api/v1/groups?limit=200", scope: "okta.groups.read", file: "groups", kind: .group),
      Row(name: "group rules", path: "/api/v1/groups/rules?limit=200", scope: "okta.groups.read", file: "groups-rules", kind: .groupRule),
      Row(name: "network zones", path: "/api/v1/zones?limit=200", scope: "okta.networkZones.read", file: "zones", kind: .zone),
      Row(name: "apps", path: "/api/v1/apps?limit=200", scope: "okta.apps.read", file: "apps", kind: .app),
      Row(
        name: "authenticators", path: "/api/v1/authenticators", scope: "okta.authenticators.read", file: "authenticators",
        kind: .authenticator),
      Row(name: "behaviors", path: "/api/v1/behaviors", scope: "okta.behaviors.read", file: "behaviors", kind: .behavior),
      Row(
        name: "device assurances", path: "/api/v1/device-assurances", scope: "okta.deviceAssurance.read", file: "device-assurances",
        kind: .assurance),
      Row(name: "user types", path: "/api/v1/meta/types/user", scope: "okta.userTypes.read", file: "meta-types-user", kind: .userType),
    ]
    + types.map { type in
      Row(
        name: "\(type.word) policies", path: "/api/v1/policies?type=\(type.rawValue)", scope: policies,
        file: "policies-\(type.rawValue)", kind: .policy)
    }
  private static let rowsOfObjects = [
    (
      of: OktaKind.policy,
      Row(name: "rules of each policy", path: "/api/v1/policies/{id}/rules", scope: policies, file: "rules", kind: .rule)
    ),
    (
      of: .authenticator,
      Row(
        name: "methods of each authenticator", path: "/api/v1/authenticators/{id}/methods", scope: "okta.authenticators.read",
        file: "methods", kind: .method)
    ),
  ]

  package init() {}

  package var first: SourceRequest { Self.request(Self.organization, path: Self.organization.path, isList: false) }
  package var lists: [SourceRequest] { Self.rows.map { Self.request($0, path: $0.path) } }

  package func refusal(ofFirst answer: JSONValue) -> String? {
    Self.refusal(ofPipeline: answer["pipeline"]?.stringValue, "its description")
  }

  /// Why an org of this engine is not imported; `nil` if it is.
  ///
  /// - Parameter place: what says so.
  static func refusal(ofPipeline pipeline: String?, _ place: String) -> String? {
    switch pipeline?.lowercased() {
    case "idx": nil
    case "v1": "the org is one of Okta's Classic Engine, whose policies mean something else"
    default: "\(place) does not say that the org is one of Okta's Identity Engine"
    }
  }

  package func lists(of answers: [SourceAnswer]) -> [SourceRequest] {
    Self.rowsOfObjects.flatMap { kind, row in
      var ids: [String] = []
      var seen: Set<String> = []
      for object in answers.filter({ OktaPath($0.url ?? "").kind == kind }).flatMap({ $0.body.arrayValue ?? [] }) {
        guard let id = object["id"]?.stringValue, Self.isID(id), seen.insert(id).inserted else { continue }
        ids.append(id)
      }
      return ids.map { Self.request(row, path: row.path.replacing("{id}", with: $0)) }
    }
  }

  package func refusal(of request: SourceRequest, status: Int) -> String { Self.refusal(scope: request.scope, status: status) }

  /// - Parameter status: `nil` where it is not known.
  private static func refusal(scope: String?, status: Int?) -> String {
    let code = status.map { " (\($0))" } ?? ""
    guard let scope = scope.map({ "'\($0)'" }) else { return "the org refused it\(code), though it takes no token" }
    guard status == 401 else {
      return "the org refused it\(code): it takes the scope \(scope), and a role that may read it"
    }
    return "the org does not accept the token for it (401): it takes the scope \(scope), or the token has expired"
  }

  /// Why the answer at a path is missing that the org refused.
  static func refusal(of path: OktaPath) -> String {
    guard let kind = path.kind, let row = (rows + rowsOfObjects.map(\.1)).first(where: { $0.kind == kind }) else {
      return "the org refused it"
    }
    return refusal(scope: row.scope, status: nil)
  }

  private static func request(_ row: Row, path: String, isList: Bool = true) -> SourceRequest {
    SourceRequest(name: row.name, path: path, scope: row.scope, file: row.file, isList: isList)
  }

  private static let mostOfID = 64

  /// Whether an id can be a part of a path without meaning another one.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= mostOfID
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      }
  }

  /// Every request with its scope, as a table in Markdown.
  package static var table: String {
    let all = [organization] + rows + rowsOfObjects.map(\.1)
    return "| list | request | scope |\n|---|---|---|\n"
      + all.map { "| \($0.name) | `\($0.path)` | \($0.scope.map { "`\($0)`" } ?? "none: it is asked without the token") |\n" }.joined()
  }
}
