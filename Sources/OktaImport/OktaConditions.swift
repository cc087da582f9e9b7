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
  /// Of people that are not named in any rule.
  static let unnamed = "nobody"
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
  static func word(of id: String) -> String { "person \(MeaningDigest.of("user \(id)").prefix(8))" }

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

  static func lastName(_ path: MemberPath) -> String {
    path.steps.reversed().lazy.compactMap { if case .member(let name) = $0 { name } else { nil } }.first ?? "condition"
  }

  /// That a fact holds a name.
  mutating func has(_ fact: String, _ name: String) -> Rule {
    if !(used[fact]?.contains(name) ?? false) { used[fact, default: []].append(name) }
    return .atom(.member(fact: fact, name))
  }

  /// That the person is a certain user; `nil` if rules name more users than can be distinguished.
  mutating func isUser(_ id: String) -> Rule? {
    guard let word = words[id] else { return nil }
    people[id] = word
    return .atom(.word(fact: Self.person, word))
  }

  /// That the request comes from a zone.
  mutating func has(zone name: String) -> Rule { has("session.zones", name) }

  /// That a fact is one of these words.
  mutating func isOne(_ fact: String, _ words: [String]) -> Rule {
    usedWords[fact, default: []].formUnion(words)
    return .anyOf(words.map { .atom(.word(fact: fact, $0)) })
  }

  /// A condition for each id of a list; `nil` without a list, or with an empty one.
  mutating func each(
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
  mutating func missing(_ what: String, _ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    object.mark(path, .missing, "the \(what) is not in the folder: an open flag")
    let name = "\(what) \(SourceText.ending(of: id))"
    // No folder has the members of groups and types; what any other id refers to may differ in another folder.
    let isOfPeople = ["group", "user type"].contains(what)
    let text = "\(name) (id digest \(OktaNames.digest(ofID: id)))\(isOfPeople ? ", which is not in the folder" : names.isMissing)"
    return flags.condition("\(what) \(id)", name: name, text: text)
  }
}
