import Encodings
import TenantDecisions
import TenantImport

/// Puts policies and their rules together into lists of rules.
struct OktaPolicies: Sendable {
  var conditions: OktaConditions
  let demands: OktaDemands
  /// Policies and rules of all types, with what became of their members.
  var policies: [OktaItem]
  var rules: [OktaItem]
  /// The lists that were fetched.
  let fetched: Set<String>
  /// Those that may lack something.
  let partial: OktaPartialLists
  var gaps: [ImportReport.Gap] = []
  /// What the list for addresses that are blocked is called.
  static let blockedZones = "Blocked zones"
  /// After the name of a rule that holds where what is known of it does not.
  static let notKnown = " (not known)"
  /// The org's ids of the rules of its lists.
  var ids = OktaIDs()

  init(_ source: OktaSource, conditions: OktaConditions, authenticators: OktaAuthenticators) {
    self.conditions = conditions
    demands = OktaDemands(authenticators: authenticators)
    policies = source.all(.policy)
    rules = source.all(.rule)
    fetched = source.fetched
    partial = source.partial
    label()
  }

  /// Gives objects the names that reports show, and marks what says who made them.
  private mutating func label() {
    for place in policies.indices {
      policies[place].object.kind = "\(Self.word(policies[place].type)) policy"
      mark(&policies[place])
    }
    for place in rules.indices {
      let policy = policies.first { $0.id == rules[place].parent }
      rules[place].object.kind = "\(Self.word(policy?.type ?? rules[place].type)) rule"
      let owner = policy?.name ?? rules[place].parent.map { "policy …\(SourceText.ending(of: $0))" }
      rules[place].object.name = (owner.map { "\($0)/" } ?? "") + rules[place].name
      mark(&rules[place], owner: policy.flatMap { OktaPolicyType(rawValue: $0.type)?.typeOfRules })
    }
  }

  private static func word(_ type: String) -> String {
    OktaPolicyType(rawValue: type == "SIGN_ON" ? OktaPolicyType.session.rawValue : type)?.word
      ?? "other \(SourceText.slug(type, joinedBy: " "))"
  }

  /// - Parameter owner: the type that rules of its policy have; `nil` for a policy, and where it is not known.
  private func mark(_ item: inout OktaItem, owner: String? = nil) {
    item.object.mark(
      ["id", "created", "lastUpdated", "createdBy", "lastUpdatedBy", "_links", "description"], .outside,
      "not part of what people are asked for")
    item.object.mark(["status", "priority", "system", "name"], .understood)
    // Another word than that of its policy is not understood, and stays without a mark.
    if owner == nil || owner == item.type || !item.object.says("type") { item.object.mark(["type"], .understood) }
    if !item.isOfUnknownResource { item.object.mark("_embedded.resourceType", .understood) }
    if item.status == .unknown { item.object.mark(["status"], .notUnderstood, OktaStatus.reason) }
  }

  /// The active policies of a type in the order in which they are tried, as places; the others are marked.
  mutating func active(_ type: OktaPolicyType) -> [Int] {
    let own = policies.indices.filter { policies[$0].type == type.rawValue }
    for place in own where !policies[place].isActive { markUnused(&policies[place].object, "it is switched off") }
    return own.filter { policies[$0].isActive }.sorted { OktaItem.order(policies[$0], policies[$1]) }
  }

  func markUnused(_ object: inout SourceObject, _ reason: String) {
    object.mark(["conditions", "settings", "actions", "_embedded"], .outside, reason)
  }

  /// The active rules of a policy in the order in which they are tried, as places.
  private mutating func rules(of policy: OktaItem) -> [Int] {
    let own = rules.indices.filter { rules[$0].parent == policy.id }
    for place in own where !rules[place].isActive { markUnused(&rules[place].object, "it is switched off") }
    return own.filter { rules[$0].isActive }.sorted { OktaItem.order(rules[$0], rules[$1]) }
  }

  /// A list of a policy's rules.
  ///
  /// - Parameters:
  ///   - name: what the list is called.
  ///   - decide: reads what a rule decides.
  mutating func list(
    _ place: Int, _ kind: RuleKind, name: String, condition: Condition<DecisionAtom> = .always,
    _ decide: (inout SourceObject) -> OktaDecision
  ) -> DecisionList {
    lists(place, [kind], name: name, condition: condition) { [decide(&$0)] }[0]
  }

