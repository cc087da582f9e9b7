/// What becomes of accounts that have other groups, authenticators or other facts in the second version: the rules of each version say it of
/// the account as it is there.
package struct PersonalChange: Sendable, Hashable {
  /// What becomes of such an account; the order is how bad it is.
  package enum Shift: Int, Sendable, Hashable, CaseIterable {
    case closed
    /// What was enough is not any more.
    case more
    case other
    case opened
    case less
    /// It depends on open flags.
    case notKnown
  }

  package let shift: Shift
  /// The accounts, in the order of the file.
  package internal(set) var people: [String]
  package let apps: [String]
  /// The situations in which this happens, and the others.
  package let known: KnownPlaces
  /// What is different about the accounts, in words, e.g. `groups Employees`.
  package let before: String
  package let now: String
  /// The open flags that it depends on, if that is not known.
  package let flags: [String]

  fileprivate func isLike(_ other: PersonalChange) -> Bool {
    (shift, apps, known, before, now, flags) == (other.shift, other.apps, other.known, other.before, other.now, other.flags)
  }

  /// The worst first.
  static func all(_ merged: MergedRules) -> [PersonalChange] {
    var found: [PersonalChange] = []
    for person in merged.now.people {
      guard let old = merged.before.people.first(where: { $0.name == person.name }), !merged.isSame(old.values, person.values)
      else { continue }
      for change in merged.changes(of: person.name, old.values, person.values) {
        if let place = found.firstIndex(where: { $0.isLike(change) }) {
          found[place].people.append(person.name)
        } else {
          found.append(change)
        }
      }
    }
    return found.enumerated().sorted { ($0.element.shift.rawValue, $0.offset) < ($1.element.shift.rawValue, $1.offset) }.map(\.element)
  }
}

extension MergedRules {
  /// Open flags that a version asks about are tried both ways, up to so many.
  private static let mostFlags = 6

  fileprivate func changes(of name: String, _ old: FactValues, _ new: FactValues) -> [PersonalChange] {
    struct Found: Hashable {
      var shift: PersonalChange.Shift
      var situations: [String]
      var flags: [String]
    }
    var apps: [(found: Found, apps: [String])] = []
    let named = now.situations.map { (name: Optional($0.name), values: $0.values) }
    let situations = named.isEmpty ? [(name: nil, values: FactValues())] : named
    for app in now.apps.map(\.name) where before.apps.contains(where: { $0.name == app }) {
      var shifts: [(shift: PersonalChange.Shift, situation: String?, flags: [String])] = []
      for situation in situations {
        let both = shiftsBothWays(old, new, situation.values, app)
        if let shift = both.shift { shifts.append((shift, situation.name, both.flags)) }
      }
      for shift in PersonalChange.Shift.allCases {
        let same = shifts.filter { $0.shift == shift }
        guard !same.isEmpty else { continue }
        let found = Found(shift: shift, situations: same.compactMap(\.situation), flags: Set(same.flatMap(\.flags)).sorted())
        if let place = apps.firstIndex(where: { $0.found == found }) {
          apps[place].apps.append(app)
        } else {
          apps.append((found, [app]))
        }
      }
    }
    let (was, isNow) = Self.words(old, new)
    return apps.map { found, apps in
      var known = KnownPlaces()
      known.situations = found.situations
      known.otherSituations = now.situations.map(\.name).filter { !found.situations.contains($0) }
      return PersonalChange(shift: found.shift, people: [name], apps: apps, known: known, before: was, now: isNow, flags: found.flags)
    }
  }

  /// What becomes of a person at an app, whatever open flags are; where that depends on them, which these are.
  private func shiftsBothWays(
    _ old: FactValues, _ new: FactValues, _ situation: FactValues, _ app: String
  ) -> (shift: PersonalChange.Shift?, flags: [String]) {
    var (found, flags): (Set<PersonalChange.Shift?>, [String]) = ([], [])
    var waiting = [(old, new)]
    while let (old, new) = waiting.popLast() {
      do throws(UndecidedRules) {
        guard let was = try before.standing(of: old, in: situation, at: app), let isNow = try now.standing(of: new, in: situation, at: app)
        else { return (nil, []) }
        found.insert(Self.shift(was, isNow))
      } catch {
        guard let flag = error.flags.first, flags.contains(flag) || flags.count < Self.mostFlags else { return (.notKnown, error.flags) }
        if !flags.contains(flag) { flags.append(flag) }
        for value in [true, false] {
          var pair = (old, new)
          (pair.0.flags[flag], pair.1.flags[flag]) = (value, value)
          waiting.append(pair)
        }
      }
    }
    if let only = found.first, found.count == 1 { return (only, []) }
    return (.notKnown, flags)
  }

  private static func shift(_ old: PersonalStanding, _ new: PersonalStanding) -> PersonalChange.Shift? {
    switch (old.isLetIn, new.isLetIn) {
    case (true, false): .closed
    case (false, true): .opened
    case (false, false): nil
    case (true, true):
      if old.hasEnough != new.hasEnough {
        old.hasEnough ? .more : .less
      } else {
        switch (isEnough(old.enough, of: new.enough), isEnough(new.enough, of: old.enough)) {
        case (true, true): nil
        case (true, false): .more
        case (false, true): .less
        case (false, false): .other
        }
      }
    }
  }

  /// Whether each of the other sets contains one of these.
  private static func isEnough(_ sets: Set<Set<String>>, of others: Set<Set<String>>) -> Bool {
    others.allSatisfy { other in sets.contains { $0.isSubset(of: other) } }
  }

  /// The facts that differ, in words of each version, e.g. `groups Employees` and `groups Contractors`.
  private static func words(_ old: FactValues, _ new: FactValues) -> (String, String) {
    let names = Set(old.names.keys).union(new.names.keys).union(old.words.keys).union(new.words.keys).union(old.flags.keys)
      .union(new.flags.keys).filter { old.text(of: $0) != new.text(of: $0) }.sorted()
    let text = { (values: FactValues) in
      names.map { "\(DecisionFact(name: $0, kind: .names).shortName) \(values.text(of: $0))" }.joined(separator: "; ")
    }
    return (text(old), text(new))
  }
}

extension FactValues {
  /// What a fact is, in words; `none` where it is not set.
  fileprivate func text(of fact: String) -> String {
    if let own = names[fact] { return own.isEmpty ? "none" : own.sorted().joined(separator: ", ") }
    return words[fact] ?? flags[fact].map { $0 ? "yes" : "no" } ?? "none"
  }
}
