import Encodings
import TenantDecisions
import TenantImport

/// Reads the conditions of policies and rules, and keeps what they speak about.
///
/// A part that is not understood becomes an open flag that has to hold too, so it never becomes "does not match".
struct OktaConditions: Sendable {
  typealias Rule = Condition<DecisionAtom>

  let names: OktaNames
  var flags = OpenFlags()
  /// Users whom rules name, by their ids, as words of a fact.
  private(set) var people: [String: String] = [:]
  /// The words of all users that rules of the folder name, by their ids.
  private let words: [String: String]
  /// The names that conditions read, by their facts, in the order in which they were read.
  private(set) var used: [String: [String]] = [:]
  /// The words of facts of requests that conditions read.
  private(set) var usedWords: [String: Set<String>] = [:]

  /// As many users can be distinguished; the fact's first word is none of them.
  static let mostPeople = 63
  /// As many parts of a condition can be read from a mock's file, with some to spare for the list's.
  private static let heaviest = 900
  static let person = "account.named"
  static let userType = "account.user_type"
  static let provider = "account.auth_provider"
  /// What keeps people's passwords, as far as the org has policies for it; the org itself first.
  let providers: [String]

  /// - Parameters:
  ///   - users: the ids of all users that policies and rules of the folder name.
  ///   - providers: words of the API for what keeps people's passwords.
  init(names: OktaNames, users: Set<String> = [], providers: Set<String> = []) {
    self.names = names
    self.providers = ["OKTA", "ACTIVE_DIRECTORY", "LDAP"].filter { $0 == "OKTA" || providers.contains($0) }.map { $0.lowercased() }
    words = Self.words(of: users)
  }

  /// A word for each user, which is the same in every folder: a digest of the id, without any order or number.
  private static func words(of users: Set<String>) -> [String: String] {
    var ids: [String: [String]] = [:]
    for id in users { ids[word(of: id), default: []].append(id) }
    let isClear = ids.values.allSatisfy { $0.count == 1 }
    // Which ones get a word where there are too many does not depend on the order of the rules either.
    let all = users.map { (id: $0, word: isClear ? word(of: $0) : "person \(MeaningDigest.of("user \($0)"))") }
    return Dictionary(uniqueKeysWithValues: all.sorted { $0.word < $1.word }.prefix(mostPeople).map { ($0.id, $0.word) })
  }

  /// E.g. `person 5f0c2a91`.
  private static func word(of id: String) -> String { "person \(MeaningDigest.of("user \(id)").prefix(8))" }

  /// The users that the conditions of policies and rules name.
  static func users(of items: [OktaItem]) -> Set<String> {
    let users: MemberPath = "conditions.people.users"
    return Set(
      items.flatMap { item in
        ["include", "exclude"].flatMap { item.object.value(users[$0])?.arrayValue ?? [] }.compactMap(\.stringValue)
      })
  }

  /// What has to hold for a policy or rule.
  mutating func condition(of object: inout SourceObject) -> Rule {
    let root: MemberPath = "conditions"
    var parts: [Rule] = []
    for path in object.paths(below: root) where object.says(path) {
      guard case .member(let name)? = path.steps.last, let part = part(name, path, &object) else { continue }
      parts.append(part)
    }
    for path in object.unread(below: root) { parts.append(notUnderstood(path, &object)) }
    object.markRest(below: root)
    let whole = Rule.allOf(parts)
    guard whole.weight > Self.heaviest else { return whole }
    object.markAll(below: root, .notUnderstood, "it has more than \(Self.heaviest) parts: whether it holds is an open flag")
    return notUnderstood(root, &object)
  }

  private mutating func part(_ name: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch name {
    case "people": people(path, &object)
    case "network": network(path, &object)
    case "riskScore": risk(path, &object)
    case "device": device(path, &object)
    case "platform": platform(path, &object)
    case "userType": userType(path, &object)
    case "elCondition": expression(path["condition"], &object)
    case "risk": behaviors(path["behaviors"], &object)
    case "authContext": any(path["authType"], "by another protocol than in a browser", &object)
    case "identityProvider": any(path["provider"], "through an identity provider that the rule names", &object)
    case "app": apps(path, &object)
    case "authProvider": provider(path, &object)
    case "userIdentifier": identifier(path, &object)
    default: nil
    }
  }

  mutating func notUnderstood(_ path: MemberPath, _ object: inout SourceObject) -> Rule {
    object.mark(path, .notUnderstood, "whether it holds is an open flag")
    return flags.condition(
      "\(object.name) \(path)", name: "\(Self.lastName(path)) of \(object.name)",
      text: object.doubt(path))
  }

  private static func lastName(_ path: MemberPath) -> String {
    path.steps.reversed().lazy.compactMap { if case .member(let name) = $0 { name } else { nil } }.first ?? "condition"
  }

