import Encodings
import TenantDecisions
import TenantImport

/// Password policies: two kinds of rules, and what the mock's flow takes of them.
extension OktaPolicies {
  /// Words of the API for what keeps people's passwords, as far as password policies name them.
  static func providers(of policies: [OktaItem]) -> Set<String> {
    Set(
      policies.filter { $0.type == OktaPolicyType.password.rawValue && $0.isActive }.compactMap { provider($0) })
  }

  private static func provider(_ policy: OktaItem) -> String? {
    policy.object.json["conditions"]?["authProvider"]?["provider"]?.stringValue?.uppercased()
  }

  /// The rules of passwords and of recovery, and policies of the mock.
  mutating func passwords() -> (password: [DecisionList], recovery: [DecisionList], policies: [(name: String, value: String)]) {
    let reader = OktaPasswords(demands.authenticators)
    let lost = lostLists(.password, kind: .password)
    var names = UniqueNames(reserved: Set(lost.map(\.name)))
    var kinds = [lost, lost]
    var flows: [OktaPasswords.Flow] = []
    for places in byProvider(active(.password)) {
      let given = self.names(of: places, &names)
      for (offset, (place, name)) in zip(places, given).enumerated() {
        if let list = unordered(offset, of: places, .password, &names) { kinds = kinds.map { $0 + [list] } }
        let condition = audience(place)
        let settings = reader.settings(&policies[place].object)
        gaps += settings.gaps
        let read = flows.count
        let lists = lists(place, [.password, .recovery], name: name, condition: condition) { object in
          let found = reader.decisions(&object, settings)
          flows.append(found.flow)
          return [
            OktaDecision(outcome: .set(found.password), doubts: found.doubts, gaps: found.gaps),
            OktaDecision(outcome: .set(found.recovery), doubts: found.doubts),
          ]
        }
        for (kind, list) in lists.enumerated() { kinds[kind].append(list) }
        // Without its rules it is not known what the policy decides.
        if flows.count == read { flows.append(OktaPasswords.Flow(isKnown: false)) }
      }
    }
    if !lost.isEmpty || lacksRules(.password) || !demands.authenticators.doubts.isEmpty { flows.append(OktaPasswords.Flow(isKnown: false)) }
    if !isForEverybody(kinds[0]) {
      flows.append(OktaPasswords.Flow(isKnown: false))
      gaps.append(.init("default policy of passwords", .missing, "what passwords have to be, and how people recover, is an open flag"))
      let name = names.names(of: [("", "Policies not in the folder")])[0]
      for (place, kind) in [RuleKind.password, .recovery].enumerated() {
        kinds[place].append(
          DecisionList(name: name, rules: unknown("Passwords not in the folder", about: "default policy of passwords", kind: kind)))
      }
    }
    return (kinds[0], kinds[1], flow(flows))
  }

  /// Policies for people whose passwords are kept in different places are tried each for itself.
  private func byProvider(_ places: [Int]) -> [[Int]] {
    let words = places.map { Self.provider(policies[$0]) ?? "" }
    guard words.allSatisfy({ ["OKTA", "ACTIVE_DIRECTORY", "LDAP"].contains($0) }) else { return [places] }
    return ["OKTA", "ACTIVE_DIRECTORY", "LDAP"].map { word in
      zip(places, words).filter { $1 == word }.map(\.0)
    }.filter { !$0.isEmpty }
  }

  private func isForEverybody(_ lists: [DecisionList]) -> Bool {
    let whole = lists.filter { list in list.rules.contains { $0.condition == .always } }.map(\.condition)
    return whole.contains(.always)
      || conditions.providers.allSatisfy { whole.contains(.atom(.word(fact: OktaConditions.provider, $0))) }
  }

  /// The flow has one value for all people: that of the last rule, which is for the most of them.
  private mutating func flow(_ flows: [OktaPasswords.Flow]) -> [(name: String, value: String)] {
    guard let flow = flows.last, flow.isKnown else {
      gaps.append(
        .init(
          "passwords and recovery in the mock's flow", .assumed,
          "resetting a password and unlocking an account are left out, as what the org does is not known; the rest is as in the standard tenant"
        ))
      return [("recovery", "false"), ("unlock", "false")]
    }
    if Set(flows).count > 1 {
      gaps.append(
        .init(
          "passwords and recovery in the mock's flow", .assumed,
          "they are the same for everybody, as the last rule says: the rules tell people apart"))
    }
    gaps.append(.init("what a new password has to be in the mock's flow", .assumed, "8 characters: the rules say what the org asks for"))
    var policies: [(name: String, value: String)] = [
      ("recovery", "\(flow.resets)"), ("unlock", "\(flow.unlocks)"), ("reset", "{life: \(min(flow.mailLife, Self.never))m}"),
    ]
    guard flow.lockAfter > 0 else {
      gaps.append(.init("lock-out in the mock's flow", .assumed, "5 wrong passwords lock an account: the org never locks one"))
      return policies
    }
    let unlocked = flow.unlockAfter > 0 ? min(flow.unlockAfter, Self.never) : Self.never
    policies.append(("lockout", "{after: \(min(flow.lockAfter, Self.mostTries)), for: \(unlocked)m}"))
    return policies
  }

  /// Longer than any journey, in minutes.
  private static let never = 3_650 * 1_440
  /// More wrong passwords than any journey enters.
  private static let mostTries = 10_000
}
