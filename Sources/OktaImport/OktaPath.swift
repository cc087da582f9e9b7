import TenantImport

/// The path of an address of the Management API: which list or object it is.
struct OktaPath: Sendable, Hashable {
  private let steps: [String]
  private let query: String

  init(_ address: String) {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    query = parts.count > 1 ? parts[1] : ""
    let all = (parts.first ?? "").split(separator: "/").map(String.init)
    steps = all.firstIndex(of: "v1").map { Array(all[($0 + 1)...]) } ?? []
  }

  /// The host of an address, in lower case; that of the Admin Console is the org's. `nil` if it has none.
  static func host(of address: String) -> String? {
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty, !parts[2].isEmpty else { return nil }
    let labels = parts[2].lowercased().split(separator: ".", maxSplits: 1)
    guard let first = labels.first, labels.count == 2 else { return parts[2].lowercased() }
    return "\(first.hasSuffix("-admin") ? first.dropLast(6) : first).\(labels[1])"
  }

  var isEmpty: Bool { steps.isEmpty }
  /// Without ids.
  var shown: String {
    let path = steps.map { $0.count > 15 ? "…" : $0 }.joined(separator: "/")
    return SourceText.line(policyType.map { "\(path) of type \($0)" } ?? path)
  }

  /// What an object at this path is; `nil` if that is not known.
  var kind: OktaKind? {
    guard let first = steps.first else { return nil }
    switch first {
    case "policies": return steps.count <= 2 ? .policy : steps[2] == "rules" ? .rule : .other
    case "groups": return steps.count > 1 && steps[1] == "rules" ? .groupRule : steps.count <= 2 ? .group : .person
    case "zones": return .zone
    case "apps": return steps.count <= 2 ? .app : steps[2] == "users" ? .person : .other
    case "authenticators": return steps.count <= 2 ? .authenticator : steps[2] == "methods" ? .method : .other
    case "behaviors": return .behavior
    case "device-assurances": return .assurance
    case "users": return .person
    case "meta": return steps.starts(with: ["meta", "types", "user"]) ? .userType : .other
    default: return .other
    }
  }

  /// Whether it is a list, and no object of one.
  var isList: Bool {
    guard let kind, kind != .other, kind != .person else { return false }
    return steps.count == (kind == .rule || kind == .method || kind == .userType ? 3 : kind == .groupRule ? 2 : 1)
  }

  /// The object that this one is in.
  var parent: String? { kind == .rule || kind == .method ? steps[1] : nil }

  /// The type of policies that a list has.
  var policyType: String? { parameter("type")?.uppercased() }

  /// How many entries a page of a list has.
  var limit: Int? { parameter("limit").flatMap { Int($0) } }

  private func parameter(_ name: String) -> String? {
    query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// The last step, which is an id where a link leads to an object.
  var id: String? { steps.last }
}
