package import Encodings
package import TenantDecisions
package import TenantImport

/// Okta's access simulation, which says by which rules an org decides for a made-up person.
///
/// **Source**: *Policy API*, access simulation, and the guide *Test your policies with access simulations*. That no zone is
/// said with an address of a network for documentation, that the group of everybody has to be named, and which platforms there are,
/// is inferred.
package struct OktaEvaluator: OrgEvaluator {
  private let ids: OktaIDs

  init(_ ids: OktaIDs) { self.ids = ids }

  package let kinds: [RuleKind] = [.session, .app, .enrolment]
  /// The person of a question is made up, and has no history from which a behavior could be detected.
  package let presumed: Set<String> = [OktaConditions.person, "session.behaviors"]

  private static let platforms: Set<String> = ["ios", "android", "windows", "macos", "chromeos"]
  /// Of a network that no one has (RFC 5737), so that it is in no zone.
  private static let addressInNoZone = "192.0.2.1"
  private static let policies = "okta.policies.read"

  package func knows(app: String) -> Bool { ids.apps[app].map { OktaAPI.isID($0) } ?? false }

  package func canSay(_ atom: DecisionAtom) -> Bool {
    switch atom {
    case .member("account.groups", let name): name.isEmpty || ids.groups[name] != nil
    case .member("session.zones", let name): name.isEmpty || ids.zones[name] != nil
    case .word(OktaConditions.person, let word): word == OktaConditions.unnamed
    case .member("session.behaviors", let name): name.isEmpty
    case .word("session.risk", let word): ["low", "medium", "high"].contains(word)
    case .word("session.device", let word): ["unknown", "registered", "managed"].contains(word)
    case .word("session.platform", let word): Self.platforms.contains(word)
    case .member, .word, .flag, .open: false
    }
  }

  /// A rule that the org has no more has an id of its own, unless an import may have made it up: such rules read open flags.
  package func id(of entry: RuleSequence.Entry, _ kind: RuleKind) -> String? {
    if let known = ids.id(of: entry, kind) { return known }
    let readsFlag = entry.condition.atoms.contains { if case .open = $0 { true } else { false } }
    let isMadeUp = entry.list == OktaPolicies.blockedZones || readsFlag || entry.rule.name.hasSuffix(OktaPolicies.notKnown)
    return isMadeUp ? nil : "not in the org: \(kind.rawValue)/\(entry.list)/\(entry.rule.name)/\(entry.rule.id ?? "")"
  }

  package func isKnown(_ entry: RuleSequence.Entry, _ kind: RuleKind) -> Bool { ids.id(of: entry, kind) != nil }

  package func groups(ofApp app: String) -> SourceRequest? {
    guard knows(app: app), let id = ids.apps[app] else { return nil }
    return SourceRequest(
      name: "groups of the app '\(app)'", path: "/api/v1/apps/\(id)/groups?limit=200", scope: "okta.apps.read", file: "apps-groups")
  }

  package func assigned(_ answers: [JSONValue]) -> [String] {
    answers.flatMap { $0.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue }
  }

  package func request(_ question: RuleQuestion, app: String, assigned: [String], read: Set<String>) -> SourceRequest? {
    guard let id = ids.apps[app], let context = context(question, assigned: assigned, read: read) else { return nil }
    let body: JSONValue = [
      "policyTypes": [.string(Self.type(of: question.kind).rawValue)], "appInstance": .string(id), "policyContext": context,
    ]
    var request = SourceRequest(
      name: "an access simulation", path: "/api/v1/policies/simulate?expand=EVALUATED&expand=RULE", scope: Self.policies,
      file: "simulate", isList: false)
    request.body = body
    return request
  }

  private static func type(of kind: RuleKind) -> OktaPolicyType {
    switch kind {
    case .session, .lifetime: .session
    case .app: .app
    case .enrolment: .enrolment
    case .password, .recovery: .password
    case .registration: .registration
    case .routing: .routing
    }
  }

  /// - Parameters:
  ///   - assigned: the ids of the groups that the app is assigned to: one of them has to be among the person's.
  ///   - read: the names of groups that the rules ask for.
  private func context(_ question: RuleQuestion, assigned: [String], read: Set<String>) -> JSONValue? {
    let values = question.values
    let own = (values.names["account.groups"] ?? []).sorted().map { ids.groups[$0] }
    guard !own.contains(nil) else { return nil }
    var groups = ids.everyone + own.compactMap { $0 }
    if !assigned.contains(where: groups.contains) {
      let known = Set(read.compactMap { ids.groups[$0] })
      guard let other = assigned.first(where: { !known.contains($0) }) else { return nil }
      groups.append(other)
    }
    var context = [JSONValue.Member("groups", Self.list(groups))]
    if let zones = values.names["session.zones"] {
      let named = zones.sorted().compactMap { ids.zones[$0] }
      context.append(zones.isEmpty ? .init("ip", .string(Self.addressInNoZone)) : .init("zones", Self.list(named)))
    }
    if let risk = values.words["session.risk"] { context.append(.init("risk", ["level": .string(risk.uppercased())])) }
    var device: [JSONValue.Member] = []
    if let state = values.words["session.device"] {
      device += [.init("registered", .bool(state != "unknown")), .init("managed", .bool(state == "managed"))]
    }
    if let platform = values.words["session.platform"], Self.platforms.contains(platform) {
      device.append(.init("platform", .string(platform.uppercased())))
    }
    if !device.isEmpty { context.append(.init("device", .object(device))) }
    return .object(context)
  }

  private static func list(_ ids: [String]) -> JSONValue { ["ids": .array(ids.map { .string($0) })] }

  package func answer(_ json: JSONValue, to question: RuleQuestion) -> EvaluatorAnswer {
    let all = json.arrayValue ?? json["evaluation"]?.arrayValue
    guard let all else { return .notKnown("the answer is not one of an access simulation") }
    let type = Self.type(of: question.kind).rawValue
    let own = all.filter { ($0["policyType"]?.arrayValue ?? [$0["policyType"] ?? .null]).contains(.string(type)) }
    guard own.count == 1, let evaluation = own.first else {
      return .notKnown("the answer has \(own.isEmpty ? "nothing" : "several evaluations") for \(type)")
    }
    guard let policies = evaluation["result"]?["policies"]?.arrayValue else { return .notKnown("the answer has no result for \(type)") }
    let unclear = Self.rules(evaluation["undefined"]) { _ in true }
    let matched = Self.rules(evaluation["result"]) { $0 == "MATCH" }
    guard matched.count == (policies.isEmpty ? 0 : 1), matched.allSatisfy({ !$0.id.isEmpty }) else {
      return .notKnown("the answer has \(matched.count) matching rules with an id, in place of one")
    }
    let conditions = Set(unclear.flatMap(\.conditions)).sorted().prefix(3).joined(separator: ", ")
    let doubt = "the evaluator cannot tell whether a rule holds\(conditions.isEmpty ? "" : " (\(conditions))")"
    guard let rule = matched.first else {
      let isUndefined = !unclear.isEmpty || evaluation["status"]?.stringValue == "UNDEFINED"
      return isUndefined ? .notKnown(doubt) : .noRule
    }
    return .rule(id: rule.id, name: rule.name, mayBe: unclear.map(\.id), doubt: doubt)
  }

  private struct Rule {
    var id: String
    var name: String
    var conditions: [String]
  }

  /// The rules of some policies with a status; a policy that has none counts as one.
  private static func rules(_ json: JSONValue?, _ isMeant: (String?) -> Bool) -> [Rule] {
    (json?["policies"]?.arrayValue ?? []).flatMap { policy -> [Rule] in
      let rules = (policy["rules"]?.arrayValue ?? []).filter { isMeant($0["status"]?.stringValue) }
      guard isMeant(policy["status"]?.stringValue) else { return [] }
      return rules.map { rule in
        let conditions = (rule["conditions"]?.arrayValue ?? []).filter { $0["status"]?.stringValue == "UNDEFINED" }
        return Rule(
          id: rule["id"]?.stringValue ?? "", name: SourceText.name(rule["name"]?.stringValue ?? "Default Rule"),
          conditions: conditions.compactMap { $0["type"]?.stringValue.map { SourceText.name($0) } })
      }
    }
  }
}
