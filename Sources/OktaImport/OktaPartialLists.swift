import TenantImport

/// The lists of the API of which the folder has a part at most: a page of theirs is damaged, was refused, or is gone.
///
/// Which list such an answer is of is in its address, or in the name of its file if that is one of the script on the page.
/// Any other answer may have been of any list.
struct OktaPartialLists: Sendable {
  private var kinds: Set<OktaKind> = []
  private var types: Set<String> = []
  /// Policies whose rules, and authenticators whose methods, are there in part.
  private var owners: Set<String> = []

  private static let all: Set<OktaKind> = [
    .policy, .rule, .group, .groupRule, .zone, .app, .authenticator, .method, .behavior, .assurance, .userType,
  ]
  private static let files: [String: OktaKind] = [
    "groups": .group, "groups-rules": .groupRule, "group-rules": .groupRule, "zones": .zone, "apps": .app,
    "authenticators": .authenticator, "behaviors": .behavior, "device-assurances": .assurance, "meta-types-user": .userType,
    "user-types": .userType, "policies": .policy, "rules": .rule, "methods": .method,
  ]
  private static let organization = "okta-organization"

  /// Whether a list of these objects may lack some.
  func contains(_ kind: OktaKind) -> Bool { kinds.contains(kind) }

  /// Whether the list of policies of a type may lack some.
  func contains(policiesOf type: OktaPolicyType) -> Bool { kinds.contains(.policy) || types.contains(type.rawValue) }

  /// Whether a policy may have rules, or an authenticator methods, that are not in the folder.
  func contains(_ kind: OktaKind, of owner: String) -> Bool { kinds.contains(kind) || owners.contains(owner) }

  /// Adds the list at a path.
  mutating func add(_ path: OktaPath) {
    guard let kind = path.kind, Self.all.contains(kind) else { return }
    if let owner = path.parent {
      owners.insert(owner)
    } else if kind == .policy, let type = path.policyType {
      types.insert(type)
    } else {
      kinds.insert(kind)
    }
  }

  /// Adds what a file may have held.
  ///
  /// - Parameters:
  ///   - file: below the folder, with the line if it has several.
  ///   - ids: of policies and authenticators of the folder.
  ///   - isOther: whether it is there, and only not known.
  mutating func add(file: String, ids: Set<String>, isOther: Bool = false) {
    let name = Self.stem(of: file)
    if name.lowercased() == Self.organization { return }
    if let kind = Self.files[name.lowercased()] {
      kinds.insert(kind)
    } else if let type = Self.rest(of: name, after: "policies-").flatMap({ OktaPolicyType(rawValue: $0.uppercased()) }) {
      types.insert(type.rawValue)
    } else if let owner = Self.rest(of: name, after: "rules-") ?? Self.rest(of: name, after: "methods-"), ids.contains(owner) {
      owners.insert(owner)
    } else if !isOther {
      kinds = Self.all
    }
  }

  private static func rest(of name: String, after start: String) -> String? {
    name.lowercased().hasPrefix(start) ? String(name.dropFirst(start.count)) : nil
  }

  /// The name of a file without its folder, its ending, and the number of a page.
  private static func stem(of file: String) -> String {
    var name = file.split(separator: "/").last ?? ""
    name = name.prefix { $0 != "." && $0 != ":" }
    if let page = name.firstRange(of: "-page-"), name[page.upperBound...].allSatisfy(\.isNumber) { name = name[..<page.lowerBound] }
    return String(name)
  }
}
