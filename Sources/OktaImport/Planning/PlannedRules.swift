import Encodings
import TenantImport

/// All rules of a policy in one resource: each is a change of its own, matched by its name.
enum PlannedRules {
  private static let type = "okta_app_signon_policy_rules"
  private static let one = "okta_app_signon_policy_rule"

  static func spread(_ change: TerraformPlan.Change) -> [TerraformPlan.Change] {
    guard change.type == type else { return [change] }
    let (before, after) = (rules(change.before), rules(change.after))
    var names = before.map(\.name)
    names += after.map(\.name).filter { !names.contains($0) }
    // A sensitive value may be in any of them, and each may be the one that is marked.
    let isSensitive = change.sensitive.contains("rule")
    return names.enumerated().map { place, name in
      let old = before.first { $0.name == name }?.values
      var new = after.first { $0.name == name }?.values
      for attribute in PlannedKind.computed where new != nil && new?[attribute] == nil {
        new = new?.setting(old?[attribute], at: [attribute])
      }
      var one = change
      one.type = Self.one
      one.address = isSensitive ? "\(change.address) rule \(place + 1)" : "\(change.address) rule '\(name)'"
      (one.before, one.after) = (old ?? .null, new ?? .null)
      // What is not known of any of them may be of this one.
      one.unknown = change.unknown.contains("policy_id") ? ["policy_id"] : []
      one.unknown.formUnion(unknown(in: new))
      (one.unset, one.sensitive) = ([], isSensitive ? ["name"] : [])
      if isSensitive, let new { one.unknown.formUnion(attributes.filter { old?[$0] != new[$0] }) }
      one.action =
        switch (old, new) {
        case _ where change.action == .nothing: .nothing
        case (nil, _): .create
        case (_, nil): .delete
        // Of another policy.
        case _ where change.action == .replace: .replace
        case (let old?, let new?): old.meaning == new.meaning ? .nothing : .update
        }
      return one
    }
  }

  private static var attributes: Set<String> { Set(PlannedKind.all[one]?.members.flatMap(\.attributes) ?? []) }

  /// Attributes of a rule that are not there, which are not known; unset ones are `null`. So are elements of a list that are `null`.
  private static func unknown(in rule: JSONValue?) -> Set<String> {
    guard let rule else { return [] }
    return attributes.subtracting(PlannedKind.computed).filter {
      rule[$0] == nil || rule[$0]?.arrayValue?.contains(where: \.isNull) ?? false
    }
  }

  private static func rules(_ resource: JSONValue) -> [(name: String, values: JSONValue)] {
    let policy = resource["policy_id"] ?? .null
    return (resource["rule"]?.arrayValue ?? []).compactMap { rule in
      guard let name = rule["name"]?.stringValue else { return nil }
      return (name, rule.setting(policy, at: ["policy_id"]) ?? rule)
    }
  }
}
