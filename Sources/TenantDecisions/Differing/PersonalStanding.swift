/// What one version of the rules means for one person.
struct PersonalStanding: Hashable {
  /// Whether the person gets in with what they have or may set up.
  var isLetIn: Bool
  /// Whether what they have is enough for all that they are asked for.
  var hasEnough: Bool
  /// Which sets of what they have are enough.
  var enough: Set<Set<String>>
}

extension TenantRules {
  /// What these rules mean for a person at an app; `nil` without such an app.
  ///
  /// Throws what it depends on where it is not known.
  func standing(of person: FactValues, in situation: FactValues, at name: String) throws(UndecidedRules) -> PersonalStanding? {
    guard let app = apps.first(where: { $0.name == name }) else { return nil }
    let had = authenticators.filter { person.names[ProofConditions.fact]?.contains($0.name) ?? false }
    let personal = try demand(of: person, in: situation, at: app)
    let progress = progress(personal, proven: [], has: Set(had.map(\.name)))
    guard case .ask(let all) = personal.demand else {
      return PersonalStanding(isLetIn: progress.state != .denied, hasEnough: progress.state != .denied, enough: [])
    }
    let asks = all.filter { $0.whenLacking != .passOver || $0.isMet(by: had) }
    let sets = ProofSet.groups(of: had, upTo: ProofSet.mostTogether(of: had.count)) ?? []
    let enough = sets.filter { set in asks.allSatisfy { $0.isMet(by: set) } }.map { Set($0.map(\.name)) }
    return PersonalStanding(isLetIn: progress.state != .denied, hasEnough: asks.allSatisfy { $0.isMet(by: had) }, enough: Set(enough))
  }
}