  /// Lists of several kinds of a policy's rules, each of which decides for all of the kinds.
  mutating func lists(
    _ place: Int, _ kinds: [RuleKind], name: String, condition: Condition<DecisionAtom>, _ decide: (inout SourceObject) -> [OktaDecision]
  ) -> [DecisionList] {
    let own = rules(of: policies[place])
    let ends = Self.ends(own.map { rules[$0] })
    var lists = kinds.map { _ in DecisionList(name: name, condition: condition, rules: []) }
    let unread = doubts(ofPolicy: place)
    let order = OktaOrder(own.map { rules[$0] })
    for place in order.unclear { gaps += Self.markOrder(&rules[own[place]].object) }
    for (offset, rule) in own.enumerated() {
      if offset == order.first {
        let unordered = unordered("rules of \(policies[place].name)", id: policies[place].id)
        for kind in lists.indices { lists[kind].rules.append(unordered) }
      }
      if let id = ends[offset] { rules[rule].object.name += " (\(id))" }
      let condition = conditions.condition(of: &rules[rule].object)
      let decisions = decide(&rules[rule].object)
      let unread = Self.unread(rules[rule].object)
      let isOn = switchedOn(rules[rule])
      for (kind, var decision) in decisions.enumerated() {
        if !unread.isEmpty {
          let mayLetIn = decision.outcome == .deny && [.session, .app].contains(kinds[kind])
          decision.otherwise = mayLetIn ? .ask(RuleAsk(kinds: 1)) : .deny
        }
        decision.doubts += unread
        gaps += decision.gaps
        let decided = decided(rules[rule], id: ends[offset], kinds[kind], .allOf([condition, isOn]), decision)
        ids.note(decided, of: kinds[kind], list: name, as: rules[rule].id)
        lists[kind].rules += decided
      }
    }
    if own.isEmpty, !fetched.contains("rules of \(policies[place].id)") {
      gaps.append(.init("rules of the policy '\(policies[place].name)'", .missing, "what it decides is an open flag"))
      let thing = "rules of the policy '\(policies[place].name)'"
      for (place, kind) in kinds.enumerated() { lists[place].rules = unknown("Rules not in the folder", about: thing, kind: kind) }
    } else {
      for (kind, one) in kinds.enumerated() { lists[kind].rules.insert(contentsOf: moreRules(of: policies[place], kind: one), at: 0) }
    }
    for (kind, one) in kinds.enumerated() { lists[kind].rules.insert(contentsOf: asRead(policies[place], unread, kind: one), at: 0) }
    return lists
  }

  /// Marks a priority that does not say the order; what is missing if there is none.
  private static func markOrder(_ object: inout SourceObject) -> [ImportReport.Gap] {
    guard object.json["priority"] == nil else {
      object.mark(["priority"], .notUnderstood, OktaOrder.reason)
      return []
    }
    return [.init("priority of the \(object.kind) '\(object.name)'", .notUnderstood, OktaOrder.reason)]
  }

  /// A list above those of policies that may be tried in another order; `nil` but in front of the first of them.
  mutating func unordered(
    _ offset: Int, of places: [Int], _ type: OktaPolicyType, _ names: inout UniqueNames
  ) -> DecisionList? {
    let order = OktaOrder(places.map { policies[$0] })
    guard offset == order.first else { return nil }
    for place in order.unclear { gaps += Self.markOrder(&policies[places[place]].object) }
    let name = names.names(of: [("", "Order of policies")])[0]
    return DecisionList(name: name, rules: [unordered("\(type.word) policies", id: type.rawValue)])
  }

  /// Rules of one name have the end of their ids.
  private static func ends(_ rules: [OktaItem]) -> [String?] {
    var counts: [String: Int] = [:]
    for rule in rules { counts[rule.name, default: 0] += 1 }
    var names = UniqueNames()
    return rules.map { rule in
      guard counts[rule.name, default: 0] > 1 else { return nil }
      return names.name(rule.name, endingAs: rule.id) { $1 }
    }
  }

  /// A rule; two of them where what it asks for is not known.
  private mutating func decided(
    _ rule: OktaItem, id: String?, _ kind: RuleKind, _ condition: Condition<DecisionAtom>, _ decision: OktaDecision
  ) -> [DecisionRule] {
    let authenticators = authenticatorsAreKnown(kind, decision)
    guard !decision.doubts.isEmpty || authenticators != nil else {
      return [DecisionRule(name: rule.name, id: id, condition: condition, text: "", outcome: decision.outcome)]
    }
    var otherwise = decision.otherwise
    // A demand that people may be able to meet after all does not keep everyone out.
    if authenticators != nil { otherwise = decision.outcome == .deny ? .ask(RuleAsk(kinds: 1)) : .deny }
    var known = [condition]
    if !decision.doubts.isEmpty {
      let doubts = decision.doubts.joined(separator: "; ")
      known.append(
        conditions.flags.condition(
          "demand of \(rule.id)", name: "\(rule.name) is as read",
          text: "'\(rule.name)' asks for what is written here and no more (digest \(MeaningDigest.of(doubts))); not understood: \(doubts)"))
    }
    known += authenticators.map { [$0] } ?? []
    return [
      DecisionRule(name: rule.name, id: id, condition: .allOf(known), text: "", outcome: decision.outcome),
      DecisionRule(name: "\(rule.name)\(Self.notKnown)", id: id, condition: condition, text: "", outcome: otherwise),
    ]
  }

