/// The weakest proofs with which people get into an app, and the rules that allow it.
package struct WeakestWay: Sendable, Hashable {
  package var app: String
  package var isForAdministrators: Bool
  /// The authenticators that are enough; `nil` where nobody gets in with those that the tenant has, or nothing is known.
  package var proofs: [String]?
  /// The deciding rules, the session's first.
  package var rules: [String]
  /// What about it is not known; `nil` for nothing.
  package var doubt: Doubt?
  /// Whether a rule asks for more, but not of people who have nothing that fits.
  package var isPassedOver = false

  package enum Doubt: Sendable, Hashable {
    /// Whether these rules decide depends on an open flag.
    case openFlag
    /// The rules or the authenticators have too many combinations.
    case tooMuch
  }
}

extension OutcomeTables {
  /// For each app, those of administrators first, among the people and situations that are given.
  ///
  /// - Parameters:
  ///   - apps: in the order written.
  ///   - rules: those of the tenant, with its authenticators.
  package func weakest(_ apps: [RuledApp], of rules: TenantRules) -> [WeakestWay] {
    let sets = ProofSet.all(of: rules.distinctAuthenticators)
    return (apps.filter(\.isForAdministrators) + apps.filter { !$0.isForAdministrators }).map { app in
      var way = WeakestWay(app: app.name, isForAdministrators: app.isForAdministrators, proofs: nil, rules: [], doubt: .tooMuch)
      guard let sets, let (sequences, outcomes) = outcomes(ofApp: app) else { return way }
      way.doubt = nil
      let ways = outcomes.compactMap { outcome -> (set: ProofSet, outcome: RuleRegions.Outcome)? in
        let demand = RuleDemand.least(
          zip(sequences, outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule.outcome } })
        return sets.first { demand.isMet(by: $0.authenticators) }.map { (set: $0, outcome: outcome) }
      }
      guard let weakest = ways.min(by: { $0.set.strength.lexicographicallyPrecedes($1.set.strength) }) else { return way }
      way.doubt = weakest.outcome.isNotKnown || weakest.outcome.reach == .mayNever ? .openFlag : nil
      way.isPassedOver = !weakest.outcome.demand.isMet(by: weakest.set.authenticators)
      way.proofs = weakest.set.authenticators.map(\.name)
      way.rules = zip(sequences, weakest.outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule.name } ?? "(no rule)"
      }
      return way
    }
  }
}

extension TenantRules {
  /// Authenticators that some rule can tell apart: of those that prove the same and that no rule names, the first.
  fileprivate var distinctAuthenticators: [KnownAuthenticator] {
    let words = Set(lists.values.joined().flatMap(\.rules).flatMap(\.outcome.words))
    var seen: Set<KnownAuthenticator> = []
    return authenticators.filter { authenticator in
      var kind = authenticator
      if !words.contains(kind.name) { kind.name = "" }
      if !words.contains(kind.type) { kind.type = "" }
      if !words.contains(kind.method) { kind.method = "" }
      return seen.insert(kind).inserted
    }
  }
}

extension RuleOutcome {
  /// The names, types and methods that it reads.
  fileprivate var words: [String] {
    guard case .ask(let ask) = self else { return [] }
    let needs: [ProofNeed] = ask.anyOf.flatMap { Array($0.values) }
    let named: [Set<String>] = needs.flatMap { [$0.types, $0.methods, $0.only, $0.not] } + ask.chains.joined()
    return named.flatMap { Array($0) }
  }
}

/// Authenticators that somebody uses together.
private struct ProofSet {
  /// More than this together are never the weakest way.
  private static let most = 3
  /// Of so many that rules tell apart there are 39,000 sets.
  private static let mostAuthenticators = 60

  var authenticators: [KnownAuthenticator]

  /// What it is worth: how many kinds, then what cannot be passed on, then how many.
  var strength: [Int] {
    let kinds = authenticators.reduce(into: Set<ProofKind>()) { $0.formUnion($1.proves) }
    let properties: [ProofProperty] = [.phishingResistant, .hardware, .deviceBound, .userVerification]
    return [kinds.count] + properties.map { property in authenticators.contains { $0.properties.contains(property) } ? 1 : 0 }
      + [authenticators.count]
  }

  /// Every set, the weakest first; `nil` if there are too many.
  static func all(of authenticators: [KnownAuthenticator]) -> [ProofSet]? {
    guard authenticators.count <= mostAuthenticators else { return nil }
    var sets: [[KnownAuthenticator]] = [[]]
    for authenticator in authenticators { sets += sets.filter { $0.count < most }.map { $0 + [authenticator] } }
    return sets.enumerated().map { place, set in (set: ProofSet(authenticators: set), place: place) }
      .map { (set: $0.set, order: $0.set.strength + [$0.place]) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.set)
  }
}
