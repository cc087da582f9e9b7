import Encodings
import TenantDecisions
import TenantImport

/// What ids in an org's rules stand for.
struct OktaNames: Sendable {
  /// A thing with a name, and what that means.
  struct Named: Sendable, Hashable {
    var name: String
    var meaning: String?
    var status = OktaStatus.active
    var isActive: Bool { status == .active }

    /// Its digest alone, e.g. `digest 1a87d0190ae4`.
    var digest: String { meaning?.split(separator: ", ").last.map(String.init) ?? "" }
  }

  var groups: [String: Named] = [:]
  /// The group of everybody.
  var everyone: Set<String> = []
  var zones: [String: Named] = [:]
  var behaviors: [String: Named] = [:]
  var assurances: [String: Named] = [:]
  var userTypes: [String: Named] = [:]
  /// The word of the type that people have where nothing is written.
  var defaultType = Self.otherType
  static let otherType = "any other type"
  var apps: [String: String] = [:]
  /// Whether the org may have zones that are not in the folder.
  var lacksZones = false
  /// A digest of the whole folder: what it does not have may be something else in another one.
  var folder = ""
  /// E.g. `, which is not in the folder (digest 5f0c2a91b7de)`.
  var isMissing: String { ", which is not in the folder (digest \(folder))" }

  /// Members that say nothing of what an object means.
  static let changing: Set<String> = [
    "id", "created", "lastUpdated", "createdDate", "lastUpdate", "createdBy", "lastUpdatedBy", "_links",
  ]
  private static let unseen = "not part of what people are asked for"

  init() {}

  /// - Parameter hasRules: whether the whole list of group rules is in the folder.
  mutating func readGroups(_ groups: inout [OktaItem], rules: inout [OktaItem], hasRules: Bool) {
    var digests: [String: [String]] = [:]
    for place in rules.indices {
      rules[place].object.mark(MemberPath(), .outside, Self.unseen)
      rules[place].object.mark(["type", "status", "name"], .understood)
      rules[place].object.mark(["conditions", "actions"], .open, "the vendor works out who is in the group: its digest is kept")
      if rules[place].status == .unknown { rules[place].object.mark(["status"], .notUnderstood, OktaStatus.reason) }
      guard rules[place].isActive else { continue }
      let json = rules[place].object.json
      for id in json["actions"]?["assignUserToGroups"]?["groupIds"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
        let status = rules[place].status == .unknown ? json["status"] ?? .null : .null
        digests[id, default: []].append(MeaningDigest.of(json["conditions"] ?? .null) + (status == .null ? "" : MeaningDigest.of(status)))
      }
    }
    var names = UniqueNames(reserved: ["Everyone", TenantRules.noName])
    let given = names.names(of: groups.map { ($0.id, $0.name) }, created: groups.map(\.created))
    for (place, name) in zip(groups.indices, given) {
      let item = groups[place]
      groups[place].object.mark(["type", "profile"], .understood)
      if !["OKTA_GROUP", "BUILT_IN", "APP_GROUP", ""].contains(item.type) {
        groups[place].object.mark(["type"], .notUnderstood, "no group of this type is known")
      }
      groups[place].object.mark("profile.description", .outside, Self.unseen)
      groups[place].object.mark(
        ["id", "created", "lastUpdated", "lastMembershipUpdated", "objectClass", "_links", "source", "_embedded"], .outside, Self.unseen)
      if item.type == "BUILT_IN", item.name == "Everyone" { everyone.insert(item.id) }
      // A group that was deleted and made again under its old name has another id: rules that name the old one do not mean it.
      let identity = "id digest \(OktaNames.digest(ofID: item.id))"
      let digest = (digests[item.id] ?? []).sorted()
      let members = digest.isEmpty ? "" : ", members by a group rule, digest \(MeaningDigest.of("\(digest)"))"
      self.groups[item.id] = Named(name: name, meaning: identity + members + (hasRules ? "" : ", group rules\(isMissing)"))
    }
  }

  mutating func readZones(_ zones: inout [OktaItem]) {
    var names = UniqueNames(reserved: [TenantRules.noName])
    let given = names.names(of: zones.map { ($0.id, $0.name) }, created: zones.map(\.created))
    for (place, name) in zip(zones.indices, given) {
      let item = zones[place]
      zones[place].object.mark(MemberPath(), .understood)
      zones[place].object.mark(["id", "created", "lastUpdated", "_links", "system"], .outside, Self.unseen)
      for path in Self.unreadOfZone(item.object) { zones[place].object.mark(path, .notUnderstood, "not read by this version") }
      if item.status == .unknown { zones[place].object.mark(["status"], .notUnderstood, OktaStatus.reason) }
      for (member, known) in Self.wordsOfZone where item.object.value(MemberPath([.member(member)])) != nil {
        let word = item.object.json[member]?.stringValue?.uppercased() ?? ""
        if !known.contains(word) { zones[place].object.mark([member], .notUnderstood, "not one of the words that are known") }
      }
      let digest = MeaningDigest.of(item.object.json, without: Self.changing.union(["name", "status", "system"]))
      self.zones[item.id] = Named(name: name, meaning: "network zone, digest \(digest)", status: item.status)
    }
  }

  private static let wordsOfZone = [("type", ["IP", "DYNAMIC", "DYNAMIC_V2"]), ("usage", ["POLICY", "BLOCKLIST"])]
  private static let ofZone: Set<String> = [
    "id", "created", "lastUpdated", "_links", "system", "type", "name", "status", "usage", "gateways", "proxies", "locations", "asns",
    "ipServiceCategories", "proxyType",
  ]

  /// The members of a zone that say something and are not read.
  static func unreadOfZone(_ zone: SourceObject) -> [MemberPath] {
    zone.paths(below: MemberPath()).filter { path in
      guard case .member(let name)? = path.steps.last, !ofZone.contains(name) else { return false }
      return zone.mayMean(path)
    }
  }

  mutating func readBehaviors(_ items: inout [OktaItem]) { behaviors = Self.read(&items, "behavior") }
  mutating func readAssurances(_ items: inout [OktaItem]) { assurances = Self.read(&items, "device assurance") }

  mutating func readUserTypes(_ items: inout [OktaItem]) {
    userTypes = Self.read(&items, "user type", .outside, Self.unseen)
    for place in items.indices {
      items[place].object.mark(["id", "name", "default"], .understood)
      // One that was deleted and made again under its old name has another id.
      userTypes[items[place].id]?.meaning = "id digest \(OktaNames.digest(ofID: items[place].id))"
    }
    if let item = items.first(where: { $0.object.json["default"]?.boolValue == true }), let name = userTypes[item.id]?.name {
      defaultType = name
    }
  }

  /// A digest that distinguishes two things of which only the id is known.
  static func digest(ofID id: String) -> String { String(MeaningDigest.of("id \(id)").prefix(8)) }

  private static func read(
    _ items: inout [OktaItem], _ what: String, _ list: ImportList = .open, _ reason: String = "checked by the vendor: its digest is kept"
  ) -> [String: Named] {
    var names = UniqueNames(reserved: [TenantRules.noName])
    let given = names.names(of: items.map { ($0.id, $0.name) }, created: items.map(\.created))
    var found: [String: Named] = [:]
    for (place, name) in zip(items.indices, given) {
      let item = items[place]
      items[place].object.mark(MemberPath(), list, reason)
      items[place].object.mark(Array(changing), .outside, unseen)
      let digest = MeaningDigest.of(item.object.json, without: changing.union(["name"]))
      found[item.id] = Named(name: name, meaning: "\(what), digest \(digest)", status: item.status)
    }
    return found
  }
}
