/// The walks on two versions of a tenant, as far as rules know of them.
package struct RuledCases: Sendable {
  private let people: [String: FactValues]
  private let now: TenantRules

  package init(_ before: TenantRules, _ now: TenantRules) {
    people = Dictionary(MergedRules(before, now).people.map { ($0.name, $0.values) }) { first, _ in first }
    self.now = now
  }

  /// - Parameters:
  ///   - person: the account's name.
  ///   - situation: what is so of its requests, in both versions.
  /// - Returns: `nil` for an account that only one version has, or that is another one there.
  package func walk(app: String, person: String, situation: FactValues) -> RuledCase? {
    people[person].map { own in
      RuledCase(app: app, values: own.updated(with: now.complete(situation, isOfPerson: false)), facts: now.facts)
    }
  }
}

/// What rules know of a walk: at which app it signs in, as which person, in which situation.
package struct RuledCase: Sendable, Hashable {
  fileprivate let app: String
  fileprivate let values: FactValues
  fileprivate let facts: [String: DecisionFact]

  /// Whether a change happens on the walk, whatever open flags are.
  package func isAmong(_ change: RuleChange) -> Bool {
    change.kind == nil
      && change.places.contains { place in
        place.apps.contains(app) && place.people?.decided { values.truth(of: $0, in: facts) } == true
      }
  }
}
