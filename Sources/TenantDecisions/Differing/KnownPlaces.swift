/// Which of the situations and people that a tenant has by name are among some people.
package struct KnownPlaces: Sendable, Hashable {
  /// The situations in which there are such people, in the order written.
  package var situations: [String] = []
  package var otherSituations: [String] = []
  /// The single people who are such people in one of these situations, or in another one where there are none of these, in the order written.
  package var people: [String] = []

  /// For each situation, the people to which it happens there; empty if no situation is named.
  package var peopleThere: [String: [String]] = [:]

  private static let shown = 4
  /// So few are named as an exception.
  private static let few = 2

  /// Where they are, in words, e.g. `for example in situation 'abroad'; nothing changes in 'ordinary'`; empty where they are in every situation.
  package var situationText: String {
    let (count, others) = (situations.count, otherSituations.count)
    if others == 0 { return "" }
    if count == 0 { return "in none of the \(others == 1 ? "" : "\(others) ")situations that have a name" }
    if others < count, others <= Self.few { return "in every situation but \(Self.list(otherSituations))" }
    let rest = others > Self.shown ? "the \(others) other situations" : Self.list(otherSituations)
    return "for example in situation\(count == 1 ? "" : "s") \(situationNames); nothing changes in \(rest)"
  }

  /// E.g. `'abroad' and 'on a phone'`.
  package var situationNames: String { Self.list(situations) }

  private static func list(_ names: [String]) -> String {
    let quoted = names.prefix(shown).map { "'\($0)'" }
    let rest = names.count - quoted.count
    if rest > 0 { return "\(quoted.joined(separator: ", ")) and \(rest) more" }
    return quoted.count < 2 ? quoted.joined() : "\(quoted.dropLast().joined(separator: ", ")) and \(quoted[quoted.count - 1])"
  }

  /// Who and where any of these are.
  package init(joining all: [KnownPlaces] = []) {
    for known in all {
      situations += known.situations.filter { !situations.contains($0) }
      people += known.people.filter { !people.contains($0) }
      for (situation, names) in known.peopleThere {
        peopleThere[situation, default: []] += names.filter { !peopleThere[situation, default: []].contains($0) }
      }
    }
    for known in all { otherSituations += known.otherSituations.filter { !situations.contains($0) && !otherSituations.contains($0) } }
  }
}

extension MergedRules {
  /// The situations of the second version, with everything that is not so in them.
  var situations: [(name: String, values: FactValues)] {
    now.situations.map { ($0.name, rules.complete($0.values, isOfPerson: false)) }
  }

  /// The accounts that are the same in both versions, with what they have in either.
  var people: [(name: String, values: FactValues)] {
    now.people.compactMap { person in
      guard let old = before.people.first(where: { $0.name == person.name }), isSame(old.values, person.values) else { return nil }
      var values = person.values
      if let had = old.values.names[ProofConditions.fact] { values.names[ProofConditions.fact, default: []].formUnion(had) }
      return (person.name, rules.complete(values, isOfPerson: true))
    }
  }

  /// Whether a person is the same in both versions, but for authenticators that only one of these has.
  func isSame(_ old: FactValues, _ new: FactValues) -> Bool {
    let both = Set(before.authenticators.map(\.name)).intersection(now.authenticators.map(\.name))
    return old.having(both) == new.having(both)
  }

  /// Whether this happens to a single person with the authenticators that they have, or may set up.
  ///
  /// - Parameter app: `nil` for rules that are not about apps: these say it of the person whatever they have.
  func meets(_ shift: DemandShift, _ person: FactValues, in situation: FactValues, at app: String?) -> Bool {
    guard let app else { return true }
    guard let old = try? before.standing(of: person, in: situation, at: app),
      let new = try? now.standing(of: person, in: situation, at: app)
    else { return false }
    switch shift {
    case .closed, .closedToLacking: return old.isLetIn && !new.isLetIn
    case .opened, .openedToLacking: return !old.isLetIn && new.isLetIn
    case .moreOfLacking, .lessOfLacking: return old.isLetIn && new.isLetIn && old.hasEnough != new.hasEnough
    case .oftener, .seldomer, .words: return old.isLetIn && new.isLetIn
    case .more: return old.isLetIn && new.isLetIn && !old.enough.isSubset(of: new.enough)
    case .less: return old.isLetIn && new.isLetIn && !new.enough.isSubset(of: old.enough)
    case .other: return old.isLetIn && new.isLetIn && old.enough != new.enough
    }
  }
}

extension FactValues {
  /// The same without other authenticators.
  fileprivate func having(_ known: Set<String>) -> FactValues {
    var values = self
    values.names[ProofConditions.fact, default: []].formIntersection(known)
    return values
  }
}
