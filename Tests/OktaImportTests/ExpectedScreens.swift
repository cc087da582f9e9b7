import TenantDecisions

/// What a person has to see for what the rules demand of them, worked out by trying every set of authenticators.
struct ExpectedScreens {
  let demand: RuleDemand
  let authenticators: [KnownAuthenticator]
  let has: Set<String>
  /// Those that the enrolment rules let them set up.
  let settable: Set<String>

  func screen(after proven: Set<String>) -> ServedWalk.Screen {
    guard case .ask(let asks) = demand else { return .denied }
    if isEnough(proven) { return .signedIn }
    let usesOwn = !ways(after: proven, of: has, asks).isEmpty
    let held = usesOwn ? has : has.union(settable)
    guard usesOwn || !ways(after: proven, of: held, asks).isEmpty else { return .denied }
    // Each chain is a way of its own.
    let next = Self.singleChains(asks).reduce(into: Set<String>()) { next, asks in
      for way in ways(after: proven, of: held, asks) { next.formUnion(Self.first(of: way, asks, proven)) }
    }
    let usable = next.intersection(has)
    // The flow of a mock has screens for these authenticators alone.
    let flow = Set(ServedWalk.choices.map(\.name))
    let settable = Self.shown(next).intersection(flow)
    if usable.isEmpty { return settable.isEmpty ? .notKnown : .setUp(settable) }
    return usable == ["password"] ? .password : .choice(usable)
  }

  /// Okta Verify is set up as one, with all that it can do.
  static func shown(_ names: Set<String>) -> Set<String> {
    let app: Set<String> = ["okta_verify_push", "okta_verify_code"]
    return names.isDisjoint(with: app) ? names : names.union(app)
  }

  private func isEnough(_ names: Set<String>) -> Bool { isEnough(names, for: demand) }

  private func isEnough(_ names: Set<String>, for demand: RuleDemand) -> Bool {
    demand.isMet(by: authenticators.filter { names.contains($0.name) })
  }

  private static func singleChains(_ asks: Set<RuleAsk>) -> [Set<RuleAsk>] {
    guard let ask = asks.first(where: { $0.chains.count > 1 }) else { return [asks] }
    return ask.chains.flatMap { chain in
      var one = ask
      one.chains = [chain]
      return singleChains(asks.subtracting([ask]).union([one]))
    }
  }

  /// The sets that are enough and of which no part is.
  private func ways(after proven: Set<String>, of names: Set<String>, _ asks: Set<RuleAsk>) -> [Set<String>] {
    var found: [Set<String>] = []
    let rest = names.subtracting(proven).sorted()
    for set in Self.subsets(of: rest).sorted(by: { $0.count < $1.count }) where !found.contains(where: { $0.isSubset(of: set) }) {
      if isEnough(proven.union(set), for: .ask(asks)) { found.append(set) }
    }
    return found
  }

  static func subsets(of names: [String]) -> [Set<String>] {
    names.reduce([[]]) { sets, name in sets + sets.map { $0.union([name]) } }
  }

  /// Of chains the next step comes first.
  private static func first(of way: Set<String>, _ asks: Set<RuleAsk>, _ proven: Set<String>) -> Set<String> {
    let all = way.union(proven)
    let steps = asks.flatMap(\.chains).filter { chain in chain.allSatisfy { !$0.isDisjoint(with: all) } }
      .compactMap { chain in chain.first { $0.isDisjoint(with: proven) } }
    return steps.isEmpty ? way : way.filter { name in steps.contains { $0.contains(name) } }
  }
}