  /// Rules for what is not in the folder: it is not known whether people get in.
  ///
  /// - Parameters:
  ///   - name: of the rule.
  ///   - thing: what it is, without what is wrong with it.
  ///   - kind: of the rules around it.
  ///   - condition: when it counts.
  mutating func unknown(
    _ name: String, about thing: String, kind: RuleKind = .app, when condition: Condition<DecisionAtom> = .always
  ) -> [DecisionRule] {
    let (outcome, what): (RuleOutcome, String) =
      switch kind {
      case .enrolment: (.set(["everything": "optional"]), "everything may be set up")
      case .session, .app: (.ask(RuleAsk(kinds: 1)), "one proof is enough")
      case .password, .recovery, .registration, .routing: (.set(["everything": "allowed"]), "everything is allowed")
      case .lifetime: (.set([OktaLifetimes.longest: OktaLifetimes.noLimit]), "a sign-in has no limit")
      }
    let flag = conditions.flags.condition(
      "unknown \(thing)", name: thing,
      text: "\(what) by the \(thing)\(conditions.names.isMissing)")
    return [
      DecisionRule(name: name, condition: condition == .always ? flag : .allOf([condition, flag]), text: "", outcome: outcome),
      DecisionRule(name: "\(name)\(Self.notKnown)", condition: condition, text: "", outcome: .deny),
    ]
  }
}

/// The people that policies apply to.
extension OktaPolicies {
  /// The people that a policy applies to: the default one, which Okta makes, applies to everybody, whatever group it names.
  mutating func audience(_ place: Int) -> Condition<DecisionAtom> {
    let isOn = switchedOn(policies[place])
    guard policies[place].isSystem else { return .allOf([conditions.condition(of: &policies[place].object), isOn]) }
    markEverybody(place)
    guard policies[place].type == OktaPolicyType.password.rawValue else { return isOn }
    return .allOf([conditions.provider("conditions.authProvider", &policies[place].object) ?? .always, isOn])
  }

  /// Marks the group of everybody, which a default policy names; anything else that it says of people stays without a mark.
  private mutating func markEverybody(_ place: Int) {
    let groups: MemberPath = "conditions.people.groups.include"
    if policies[place].object.value(groups)?.arrayValue?.isEmpty == true { policies[place].object.mark(groups, .understood) }
    for item in 0..<policies[place].object.count(groups) {
      guard let id = policies[place].object.value(groups[item])?.stringValue else { continue }
      if conditions.names.everyone.contains(id) {
        policies[place].object.mark(groups[item], .understood)
      } else if conditions.names.everyone.isEmpty {
        policies[place].object.mark(groups[item], .assumed, "it is taken for the group of everybody, which is not in the folder")
      }
    }
  }

  /// The names of lists of policies.
  func names(of places: [Int], _ unique: inout UniqueNames) -> [String] {
    unique.names(of: places.map { (policies[$0].id, policies[$0].name) }, created: places.map { policies[$0].created })
  }

  /// Whether some rule holds for everybody.
  static func isForEverybody(_ lists: [DecisionList]) -> Bool {
    lists.contains { list in list.condition == .always && list.rules.contains { $0.condition == .always } }
  }
}

/// Sessions.
extension OktaPolicies {
  /// The rules of sessions, those of how long a sign-in lasts, and for how long one does in the mock's flow, as its file writes it.
  mutating func session(blocked zones: [OktaItem]) -> (session: [DecisionList], lifetime: [DecisionList], flow: String?) {
    let kinds = [RuleKind.session, .lifetime]
    var all = [[blocked(zones)].compactMap { $0 } + lostLists(.session, kind: .session), lostLists(.session, kind: .lifetime)]
    var lifetimes = OktaLifetimes()
    if !all[1].isEmpty || lacksRules(.session) { lifetimes.isKnown = false }
    let places = active(.session)
    let demands = demands
    var names = UniqueNames(reserved: Set(all[0].map(\.name)))
    let given = self.names(of: places, &names)
    for (offset, (place, name)) in zip(places, given).enumerated() {
      if let list = unordered(offset, of: places, .session, &names) { all = all.map { $0 + [list] } }
      let condition = audience(place)
      let lists = lists(place, kinds, name: name, condition: condition) { object in
        let lifetime = lifetimes.decision(&object)
        return [demands.session(&object), lifetime]
      }
      for (kind, list) in lists.enumerated() { all[kind].append(list) }
    }
    if !Self.isForEverybody(all[0]) {
      lifetimes.isKnown = false
      gaps.append(.init("default policy of sessions", .missing, "what it decides is an open flag"))
      let name = names.names(of: [("", "Policies not in the folder")])[0]
      for (place, kind) in kinds.enumerated() {
        let rules = unknown("Session not in the folder", about: "default policy of sessions", kind: kind)
        all[place].append(DecisionList(name: name, rules: rules))
      }
    }
    gaps += lifetimes.gaps
    return (all[0], all[1], lifetimes.flow)
  }

