import Synchronization
import TenantDecisions

/// Where the flow keeps what the rules demand, and reads it.
package struct DemandPlaces: Sendable, Hashable {
  /// How far the person has come: a word of `DemandProgress.State`.
  package var state: Slot
  /// The authenticators of the person that can be given next, and those that can be set up next.
  package var usable: Slot
  package var settable: Slot
  /// What was given in this journey, which the flow's own edges add.
  package var proven: Slot
  /// What the person has.
  package var factors: Slot

  /// The facts of the journey that working the rules out sets.
  var results: [Slot] { [state, usable, settable] }
}

/// What working the rules out sets, as facts keep it.
struct DemandBits: Sendable, Hashable {
  var state: UInt64
  var usable: UInt64
  var settable: UInt64
}

/// Everything that rules can demand, worked out when it is asked for first. An import, a served mock and a table of rules never ask,
/// and for hundreds of apps it takes seconds.
///
/// A class with a lock, as all copies of a tenant share it and explorers ask from several threads.
private final class PossibleDemands: Sendable {
  typealias Found = (demands: [PersonalDemand], notKnown: [String])

  private let known = Mutex<Found?>(nil)

  func found(by rules: TenantRules) -> Found {
    known.withLock { known in
      if let known { return known }
      let found = rules.possibleDemands()
      known = found
      return found
    }
  }
}

/// What the rules can demand of anybody, for those who look at every way through the flow: there a demand is a free word.
struct DemandTable: Sendable {
  /// What a person has, as the flow keeps it.
  struct Had: Sendable, Hashable {
    var factors: UInt64
    var password: Bool
  }

  let rules: TenantRules
  /// The words of the fact that keeps what people have, by their bits.
  private let factorWords: [String]
  private let possible = PossibleDemands()
  /// The apps whose rules combine too many facts: what they can demand is not in the table. For one person it is worked out all the same.
  var notKnown: [String] { possible.found(by: rules).notKnown }

  init(_ rules: TenantRules, factorWords: [String]) {
    self.rules = rules
    self.factorWords = factorWords
  }

  /// Everything that can come of it, each once.
  func results(proven: UInt64, had: Had) -> [DemandBits] {
    var seen: Set<DemandBits> = []
    return possible.found(by: rules).demands.map { bits($0, proven: proven, had: had) }.filter { seen.insert($0).inserted }
  }

  /// How far a person has come.
  func bits(_ personal: PersonalDemand, proven: UInt64, had: Had) -> DemandBits {
    bits(of: progress(personal, proven: proven, had: had))
  }

  func progress(_ personal: PersonalDemand, proven: UInt64, had: Had) -> DemandProgress {
    rules.progress(personal, proven: Self.names(of: proven, rules.authenticators.map(\.name)), has: has(had))
  }

  func bits(of progress: DemandProgress) -> DemandBits {
    let words = rules.authenticators.map(\.name)
    let place = DemandProgress.State.allCases.firstIndex(of: progress.state) ?? 0
    return DemandBits(
      state: UInt64(place), usable: Self.bits(of: progress.usable, words), settable: Self.bits(of: progress.settable, words))
  }

  /// The authenticators that a person has: who has a password has the authenticator for it.
  func has(_ had: Had) -> Set<String> {
    let own = Self.names(of: had.factors, factorWords)
    guard had.password else { return own }
    return own.union(rules.authenticators.filter(\.isPassword).map(\.name))
  }

  private static func names(of bits: UInt64, _ words: [String]) -> Set<String> {
    Set(words.indices.prefix(FactDefinition.mostWords).filter { bits & 1 << UInt64($0) != 0 }.map { words[$0] })
  }

  private static func bits(of names: Set<String>, _ words: [String]) -> UInt64 {
    words.indices.prefix(FactDefinition.mostWords).reduce(0) { names.contains(words[$1]) ? $0 | 1 << UInt64($1) : $0 }
  }
}
