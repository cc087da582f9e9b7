import Encodings
import TenantDecisions
import TenantImport

/// What is not known of policies and rules, as open flags.
extension OktaPolicies {
  /// The members of a rule that are not read, each with a digest.
  static func unread(_ rule: SourceObject) -> [String] {
    let paths = rule.paths(below: MemberPath()).filter { $0 != "conditions" && $0 != "actions" }
    return paths.flatMap { rule.unread(below: $0) }.map(rule.doubt)
  }

  /// Marks the members of a policy that are not read: its own, and conditions that policies of its type do not have.
  mutating func doubts(ofPolicy place: Int) -> [String] {
    let paths = policies[place].object.paths(below: MemberPath()).flatMap { policies[place].object.unread(below: $0) }
    for path in paths { policies[place].object.mark(path, .notUnderstood, "what it decides is an open flag") }
    policies[place].object.markRest(below: "conditions")
    return paths.map(policies[place].object.doubt)
  }

  /// Rules that decide where a policy or app means something else than what is read of it.
  mutating func asRead(_ item: OktaItem, _ doubts: [String], kind: RuleKind) -> [DecisionRule] {
    guard !doubts.isEmpty else { return [] }
    let text = doubts.joined(separator: "; ")
    let known = conditions.flags.condition(
      "members of \(item.id)", name: "\(item.name) is as read",
      text: "'\(item.name)' means what is written here and no more (digest \(MeaningDigest.of(text))); not understood: \(text)")
    return unknown("Other members", about: "members of '\(item.name)' that are not understood", kind: kind, when: .no(known))
  }

  /// A rule that decides where a list is tried in another order than the one it was read in.
  mutating func unordered(_ what: String, id: String) -> DecisionRule {
    let known = conditions.flags.condition(
      "order of \(id)", name: "order of \(what) is as read",
      text: "the \(what) are tried in the order in which they are written here: their priorities do not say it")
    return DecisionRule(name: "Order (not known)", condition: .no(known), text: "", outcome: .deny)
  }

  /// That something is switched on, where its status does not say it.
  mutating func switchedOn(_ item: OktaItem) -> Condition<DecisionAtom> {
    guard item.status == .unknown else { return .always }
    return conditions.flags.condition(
      "status of \(item.id)", name: "\(item.name) is switched on", text: "'\(item.name)' is switched on: its status is \(Self.status(item))"
    )
  }

  private static func status(_ item: OktaItem) -> String {
    guard let status = item.object.json["status"] else { return "missing" }
    return "not understood (digest \(MeaningDigest.of(status)))"
  }

  /// A rule that decides where an app or its policy is not switched on, if its status does not say it.
  mutating func switchedOff(_ item: OktaItem) -> [DecisionRule] {
    let known = switchedOn(item)
    return known == .always ? [] : [DecisionRule(name: "Status (not known)", condition: .no(known), text: "", outcome: .deny)]
  }

  /// That the authenticators are those that were read, for a decision that depends on them; `nil` if that is known.
  mutating func authenticatorsAreKnown(_ kind: RuleKind, _ decision: OktaDecision) -> Condition<DecisionAtom>? {
    let depends =
      switch decision.outcome {
      case .ask: true
      case .deny: decision.lacksAuthenticators
      case .set(let words): kind == .enrolment || kind == .recovery && words["reset"] != "denied"
      }
    let doubts = demands.authenticators.doubts
    guard depends, !doubts.isEmpty else { return nil }
    let text = doubts.joined(separator: "; ")
    return conditions.flags.condition(
      "authenticators", name: "authenticators are as read",
      text: "the authenticators that people can use are those that are written here (digest \(MeaningDigest.of(text))); not known: \(text)")
  }
}

/// Rules whose policy is not in the folder: each may be one of any list of its kind.
extension OktaPolicies {
  /// Rules in front of those of a kind, if the folder has such rules of the type.
  mutating func lost(_ type: OktaPolicyType, kind: RuleKind) -> [DecisionRule] {
    // A policy of a type that is not known may be of any.
    let ids = Set(policies.filter { OktaPolicyType(rawValue: $0.type) != nil }.map(\.id))
    let lost = rules.filter { rule in
      rule.isActive && rule.mayBe(of: type) && !(rule.parent.map(ids.contains) ?? false)
    }
    guard !lost.isEmpty else { return [] }
    let digest = MeaningDigest.of("\(lost.map { MeaningDigest.of($0.object.json, without: ["created", "lastUpdated"]) }.sorted())")
    let known = conditions.flags.condition(
      "lost \(type.rawValue)", name: "\(type.word) rules without a policy are of none",
      text: "the \(type.word) rules whose policy is not in the folder are of no policy that is (digest \(digest))")
    return unknown("Rules without a policy", about: "\(type.word) rules without a policy", kind: kind, when: .no(known))
  }

  /// Lists in front of those of a type: the same, and policies that may be missing.
  mutating func lostLists(_ type: OktaPolicyType, kind: RuleKind) -> [DecisionList] {
    [("Rules without a policy", lost(type, kind: kind)), ("Missing policies", morePolicies(type, kind: kind))].filter { !$0.1.isEmpty }
      .map { DecisionList(name: $0.0, rules: $0.1) }
  }
}

/// Lists of which a part is missing, refused or damaged: what is not there may decide before what is.
extension OktaPolicies {
  /// Whether policies of a type, or rules of one, may be missing.
  func lacksRules(_ type: OktaPolicyType) -> Bool {
    partial.contains(policiesOf: type)
      || policies.contains { $0.type == type.rawValue && $0.isActive && partial.contains(.rule, of: $0.id) }
  }

  private mutating func morePolicies(_ type: OktaPolicyType, kind: RuleKind) -> [DecisionRule] {
    guard partial.contains(policiesOf: type) else { return [] }
    return more("\(type.word) policies", id: type.rawValue, kind: kind)
  }

  /// Rules in front of those of a policy.
  mutating func moreRules(of policy: OktaItem, kind: RuleKind) -> [DecisionRule] {
    guard partial.contains(.rule, of: policy.id) else { return [] }
    return more("rules of '\(policy.name)'", id: policy.id, kind: kind)
  }

  private mutating func more(_ things: String, id: String, kind: RuleKind) -> [DecisionRule] {
    let known = conditions.flags.condition(
      "all of \(id)", name: "no further \(things)",
      text: "nothing is decided by further \(things): a part of the list is not in the folder (digest \(conditions.names.folder))")
    return unknown("Not in the folder", about: "further \(things)", kind: kind, when: .no(known))
  }
}

extension OktaItem {
  /// Whether a rule may be one of a policy of a type: one that does not say its type may be of any.
  fileprivate func mayBe(of wanted: OktaPolicyType) -> Bool {
    type.isEmpty || type == wanted.rawValue || type == "SIGN_ON" && wanted == .session
  }
}
