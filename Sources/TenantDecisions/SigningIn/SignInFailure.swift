/// People who cannot sign in.
package struct SignInFailure: Sendable, Hashable {
  /// Where a deciding rule is written.
  package struct Place: Sendable, Hashable {
    package var kind: RuleKind
    package var list: String
    package var rule: DecisionRule
  }

  package var app: String
  /// `nil` where they are more combinations of facts than can be listed.
  package var people: Condition<DecisionAtom>?
  /// As the subject of a sentence, e.g. `people in group Employees who have only password`.
  package var who: String
  /// The rules by which they do not.
  package var places: [Place]
  /// What these rules do, e.g. `denied by 'app/Portal/High risk'`.
  package var reason: String
  /// The lowest is reported first: how much they lack, and whether they have something.
  package var rank: [Int]
  /// How many further combinations of rules do not let people in.
  package var others = 0
  /// Who lacks no more, and does not get in for one value of an open flag.
  package var openLine: String?

  /// Who cannot sign in, and why.
  var sentence: String { "\(who) \(who == RefusedPeople.nobody ? "can" : "cannot") sign in to '\(app)': \(reason)" }

  /// In one line, whatever the situation.
  package var line: String {
    let more = "\(others) more combination\(others == 1 ? "" : "s") of rules \(others == 1 ? "refuses" : "refuse") people"
    return ([sentence] + (openLine.map { [$0] } ?? []) + (others > 0 ? [more] : [])).joined(separator: "; ")
  }
}

/// The people that a check is about, as a sentence about those who are refused names them.
struct RefusedPeople {
  /// Everybody is refused.
  static let nobody = "no one"

  var app: String
  var who: Condition<DecisionAtom>
  /// The name of a single person.
  var name: String?
  var facts: [String: DecisionFact]

  /// - Parameters:
  ///   - condition: what they are beyond `who`; `nil` for more combinations of facts than can be listed.
  ///   - held: the authenticators that they have; `nil` for any.
  /// - Returns: `nil` where there are too many.
  func text(_ condition: Condition<DecisionAtom>?, holding held: [String]?) -> String? {
    let having = held.map { $0.isEmpty ? "no authenticator" : "only \($0.joined(separator: " and "))" }
    if let name { return having.map { "\(name), who has \($0)," } ?? name }
    guard let condition else { return nil }
    let parts = (who.parts + condition.parts).filter { part in
      part != .always && (held == nil || part.atoms.contains { $0.fact != ProofConditions.fact })
    }
    let people = RuleWording.people(parts, facts: facts)
    return having.map { "\(people) who have \($0)" } ?? (parts.isEmpty ? Self.nobody : people)
  }
}

/// Authenticators that people may have who do not get in.
struct HeldProofs {
  var names: Set<String>
  /// How many are missing; whether those that they have are of use, of none, or there are none; how many they have.
  var rank: [Int]

  /// Those who lack the fewest things first, and of them those with something that is of use.
  ///
  /// - Parameters:
  ///   - names: one name for authenticators that no rule distinguishes.
  ///   - needed: the sets of them that are enough.
  ///   - example: what a person has who does not get in.
  static func candidates(_ names: [String], _ needed: [Set<String>], example: Set<String>) -> [HeldProofs] {
    let partial = needed.flatMap { set in names.reversed().filter(set.contains).map { set.subtracting([$0]) } }
    let all = partial + names.map { [$0] } + [[], example]
    var seen: Set<Set<String>> = []
    let held = all.filter { seen.insert($0).inserted }.map { HeldProofs($0, needed) }
    return held.enumerated().sorted { ($0.element.rank + [$0.offset]).lexicographicallyPrecedes($1.element.rank + [$1.offset]) }
      .map(\.element)
  }

  private init(_ names: Set<String>, _ needed: [Set<String>]) {
    self.names = names
    let missing = needed.map { $0.subtracting(names).count }.min() ?? 0
    rank = [missing, names.isEmpty ? 2 : needed.contains { !$0.isDisjoint(with: names) } ? 0 : 1, names.count]
  }
}

extension Condition {
  /// Those that all have to hold.
  var parts: [Condition] { if case .all(let parts) = self { parts.flatMap(\.parts) } else { [self] } }
}
