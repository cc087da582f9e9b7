/// On which open flags rows depend.
extension OutcomeTables {
  /// By combination of rules, the flags on which it depends who it decides for; only for those of which that is not known.
  func openFlags(_ regions: inout RuleRegions) throws(DiagramLimit) -> [[Int?]: [String]] {
    var flags: [[Int?]: [String]] = [:]
    let unsure = Set(regions.outcomes.filter { !$0.notes.isEmpty }.map(\.rules))
    for place in regions.reached where unsure.contains(regions.combinations[place]) {
      let people = try regions.people(for: [place])
      flags[regions.combinations[place]] = try openFlags(of: people, &regions)
    }
    return flags
  }

  /// The flags on which it depends who these people are.
  func openFlags(of people: RuleRegions.People, _ regions: inout RuleRegions) throws(DiagramLimit) -> [String] {
    var flags: [String] = []
    for atom in regions.openAtoms where try regions.people(people, forSome: [atom], without: RuleRegions.nobody) != people {
      flags.append(atom.fact)
    }
    return flags.sorted()
  }

  /// What flags stand for, and how both values are tried.
  func footnotes(_ rows: [OutcomeRow]) -> [String] {
    Set(rows.flatMap(\.openFlags)).sorted().map { flag in
      let name = rules.facts[flag]?.shortName ?? flag
      let text = RuleWording.text(.atom(.open(fact: flag)), facts: rules.facts)
      return "\(text) may be so or not: see each with --given \(name)=true and --given \(name)=false"
    }
  }
}
