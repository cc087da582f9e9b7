package import TenantDecisions

/// A change that was worked out for everybody, and that no walk has to see.
package struct ComputedChange: Sendable, Hashable {
  package let id: String
  package let meaning: ChangeClass
  /// What it is in one sentence, in which the subject is the person.
  package let sentence: String
  /// The people that it is about, in words; each with the apps if they differ between apps.
  package let people: [String]
  package let before: String
  package let now: String
  /// For each of these people, in which of the tenant's situations it occurs, and to which accounts; of a change of accounts, empty.
  package let known: [KnownPlaces]
  /// What it leaves open; `nil` for nothing.
  package let openQuestion: String?
  /// The change of the rules that it is; `nil` for one of accounts.
  package let rule: RuleChange?
  /// The stops that come and go on the path of these people; `nil` for any other change.
  var shift: WayShift?
  /// The screens on which walks of these people end now.
  package internal(set) var walked: [Change] = []
  /// The reason for which it is allowed; `nil` if it is not.
  package internal(set) var allowed: String?

  /// The people, each followed by how many they are, where they are and by accounts, with the word that each line begins with.
  func lines(_ precision: Headcount.Precision) -> [(label: String, text: String)] {
    let places = rule?.places ?? []
    let all = people.enumerated().flatMap { place, text in
      [("who", text)] + (places.indices.contains(place) ? Self.count(places[place].count, "count", precision) : [])
        + (known.indices.contains(place) ? known[place].lines : [])
    }
    return all + (places.count > 1 ? Self.count(rule?.count, "in all", precision) : []) + walked.map { ("walked", $0.way) }
  }

  private static func count(_ count: Headcount?, _ label: String, _ precision: Headcount.Precision) -> [(String, String)] {
    count.map { [(label, $0.text(precision))] } ?? []
  }

  /// What it says: a sentence, who, before and now, without names of fields.
  package var line: String { "\(sentence): \(people.joined(separator: "; ")); now \(now); before \(before)" }
}

extension ComputedChange {
  init(id: String, _ rule: RuleChange) {
    self.id = id
    self.rule = rule
    meaning = rule.shift.meaning
    sentence = rule.sentence
    people = rule.places.map { place in rule.places.count == 1 ? place.who : "\(place.who) (\(place.apps.joined(separator: ", ")))" }
    (before, now) = rule.lines
    known = rule.places.map(\.known)
    // What depends on an open flag is known only for people with a known value of the flag, unless the same happens to them whatever it is.
    let flags = rule.openFlags.map { DecisionFact(name: $0, kind: .open).shortName }
    let depends = "depends on \(flags.joined(separator: ", ")) (not in the configuration)"
    openQuestion =
      flags.isEmpty
      ? nil
      : rule.isKnown
        ? "which rules decide for some of them \(depends)"
        : "who they are \(depends), so the result of promises about them is not known"
  }

  init(
    id: String, _ meaning: ChangeClass, _ sentence: String, people: [String], before: String, now: String, known: [KnownPlaces] = []
  ) {
    (self.id, self.meaning, self.sentence, self.people, self.before, self.now) = (id, meaning, sentence, people, before, now)
    (openQuestion, rule, self.known) = (nil, nil, known)
  }
}

extension DemandShift {
  fileprivate var meaning: ChangeClass {
    switch self {
    case .closed, .closedToLacking: .breaking
    case .more, .other, .oftener, .moreOfLacking: .more
    case .less, .opened, .openedToLacking, .seldomer, .lessOfLacking: .less
    case .words: .wording
    }
  }
}
