import TenantDecisions
import TenantImport

/// Registration: each app has its policy by a link, so lists are for apps.
extension OktaPolicies {
  /// The rules of registration, and policies of the mock.
  ///
  /// - Parameters:
  ///   - apps: by their names, with the policy that each links to, if it does.
  ///   - hasAll: whether the whole list of apps is there; if not, one of them represents the others.
  mutating func registration(_ apps: [(name: String, policy: String?)], hasAll: Bool) -> (
    lists: [DecisionList], policies: [(name: String, value: String)]
  ) {
    let reader = OktaRegistration(names: conditions.names)
    var lists = lostLists(.registration, kind: .registration)
    let isLost = !lists.isEmpty
    var names = UniqueNames(reserved: Set(lists.map(\.name)))
    var flows: [OktaRegistration.Flow] = []
    let places = active(.registration)
    let known = Set(places.map { policies[$0].id })
    let unknown = apps.filter { !known.contains($0.policy ?? "") }
    let rest = apps.filter { known.contains($0.policy ?? "") }.map(\.name)
    let ofUnknown: Condition<DecisionAtom> =
      rest.isEmpty ? .always : hasAll ? Self.isOne(of: unknown.map(\.name)) : .no(Self.isOne(of: rest))
    // The default policy comes last: it is for all apps that are left.
    let used = places.filter { place in apps.contains { $0.policy == policies[place].id } }
    for place in places where !used.contains(place) { markUnused(place) }
    let given = self.names(of: used, &names)
    for (place, name) in zip(used, given) {
      if policies[place].isSystem, !unknown.isEmpty { lists += unknownRegistration(unknown.map(\.name), ofUnknown, &names) }
      let own = apps.filter { $0.policy == policies[place].id }
      let isForAll = policies[place].isSystem || own.count == apps.count
      let condition = isForAll ? .always : Self.isOne(of: own.map(\.name))
      var list = list(place, .registration, name: name, condition: condition) { object in
        let found = reader.decision(&object)
        flows.append(found.flow)
        return found.decision
      }
      list.rules.insert(contentsOf: switchedOff(policies[place]), at: 0)
      if policies[place].status == .unknown { flows.append(.init(registers: false, completes: false, isKnown: false)) }
      lists.append(list)
    }
    if !used.contains(where: { policies[$0].isSystem }), !unknown.isEmpty {
      lists += unknownRegistration(unknown.map(\.name), ofUnknown, &names)
    }
    if isLost || !unknown.isEmpty || lacksRules(.registration) { flows.append(.init(registers: false, completes: false, isKnown: false)) }
    return (lists, flow(flows))
  }

  private static func isOne(of apps: [String]) -> Condition<DecisionAtom> {
    .anyOf(apps.map { .atom(.word(fact: DecisionFact.client, $0)) })
  }

  private mutating func markUnused(_ place: Int) {
    markUnused(&policies[place].object, "no active app has this policy")
    for rule in rules.indices where rules[rule].parent == policies[place].id {
      markUnused(&rules[rule].object, "no active app has its policy")
    }
  }

  private mutating func unknownRegistration(
    _ unknown: [String], _ condition: Condition<DecisionAtom>, _ names: inout UniqueNames
  ) -> [DecisionList] {
    for app in unknown {
      gaps.append(.init("registration policy of the app '\(app)'", .missing, "who may register at it is an open flag"))
    }
    let name = names.names(of: [("", "Policies not in the folder")])[0]
    return [
      DecisionList(
        name: name, condition: condition,
        rules: self.unknown("Registration not in the folder", about: "registration policies of apps", kind: .registration))
    ]
  }

  /// The flow has one value for all apps: that of the last rule.
  private mutating func flow(_ flows: [OktaRegistration.Flow]) -> [(name: String, value: String)] {
    guard let flow = flows.last, flow.isKnown else {
      gaps.append(.init("registration in the mock's flow", .assumed, "it is left out, as what the org does is not known"))
      return [("registration", "false")]
    }
    if Set(flows).count > 1 {
      gaps.append(
        .init("registration in the mock's flow", .assumed, "it is the same at every app, as the last rule says: the rules tell apps apart"))
    }
    if flow.registers {
      gaps.append(
        .init("the form of registration in the mock's flow", .assumed, "it asks for names and an address, and sends a mail to it"))
    }
    return [("registration", "\(flow.registers)")] + (flow.completes ? [] : [("profile", "false")])
  }
}