  /// That a fact holds a name.
  mutating func has(_ fact: String, _ name: String) -> Rule {
    if !(used[fact]?.contains(name) ?? false) { used[fact, default: []].append(name) }
    return .atom(.member(fact: fact, name))
  }

  /// That the request comes from a zone.
  mutating func has(zone name: String) -> Rule { has("session.zones", name) }

  /// That a fact is one of these words.
  mutating func isOne(_ fact: String, _ words: [String]) -> Rule {
    usedWords[fact, default: []].formUnion(words)
    return .anyOf(words.map { .atom(.word(fact: fact, $0)) })
  }

  /// A condition for each id of a list; `nil` without a list, or with an empty one.
  private mutating func each(
    _ path: MemberPath, _ object: inout SourceObject, _ read: (inout OktaConditions, String, MemberPath, inout SourceObject) -> Rule
  ) -> Rule? {
    if object.value(path) == .null { object.mark(path, .assumed, "it is taken for an empty list") }
    let count = object.count(path)
    guard count > 0 else { return nil }
    var parts: [Rule] = []
    for place in 0..<count {
      if let id = object.value(path[place])?.stringValue { parts.append(read(&self, id, path[place], &object)) }
    }
    return parts.count == count ? .anyOf(parts) : .anyOf(parts + [notUnderstood(path, &object)])
  }

  /// A thing that the folder does not have: what it is, is open.
  private mutating func missing(_ what: String, _ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    object.mark(path, .missing, "the \(what) is not in the folder: an open flag")
    let name = "\(what) \(SourceText.ending(of: id))"
    // No folder has the members of groups and types; what any other id refers to may differ in another folder.
    let isOfPeople = ["group", "user type"].contains(what)
    let text = "\(name) (id digest \(OktaNames.digest(ofID: id)))\(isOfPeople ? ", which is not in the folder" : names.isMissing)"
    return flags.condition("\(what) \(id)", name: name, text: text)
  }
}

/// People.
extension OktaConditions {
  private mutating func people(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let groups = each(path["groups"]["include"], &object) { $0.group($1, $2, &$3) }
    let users = each(path["users"]["include"], &object) { $0.user($1, $2, &$3) }
    let excluded = [
      each(path["groups"]["exclude"], &object) { $0.group($1, $2, &$3) }, each(path["users"]["exclude"], &object) { $0.user($1, $2, &$3) },
    ].compactMap { $0 }.map { Rule.no($0) }
    return .allOf([included(groups, users, path, &object)] + excluded)
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
    if let known = people[id] { return .atom(.word(fact: Self.person, known)) }
    guard let word = words[id] else {
      object.mark(path, .notUnderstood, "rules name more than \(Self.mostPeople) people: an open flag")
      let word = Self.word(of: id)
      return flags.condition("user \(id)", name: word, text: "they are '\(word)', one of more than \(Self.mostPeople) named people")
    }
    people[id] = word
    return .atom(.word(fact: Self.person, word))
  }

