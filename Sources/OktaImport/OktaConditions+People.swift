import Encodings
import TenantDecisions
import TenantImport

/// Who the person is: groups, users, types, and what keeps their password.
extension OktaConditions {
  mutating func people(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let groups = each(path["groups"]["include"], &object) { $0.group($1, $2, &$3) } ?? noOne(path["groups"]["include"], &object)
    let users = each(path["users"]["include"], &object) { $0.user($1, $2, &$3) } ?? noOne(path["users"]["include"], &object)
    let excluded = [
      each(path["groups"]["exclude"], &object) { $0.group($1, $2, &$3) }, each(path["users"]["exclude"], &object) { $0.user($1, $2, &$3) },
    ].compactMap { $0 }.map { Rule.no($0) }
    return .allOf([included(groups, users, path, &object)] + excluded)
  }

  /// What an empty list to include means is not documented: everybody, or no one. `nil` without a list.
  private mutating func noOne(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    guard object.value(path)?.arrayValue?.isEmpty == true else { return nil }
    object.mark(path, .open, "whether an empty list takes everybody is an open flag")
    return flags.condition(
      "empty list", name: "empty_list_takes_everybody",
      text: "a rule or policy whose list of groups or users to include is empty takes everybody")
  }

  /// Whether a rule that names groups and users takes people of either, or of both, is not documented.
  private mutating func included(_ groups: Rule?, _ users: Rule?, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let groups, let users else { return groups ?? users ?? .always }
    let either = flags.condition(
      "users or groups", name: "users_or_groups", text: "a rule that names both users and groups takes people who are in one of the two")
    object.markAll(below: path["users"]["include"], .open, "the rule names groups too: whether one of the two is enough is an open flag")
    return .anyOf([.allOf([groups, users]), .allOf([.anyOf([groups, users]), either])])
  }

  private mutating func group(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    if names.everyone.contains(id) {
      object.mark(path, .understood)
      return .always
    }
    guard let group = names.groups[id] else { return missing("group", id, path, &object) }
    object.mark(path, .understood)
    return has("account.groups", group.name)
  }

  private mutating func user(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    object.mark(path, .understood)
    if let isUser = isUser(id) { return isUser }
    object.mark(path, .notUnderstood, "rules name more than \(Self.mostPeople) people: an open flag")
    let word = Self.word(of: id)
    return flags.condition("user \(id)", name: word, text: "they are '\(word)', one of more than \(Self.mostPeople) named people")
  }

  /// Who keeps the person's password; everybody's is kept by the org where it has no policy for another one.
  mutating func provider(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["provider"], among: ["ANY", "OKTA", "ACTIVE_DIRECTORY", "LDAP"])?.lowercased() {
    case "any": .always
    case let word?: providers.count == 1 ? .always : isOne(Self.provider, [word])
    case nil: nil
    }
  }

  mutating func userType(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let included = each(path["include"], &object) { $0.type($1, $2, &$3) }
    let excluded = each(path["exclude"], &object) { $0.type($1, $2, &$3) }
    return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
  }

  private mutating func type(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let type = names.userTypes[id] else { return missing("user type", id, path, &object) }
    object.mark(path, .understood)
    return isOne(Self.userType, [type.name])
  }
}
