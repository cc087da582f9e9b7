/// A small mistake in rules, such as one in writing them down or reading them: a good set of questions notices each.
struct RuleMistake: Sendable {
  /// The rules with the mistake.
  let sequence: RuleSequence
  /// For each rule of these the place that it has without the mistake.
  let places: [Int]
  /// The rule that is wrong, with its list.
  let rule: String
  /// What is wrong, in words.
  let wording: String

  /// Of more rules each is only moved below the next one: there would be as many mistakes as pairs.
  private static let mostMoved = 20

  /// Every rule left out, every rule below another one, and every part of a condition that does not count.
  static func all(of sequence: RuleSequence, facts: [String: DecisionFact]) -> [RuleMistake] {
    let places = Array(sequence.entries.indices)
    let leftOut = places.map { place in
      RuleMistake(
        sequence: sequence.reading(at: place) { _ in .constant(false) }, places: places, rule: sequence.shortName(of: place),
        wording: "\(sequence.shortName(of: place)) is left out")
    }
    let moved = places.flatMap { place -> [RuleMistake] in
      let below = places.count > mostMoved ? places.dropFirst(place + 1).prefix(1) : places.dropFirst(place + 1)
      return below.map { other in
        var order = places
        order.insert(order.remove(at: place), at: other)
        return RuleMistake(
          sequence: sequence.inOrder(order), places: order, rule: sequence.shortName(of: place),
          wording: "\(sequence.shortName(of: place)) comes after \(sequence.shortName(of: other))")
      }
    }
    let parts = places.flatMap { place -> [RuleMistake] in
      let atoms = sequence.entries[place].condition.atoms
      let different = atoms.enumerated().filter { atoms.firstIndex(of: $1) == $0 }.map(\.element)
      return different.flatMap { atom in
        [true, false].map { value in
          let text = "'\(RuleWording.text(.atom(atom), facts: facts))'"
          return RuleMistake(
            sequence: sequence.reading(at: place) { $0.replacing { $0 == atom ? .constant(value) : .atom($0) } }, places: places,
            rule: sequence.shortName(of: place),
            wording: "\(sequence.shortName(of: place)) takes \(text) as always \(value ? "true" : "false")")
        }
      }
    }
    return leftOut + moved + parts
  }
}

extension RuleSequence {
  /// A rule with its list, as people know it, e.g. `'Contractors/Outside'`.
  package func shortName(of place: Int) -> String {
    let entry = entries[place]
    let name = entry.rule.id.map { "\(entry.rule.name) (\($0))" } ?? entry.rule.name
    return entry.list == name ? "'\(name)'" : "'\(entry.list)/\(name)'"
  }
}
