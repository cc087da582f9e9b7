/// The weakest proofs with which people get into an app, and the rules that allow it.
package struct WeakestWay: Sendable, Hashable {
  package var app: String
  package var isForAdministrators: Bool
  /// The authenticators that are enough; `nil` where nobody gets in with those that the tenant has, or nothing is known.
  package var proofs: [String]?
  /// The deciding rules, the session's first.
  package var rules: [String]
  /// Whether it has so many combinations, or depends so on open flags, that there may be a weaker one.
  package var isNotKnown: Bool
}

extension OutcomeTables {
  /// For each app, those of administrators first.
  ///
  /// - Parameters:
  ///   - apps: in the order written.
  ///   - authenticators: those that the tenant has.
  package func weakest(_ apps: [RuledApp], _ authenticators: [KnownAuthenticator]) -> [WeakestWay] {
    let sets = ProofSet.all(of: authenticators)
    return (apps.filter(\.isForAdministrators) + apps.filter { !$0.isForAdministrators }).map { app in
      var way = WeakestWay(app: app.name, isForAdministrators: app.isForAdministrators, proofs: nil, rules: [], isNotKnown: true)
      guard let (sequences, outcomes) = outcomes(ofApp: app) else { return way }
      way.isNotKnown = outcomes.contains(where: \.isNotKnown)
      let ways = outcomes.compactMap { outcome in
        sets.first { outcome.demand.isMet(by: $0.authenticators) }.map { (set: $0, outcome: outcome) }
      }
      guard let weakest = ways.min(by: { $0.set.strength.lexicographicallyPrecedes($1.set.strength) }) else { return way }
      way.proofs = weakest.set.authenticators.map(\.name)
      way.rules = zip(sequences, weakest.outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule.name } ?? "(no rule)"
      }
      return way
    }
  }
}

/// Authenticators that somebody uses together.
private struct ProofSet {
  /// More than this together are never the weakest way.
  private static let most = 3

  var authenticators: [KnownAuthenticator]

  /// What it is worth: how many kinds, then what cannot be passed on, then how many.
  var strength: [Int] {
    let kinds = authenticators.reduce(into: Set<ProofKind>()) { $0.formUnion($1.proves) }
    let properties: [ProofProperty] = [.phishingResistant, .hardware, .deviceBound, .userVerification]
    return [kinds.count] + properties.map { property in authenticators.contains { $0.properties.contains(property) } ? 1 : 0 }
      + [authenticators.count]
  }

  /// Every set, the weakest first.
  static func all(of authenticators: [KnownAuthenticator]) -> [ProofSet] {
    var sets: [[KnownAuthenticator]] = [[]]
    for authenticator in authenticators { sets += sets.filter { $0.count < most }.map { $0 + [authenticator] } }
    return sets.map { ProofSet(authenticators: $0) }.enumerated()
      .sorted { ($0.element.strength + [$0.offset]).lexicographicallyPrecedes($1.element.strength + [$1.offset]) }.map(\.element)
  }
}
