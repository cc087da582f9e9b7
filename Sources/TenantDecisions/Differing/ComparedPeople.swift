/// What is compared: apps of which the same rules decide, or a kind of rules that is not about apps.
struct RuleSubject {
  var apps: [String]
  var kind: RuleKind?
  /// `nil` where the version has no such app.
  var before: [RuleSequence]?
  var now: [RuleSequence]?
  /// Whether it depends on the app which rules decide.
  var readsApp = false
}

/// The people for which rules of two versions decide together, including those for which that is not known.
struct ComparedPeople {
  private let subject: RuleSubject
  private let merged: MergedRules
  /// What all rules read.
  private let atoms: Set<DecisionAtom>
  /// For each sequence, its place among those that are different: what is the same in both versions is worked out once.
  private let places: [Int]
  private var regions: RuleRegions
  private var doubtful = RuleRegions.nobody
  private var reasons: Set<DecisionAtom> = []
  private let population: ComparedPopulation?

  init(
    _ subject: RuleSubject, _ sequences: [RuleSequence], _ merged: MergedRules, _ population: ComparedPopulation?, _ limit: Int
  ) throws(DiagramLimit) {
    (self.subject, self.merged, self.population) = (subject, merged, population)
    atoms = Set(sequences.joinedAtoms)
    var given: [Condition<DecisionAtom>] = []
    if let app = subject.apps.first, subject.readsApp { given = [.atom(.word(fact: DecisionFact.client, app))] }
    var different: [RuleSequence] = []
    places = sequences.map { sequence in
      if let place = different.firstIndex(of: sequence) { return place }
      different.append(sequence)
      return different.count - 1
    }
    regions = try RuleRegions(
      combining: different, of: merged.rules, given: given, besides: [population?.factors].compactMap(\.self), limit: limit)
  }

  /// Those that can be, each with its place and, for each sequence, the place of the deciding rule.
  var combinations: [(place: Int, rules: [Int?])] {
    regions.reached.map { place in
      let rules = regions.combinations[place]
      return (place, places.map { rules[$0] })
    }
  }

  mutating func people(for combinations: [Int]) throws(DiagramLimit) -> RuleRegions.People { try regions.people(for: Set(combinations)) }

  /// The people for which some combinations certainly decide; `nil` if there are none. Those for which it is not known are kept for `doubt`.
  ///
  /// - Parameters:
  ///   - pairs: the rules that decide; for each combination one.
  ///   - all: every combination that means the same for people.
  ///   - shift: what happens to them.
  mutating func surePlace(
    of pairs: [DecidingPair], among all: [Int], _ shift: DemandShift
  ) throws(DiagramLimit) -> RuleChange.Place? {
    let combinations = pairs.map(\.place)
    let whole = try people(for: combinations)
    let sure = try regions.people(whole, whatever: merged.notKnown)
    if sure != whole {
      doubtful = try regions.joined(doubtful, try regions.people(whole, forSome: merged.notKnown, without: sure))
      for atom in merged.notKnown where try regions.people(whole, whatever: [atom]) != whole { reasons.insert(atom) }
    }
    guard !RuleRegions.isNobody(sure) else { return nil }
    var place = try place(of: sure, shift)
    place.count = count(sure, shift, pairs)
    if !place.isKnown, all.count > combinations.count {
      let known = try regions.people(try people(for: all), whatever: regions.openAtoms)
      place.isKnown = !RuleRegions.isNobody(try regions.people(sure, among: known))
    }
    if all.count > combinations.count {
      place.together = text(of: try regions.people(try people(for: all), whatever: merged.notKnown)).who
    }
    return place
  }

