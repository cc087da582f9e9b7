import JourneyTestSupport
@testable import TenantDecisions
import Testing

/// How many people of a population changes of random rules are about, held against trying each person in each situation.
struct HeadcountPropertyTests {
  /// Everybody who can be, with some sets of authenticators; each row with a number of people of its own.
  private static func population(_ oracle: DecisionOracle, without facts: Set<String> = []) -> (population: Population, people: [Person]) {
    let held: [Set<String>] = [["password"], ["password", "email"], ["password", "passkey"], ["totp"]]
    let groups = Set(oracle.people.map(\.groups)).sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
    var people: [Person] = []
    for own in groups { for factors in held { people.append(Person(groups: own, factors: factors, count: people.count % 7 + 1)) } }
    let columns = [("account.groups", \Person.groups), ("account.factors", \.factors)].filter { !facts.contains($0.0) }.map { fact, path in
      let values = people.map { FactValues(names: [fact: $0[keyPath: path]]) }
      return Population.Column(fact: fact, values: values, places: Array(values.indices))
    }
    return (Population(columns: columns, counts: people.map(\.count)), people)
  }

  private struct Person {
    var groups: Set<String>
    var factors: Set<String>
    var count: Int

    var values: FactValues { FactValues(names: ["account.groups": groups, "account.factors": factors]) }
  }

  private static let places = DecisionOracle.subsets(of: RandomRules.zones).flatMap { zones in
    DecisionOracle.risks.map { (zones: zones, risk: $0) }
  }

  /// For each value of the flag, whether a change happens to a person in a situation.
  private static func answers(
    _ place: RuleChange.Place, _ change: RuleChange, _ person: Person, _ situation: (zones: Set<String>, risk: String),
    _ oracle: DecisionOracle, _ merged: MergedRules
  ) -> [Bool] {
    [true, false].map { isSet in
      let world = DecisionOracle.World(groups: person.groups, zones: situation.zones, risk: situation.risk, isSet: isSet)
      guard oracle.holds(place.people ?? .constant(false), world) else { return false }
      guard [.closedToLacking, .openedToLacking].contains(change.shift) else { return true }
      let values = FactValues(
        words: ["session.risk": situation.risk], names: ["session.zones": situation.zones], flags: ["open.x": isSet])
      return merged.meets(change.shift, person.values, in: values, at: "portal")
    }
  }

  private static func rules(_ seed: UInt64) -> (TenantRules, TenantRules) {
    var random = RandomRules(seed: seed)
    let before = random.rules()
    var now = random.rules()
    now.impossible = before.impossible
    if seed % 3 == 0 { now.lacking = .deny }
    return (before, now)
  }

  @Test func `people are counted as trying each of them in each situation finds them`() throws {
    let rounds = MutationRounds(usual: 60, of: "pairs of rule sets")
    var seen = (some: 0, everywhere: 0, open: 0, lacking: 0, same: 0)
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      let (before, now) = Self.rules(seed)
      let oracle = DecisionOracle(rules: before, groups: RandomRules.groups, zones: RandomRules.zones)
      let (population, people) = Self.population(oracle)
      let merged = MergedRules(before, now)
      for change in RuleDifference(before, now, counting: population).changes {
        guard ![.moreOfLacking, .lessOfLacking].contains(change.shift) else { continue }
        for place in change.places where place.people != nil {
          let count = try #require(place.count)
          var expected = (least: 0, most: 0, everywhere: 0)
          var situations: Set<Set<Int>> = []
          for person in people {
            let answers = Self.places.map { Self.answers(place, change, person, $0, oracle, merged) }
            let isSure = answers.contains { $0.allSatisfy { $0 } }
            if isSure {
              expected.least += person.count
              situations.insert(Set(answers.indices.filter { answers[$0].allSatisfy { $0 } }))
            }
            if answers.contains(where: { $0.contains(true) }) { expected.most += person.count }
            if answers.allSatisfy({ $0.allSatisfy { $0 } }) { expected.everywhere += person.count }
          }
          let seedText = "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(change.id) \(change.shift)"
          #expect((count.least, count.most, count.everywhere) == expected, "\(seedText)")
          let isSame = situations.count == 1
          #expect(isSame || !count.places.hasPrefix("when "), "\(seedText) is not in the same situations for all: \(count.places)")
          if isSame, count.places.hasPrefix("when ") { seen.same += 1 }
          if count.everywhere > 0 { seen.everywhere += 1 }
          if count.everywhere < count.least { seen.some += 1 }
          if count.least < count.most { seen.open += 1 }
          if change.shift == .closedToLacking, count.most > 0 { seen.lacking += 1 }
        }
      }
    }
    #expect(seen.some > 0 && seen.everywhere > 0 && seen.open > 0 && seen.lacking > 0 && seen.same > 0, "\(seen)")
  }

  @Test(arguments: [["account.factors"], ["account.groups"], ["account.factors", "account.groups"]])
  func `with fewer facts, the number is between the bounds`(missing: [String]) throws {
    let rounds = MutationRounds(usual: 30, of: "pairs of rule sets")
    var wider = 0
    for round in 0..<rounds.count {
      let seed = rounds.seed &+ UInt64(round)
      let (before, now) = Self.rules(seed)
      let oracle = DecisionOracle(rules: before, groups: RandomRules.groups, zones: RandomRules.zones)
      let exact = RuleDifference(before, now, counting: Self.population(oracle).population).changes
      let bounds = RuleDifference(before, now, counting: Self.population(oracle, without: Set(missing)).population).changes
      #expect(exact.map(\.id) == bounds.map(\.id))
      for (one, other) in zip(exact, bounds) {
        let (exact, bounds) = (try #require(one.count), try #require(other.count))
        #expect(bounds.least <= exact.least && exact.most <= bounds.most && bounds.everywhere <= exact.everywhere, "\(seed) \(one.id)")
        if bounds.most > exact.most { wider += 1 }
      }
    }
    #expect(wider > 0)
  }

  @Test func `counting changes nothing else`() {
    for seed in UInt64(0)..<40 {
      let (before, now) = Self.rules(seed)
      let oracle = DecisionOracle(rules: before, groups: RandomRules.groups, zones: RandomRules.zones)
      var counted = RuleDifference(before, now, counting: Self.population(oracle).population).changes
      for change in counted.indices { for place in counted[change].places.indices { counted[change].places[place].count = nil } }
      #expect(counted == RuleDifference(before, now).changes, "\(seed)")
    }
  }
}
