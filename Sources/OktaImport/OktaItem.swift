import Encodings
import TenantImport

/// What an object of an org's configuration is.
enum OktaKind: String, Sendable, Hashable, CaseIterable {
  case policy, rule, group
  case groupRule = "group rule"
  case zone = "network zone"
  case app, authenticator
  case method = "authenticator method"
  case behavior
  case assurance = "device assurance"
  case userType = "user type"
  case person
  case organization
  case other = "other answer"
}

/// An object of an org's configuration.
struct OktaItem: Sendable {
  var id: String
  /// Of a rule its policy, of a method its authenticator.
  var parent: String?
  /// With capitals; empty if it has none.
  var type: String
  /// As the org calls it, made harmless.
  var name: String
  var object: SourceObject

  var isActive: Bool { (object.json["status"]?.stringValue?.uppercased() ?? "ACTIVE") == "ACTIVE" }
  /// Made by the vendor: the last of its kind.
  var isSystem: Bool { object.json["system"]?.boolValue ?? false }
  var priority: Int { object.json["priority"]?.intValue ?? Int.max }

  /// In the order in which they are tried.
  static func order(_ left: OktaItem, _ right: OktaItem) -> Bool {
    (left.isSystem ? 1 : 0, left.priority, left.id) < (right.isSystem ? 1 : 0, right.priority, right.id)
  }
}