  /// How many of the population they are; `nil` without one.
  private func count(_ people: RuleRegions.People, _ shift: DemandShift, _ pairs: [DecidingPair]) -> Headcount? {
    guard let population else { return nil }
    var (regions, sure, most) = (regions, people, people)
    do throws(DiagramLimit) {
      let lacking = Dictionary(grouping: pairs.compactMap { pair in population.lacking(shift, pair).map { ($0, pair.place) } }, by: \.0)
      if !lacking.isEmpty { (sure, most) = (RuleRegions.nobody, RuleRegions.nobody) }
      for (which, pairs) in lacking {
        let own = try regions.people(try regions.people(for: Set(pairs.map(\.1))), among: people)
        sure = try regions.joined(sure, try regions.people(own, where: which.sure))
        most = try regions.joined(most, try regions.people(own, where: which.most))
      }
    } catch {
      return population.unknown
    }
    return regions.headcount(population.classes, among: sure, atMost: most, merged.rules.facts)
  }

  /// Those for which it was not known so far; `nil` if there are none.
  mutating func doubt() throws(DiagramLimit) -> RuleDoubt? {
    guard !RuleRegions.isNobody(doubtful) else { return nil }
    // People who cannot be may hide on which one it depends.
    if reasons.isEmpty { reasons = merged.notKnown.intersection(atoms) }
    let place = try place(of: doubtful)
    return RuleDoubt(
      apps: subject.apps, kind: subject.kind, people: place.people, who: place.who, reasons: reasons.map(merged.reason).sorted(),
      known: place.known)
  }

  mutating func place(of people: RuleRegions.People, _ shift: DemandShift? = nil) throws(DiagramLimit) -> RuleChange.Place {
    let (condition, who) = text(of: people)
    let isKnown = !RuleRegions.isNobody(try regions.people(people, whatever: regions.openAtoms))
    return RuleChange.Place(apps: subject.apps, people: condition, who: who, isKnown: isKnown, known: known(people, shift))
  }

  /// Who they are, as a condition if that has few words, and in words.
  private mutating func text(of people: RuleRegions.People) -> (condition: Condition<DecisionAtom>?, who: String) {
    let condition = regions.condition(of: people)
    let who = condition.map { RuleWording.text($0, facts: merged.rules.facts) }
    return (condition, who ?? "many combinations of facts, such as \(regions.example(of: people).wording)")
  }

  /// - Parameter shift: what happens to them; `nil` where that is not known.
  private func known(_ people: RuleRegions.People, _ shift: DemandShift?) -> KnownPlaces {
    var known = KnownPlaces()
    for (name, values) in merged.situations {
      let isThere = regions.example(of: people, situation: values) != nil
      if isThere { known.situations.append(name) } else { known.otherSituations.append(name) }
    }
    let named = merged.situations.filter { known.situations.contains($0.name) }
    for person in merged.people {
      guard !named.isEmpty else {
        let example = regions.example(of: people, person: person.values)
        if example.map({ isMet(shift, person.values, in: $0) }) ?? false { known.people.append(person.name) }
        continue
      }
      // Where situations are named, only people in one of these are examples.
      let there = named.filter { _, values in
        // With the open flags for which the person is among them.
        let example = regions.example(of: people, person: person.values, situation: values)
        return example.map { isMet(shift, person.values, in: values.updated(with: FactValues(flags: $0.flags))) } ?? false
      }
      for situation in there { known.peopleThere[situation.name, default: []].append(person.name) }
      if !there.isEmpty { known.people.append(person.name) }
    }
    return known
  }

  /// Whether this happens to a single person; `nil` of a shift for what is not known.
  private func isMet(_ shift: DemandShift?, _ person: FactValues, in situation: FactValues) -> Bool {
    shift.map { merged.meets($0, person, in: situation, at: subject.apps.first) } ?? true
  }
}

extension [RuleSequence] {
  /// What their conditions read.
  var joinedAtoms: [DecisionAtom] { flatMap(\.entries).flatMap(\.condition.atoms) }

  /// Whether one of them reads which app it is.
  var readApp: Bool { joinedAtoms.contains { $0.fact == DecisionFact.client } }
}