  /// Addresses that are blocked before any policy is looked at.
  private mutating func blocked(_ zones: [OktaItem]) -> DecisionList? {
    let names = zones.filter { $0.blocks == true }.compactMap { conditions.names.zones[$0.id]?.name }
    let unclear = unclearBlocks(zones)
    guard !names.isEmpty || !unclear.isEmpty else { return nil }
    let exempt = zones.first { $0.object.json["name"]?.stringValue == "DefaultExemptIpZone" && $0.status == .active && $0.hasAddresses }
    let isBlocked = Condition.anyOf(names.map { conditions.has(zone: $0) } + unclear)
    let isExempt = exempt.flatMap { conditions.names.zones[$0.id]?.name }.map { conditions.has(zone: $0) }
    return DecisionList(
      name: Self.blockedZones,
      condition: .allOf([isBlocked, (isExempt ?? (names.isEmpty ? nil : unclearExemption)).map { Condition.no($0) } ?? .always]),
      rules: [DecisionRule(name: "Blocked", condition: .always, text: "", outcome: .deny)])
  }
}

/// Zones that may block people, which is not known.
extension OktaPolicies {
  /// That people in a blocked zone are exempt, where the zone that says so may be missing.
  private var unclearExemption: Condition<DecisionAtom>? {
    mutating get {
      guard conditions.names.lacksZones else { return nil }
      return conditions.flags.condition(
        "exempt zone", name: "exempt from blocked zones", text: "the request is exempt by a zone\(conditions.names.isMissing)")
    }
  }

  private mutating func unclearBlocks(_ zones: [OktaItem]) -> [Condition<DecisionAtom>] {
    let others =
      conditions.names.lacksZones
      ? [
        conditions.flags.condition(
          "blocking zones", name: "blocked by a zone", text: "the request is blocked by a zone\(conditions.names.isMissing)")
      ] : []
    return others
      + zones.filter { $0.blocks == nil }.map { zone in
        conditions.flags.condition(
          "blocking zone \(zone.id)", name: "blocked by \(zone.name)",
          text:
            "the request is blocked by the zone '\(zone.name)', which is not understood (digest \(MeaningDigest.of(zone.object.json, without: OktaNames.changing)))"
        )
      }
  }
}

extension OktaItem {
  /// Whether a zone keeps everybody in it out, whatever policies say; `nil` if that is not known.
  fileprivate var blocks: Bool? {
    guard isActive else { return false }
    // The API has no default for it.
    guard let usage = object.json["usage"]?.stringValue?.uppercased() else { return nil }
    guard usage != "POLICY" else { return false }
    let isKnown = status == .active && usage == "BLOCKLIST"
    if hasAddresses { return isKnown ? true : nil }
    return isKnown && OktaNames.unreadOfZone(object).isEmpty ? false : nil
  }

  fileprivate var hasAddresses: Bool {
    ["gateways", "proxies", "locations", "asns", "ipServiceCategories", "proxyType"].contains { object.says(MemberPath([.member($0)])) }
  }
}

/// Which authenticators people set up.
extension OktaPolicies {
  mutating func enrolment() -> [DecisionList] {
    let places = active(.enrolment)
    let reader = OktaEnrolment(demands.authenticators)
    var lists = lostLists(.enrolment, kind: .enrolment)
    var names = UniqueNames(reserved: Set(lists.map(\.name)))
    let given = self.names(of: places, &names)
    for (offset, (place, name)) in zip(places, given).enumerated() {
      if let list = unordered(offset, of: places, .enrolment, &names) { lists.append(list) }
      let condition = audience(place)
      let settings = reader.settings(&policies[place].object)
      lists.append(list(place, .enrolment, name: name, condition: condition) { reader.decision(&$0, settings) })
      if settings.words.contains(where: { $0.key != "password" && $0.value == "required" }) {
        let reason = "no one is asked to set one up that no rule for signing in asks for"
        gaps.append(.init("required authenticators in the mock's flow", .assumed, reason))
      }
    }
    if !Self.isForEverybody(lists) {
      gaps.append(.init("default policy of enrolment", .missing, "what people may set up is an open flag"))
      let name = names.names(of: [("", "Policies not in the folder")])[0]
      lists.append(
        DecisionList(name: name, rules: unknown("Enrolment not in the folder", about: "default policy of enrolment", kind: .enrolment)))
    }
    return lists
  }
}