  /// Who keeps the person's password; everybody's is kept by the org where it has no policy for another one.
  mutating func provider(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["provider"], among: ["ANY", "OKTA", "ACTIVE_DIRECTORY", "LDAP"])?.lowercased() {
    case "any": .always
    case let word?: providers.count == 1 ? .always : isOne(Self.provider, [word])
    case nil: nil
    }
  }

  private mutating func userType(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
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

/// The request.
extension OktaConditions {
  private mutating func network(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["connection"], among: ["ANYWHERE", "ZONE"]) {
    case "ANYWHERE": return .always
    case "ZONE":
      let included = each(path["include"], &object) { $0.zone($1, $2, &$3) }
      let excluded = each(path["exclude"], &object) { $0.zone($1, $2, &$3) }
      guard included != nil || excluded != nil else { return notUnderstood(path["connection"], &object) }
      return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
    default: return nil
    }
  }

  private mutating func zone(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    if id.uppercased() == "ALL_ZONES" {
      let all = names.zones.values.filter { $0.status != .inactive }.sorted { $0.name < $1.name }
      guard !all.isEmpty else { return missing("zone", "all", path, &object) }
      object.mark(path, .understood)
      return .anyOf(all.map { zone($0, path, &object) })
    }
    guard let named = names.zones[id] else { return missing("zone", id, path, &object) }
    object.mark(path, .understood)
    return zone(named, path, &object)
  }

  private mutating func zone(_ zone: OktaNames.Named, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    let inZone = has("session.zones", zone.name)
    guard !zone.isActive else { return inZone }
    object.mark(path, .open, "a zone that is not known to be active: whether it counts is an open flag")
    let counts = flags.condition("inactive zones", name: "inactive_zones", text: "a zone that is switched off still counts in rules")
    return .allOf([inZone, counts])
  }

  private mutating func risk(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["level"], among: ["ANY", "LOW", "MEDIUM", "HIGH"]) {
    case "ANY": return .always
    case let level?:
      object.mark(path["level"], .open, "the vendor works it out: session.risk")
      return isOne("session.risk", [level.lowercased()])
    case nil: return nil
    }
  }

  private mutating func device(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let registered = object.flag(path["registered"])
    let managed = object.flag(path["managed"])
    for name in ["registered", "managed"] where object.value(path[name])?.boolValue != nil {
      object.mark(path[name], .open, "known on the device only: session.device")
    }
    let state: Rule =
      switch (registered, managed) {
      case (false?, true?): .allOf([isOne("session.device", ["managed"]), registeredToo()])
      case (_, true?): isOne("session.device", ["managed"])
      case (true?, nil): isOne("session.device", ["registered", "managed"])
      case (true?, false?):
        .anyOf([
          isOne("session.device", ["registered"]),
          .allOf([
            isOne("session.device", ["managed"]),
            flags.condition(
              "managed too", name: "managed_devices_too", text: "a rule for devices that are not managed takes managed ones too"),
          ]),
        ])
      case (false?, _):
        .anyOf([
          isOne("session.device", ["unknown"]), registeredToo(),
        ])
      case (nil, false?):
        .anyOf([
          isOne("session.device", ["unknown", "registered"]),
          flags.condition(
            "managed too", name: "managed_devices_too", text: "a rule for devices that are not managed takes managed ones too"),
        ])
      case (nil, nil): .always
      }
    let assured = each(path["assurance"]["include"], &object) { $0.assurance($1, $2, &$3) }
    return .allOf([state, assured ?? .always])
  }

  private mutating func registeredToo() -> Rule {
    flags.condition(
      "registered too", name: "registered_devices_too", text: "a rule for devices that are not registered takes all devices")
  }

  private mutating func assurance(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let assurance = names.assurances[id] else { return missing("device assurance", id, path, &object) }
    object.mark(path, .open, "checked on the device: an open flag")
    return flags.condition(
      "assurance \(id)", name: "device \(assurance.name)",
      text: "the device passes '\(assurance.name)', \(assurance.digest)")
  }

  private mutating func behaviors(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    each(path, &object) { $0.behavior($1, $2, &$3) }
  }

  private mutating func behavior(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let behavior = names.behaviors[id] else { return missing("behavior", id, path, &object) }
    object.mark(path, .open, "the vendor detects it: session.behaviors")
    let isDetected = has("session.behaviors", behavior.name)
    guard !behavior.isActive else { return isDetected }
    let counts = flags.condition(
      "inactive behaviors", name: "inactive_behaviors", text: "a behavior that is switched off still counts in rules")
    return .allOf([isDetected, counts])
  }

  /// A condition that everything fits, or an open flag.
  private mutating func any(_ path: MemberPath, _ text: String, _ object: inout SourceObject) -> Rule? {
    guard let word = object.text(path)?.uppercased() else { return nil }
    guard word != "ANY" else { return .always }
    let whole = MemberPath(Array(path.steps.dropLast()))
    object.mark(whole, .open, "an open flag")
    object.mark(path, .open, "an open flag")
    let digest = object.value(whole).map { MeaningDigest.of($0) } ?? ""
    return flags.condition(
      "\(path) \(digest)", name: Self.lastName(path), text: "the sign-in is \(text) (\(SourceText.name(word)), digest \(digest))")
  }

  /// What people enter to say who they are, which no situation says: no patterns fit everything.
  private mutating func identifier(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    guard object.value(path["patterns"])?.arrayValue != nil else { return nil }
    guard object.count(path["patterns"]) > 0 else {
      object.mark(path, .understood)
      return .always
    }
    object.mark(path, .open, "what people enter is an open flag")
    let digest = MeaningDigest.of(object.value(path) ?? .null)
    return flags.condition(
      "identifier \(digest)", name: "identifier", text: "what people enter fits the patterns of a rule (digest \(digest))")
  }

  private mutating func apps(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let included = each(items: path["include"], &object)
    let excluded = each(items: path["exclude"], &object)
    return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
  }

  private mutating func each(items path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let count = object.count(path)
    guard count > 0 else { return nil }
    return .anyOf(
      (0..<count).map { place in
        let item = path[place]
        if object.value(item["type"])?.stringValue?.uppercased() == "APP_TYPE" { return notUnderstood(item, &object) }
        guard object.value(item["type"])?.stringValue?.uppercased() == "APP", let id = object.value(item["id"])?.stringValue,
          let app = names.apps[id]
        else {
          return missing(
            "app", object.value(item["id"])?.stringValue ?? object.value(item["name"])?.stringValue ?? "\(place)", item, &object)
        }
        object.mark(item, .understood)
        return .atom(.word(fact: "session.client", app))
      })
  }
}
