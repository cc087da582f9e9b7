/// Some people are asked for something else by another version of a tenant's rules.
package struct RuleChange: Sendable, Hashable {
  /// What one version does with them.
  package struct Side: Sendable, Hashable {
    /// The deciding rules, each with its list; none where the app or the rule is not there.
    package var rules: [String]
    package var asked: String
    /// How long proofs are good; empty where none are asked for.
    package var again: String
    /// What happens to people who have no suitable authenticator; empty where no proof is asked for.
    package var lacking: String
  }

  /// Apps in which the same people meet it.
  package struct Place: Sendable, Hashable {
    package var apps: [String]
    /// `nil` where they are more combinations of facts than can be listed.
    package var people: Condition<DecisionAtom>?
    package var who: String
    /// Whether it affects a person for any values of open flags.
    package var isKnown = true
    package var known = KnownPlaces()
    /// Who they are if other rules with the same effect are counted in; `nil` where there are none.
    package var together: String?
    /// How many people they are; `nil` where people are not counted.
    package var count: Headcount?
  }

  /// Stable: the lists and the deciding rules before and now.
  package var id: String
  package var shift: DemandShift
  /// The kind of rules, for those that are not about apps.
  package var kind: RuleKind?
  package var places: [Place]
  package var before: Side
  package var now: Side

  /// Every app in which it occurs.
  package var apps: [String] { places.flatMap(\.apps) }
  /// In which of the tenant's situations it occurs, and to which single people.
  package var known: KnownPlaces { KnownPlaces(joining: places.map(\.known)) }
  /// How many people they are in all apps together; `nil` where people are not counted.
  package var count: Headcount? { Headcount.union(places.map(\.count)) }
  /// Open flags on which it depends who meets it.
  package var openFlags: [String] {
    let atoms = Set(places.compactMap(\.people).flatMap(\.atoms))
    return atoms.compactMap { if case .open(let fact) = $0 { fact } else { nil } }.sorted()
  }
}

/// People for which it is not known whether they are asked for something else.
package struct RuleDoubt: Sendable, Hashable {
  package var apps: [String]
  /// The kind of rules, for those that are not about apps.
  package var kind: RuleKind?
  /// `nil` where they are more combinations of facts than can be listed, or where the people are not distinguished.
  package var people: Condition<DecisionAtom>?
  package var who: String
  /// Why, in words; one at least.
  package var reasons: [String]
  /// What changed, where an import only assumes what that does.
  package var assumed: AssumedMember?
  package var known = KnownPlaces()
  /// The accounts that are others now, where it is about these alone.
  package var accounts: [String] = []

  package init(
    apps: [String], kind: RuleKind? = nil, people: Condition<DecisionAtom>?, who: String, reasons: [String],
    assumed: AssumedMember? = nil, known: KnownPlaces = KnownPlaces(), accounts: [String] = []
  ) {
    (self.apps, self.kind, self.people, self.who, self.reasons, self.assumed) = (apps, kind, people, who, reasons, assumed)
    (self.known, self.accounts) = (known, accounts)
  }
}

extension RuleDoubt {
  package var sentence: String {
    if let assumed { return assumed.sentence }
    if let kind { return "it is not known whether the \(kind.rawValue) rules mean the same for people" }
    let who = accounts.isEmpty ? "people" : [RuleChange].text(accounts)
    return "it is not known whether \(who) can sign in\(apps.isEmpty ? "" : " to \(RuleChange.list(apps))") as before"
  }
}

extension RuleChange {
  /// Whether it affects a person for any values of open flags.
  package var isKnown: Bool { places.contains(where: \.isKnown) }

  /// What it is in one sentence, in which the subject is the person; if no person is known to be affected, on what that depends.
  package var sentence: String {
    guard !isKnown else { return statement }
    let flags = openFlags.map { DecisionFact(name: $0, kind: .open).shortName }
    return "it depends on \(flags.isEmpty ? "open flags" : Self.list(flags)) whether \(statement)"
  }

  /// What is asked for in a version that does not have the app.
  static let noApp = "no such app"

  private var statement: String {
    if before.asked == Self.noApp { return "\(Self.list(apps)) is a new app" }
    if now.asked == Self.noApp { return "the app \(Self.list(apps)) is gone, so no one can sign in to it any more" }
    let place = kind.map { "by the \($0.rawValue) rules" } ?? "in \(Self.list(apps))"
    let entry = kind.map { "by the \($0.rawValue) rules" } ?? "to \(Self.list(apps))"
    return Self.statement(shift, subject, place: place, entry: entry)
  }

  /// - Parameters:
  ///   - place: where it is, e.g. `in portal`.
  ///   - entry: what people sign in to, e.g. `to portal`.
  fileprivate static func statement(_ shift: DemandShift, _ subject: String, place: String, entry: String) -> String {
    switch shift {
    case .closed: "\(subject) can no longer sign in \(entry)"
    case .closedToLacking: "\(subject) who have no suitable authenticator can no longer sign in \(entry)"
    case .more: "\(subject) are asked for more \(place)"
    case .other: "\(subject) are asked for something else \(place)"
    case .oftener: "\(subject) are asked again more often \(place)"
    case .moreOfLacking: "\(subject) who have no suitable authenticator are not let in as they are any more \(place)"
    case .less: "\(subject) are asked for less \(place)"
    case .opened: "\(subject) who were refused can now sign in \(entry)"
    case .openedToLacking: "\(subject) who have no suitable authenticator and were refused can now sign in \(entry)"
    case .seldomer: "\(subject) are asked again less often \(place)"
    case .lessOfLacking: "less happens to \(subject) who have no suitable authenticator \(place)"
    case .words: "\(subject) are asked for the same proofs in other words \(place)"
    }
  }

  /// Whether it is about everybody, in every situation.
  package var isForEverybody: Bool { places.allSatisfy { $0.people == .always } }

  /// Who they are in few words that are true of all of them, e.g. `some people in group Employees`.
  private var subject: String { isForEverybody ? "people" : Self.subject(of: places) }

  fileprivate static func subject(of places: [Place]) -> String {
    let conditions = places.map { $0.people?.parts ?? [] }
    let groups = conditions.first?.filter { part in
      guard case .atom(.member("account.groups", _)) = part else { return false }
      return conditions.allSatisfy { $0.contains(part) }
    }
    let isWhole = groups.map { groups in !groups.isEmpty && conditions.allSatisfy { $0.count == groups.count } } ?? false
    return (isWhole ? "" : "some ") + RuleWording.people(groups ?? [], facts: [:])
  }

  private static let shown = 4
  /// What a condition is called that always holds.
  fileprivate static let everybody = RuleWording.text(.always, facts: [:])

  static func list(_ apps: [String]) -> String {
    let rest = apps.count - shown
    return apps.prefix(shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension [RuleChange] {
  /// Several changes in one sentence, with how many they are and where: the people are those that all of them are about.
  ///
  /// - Parameters:
  ///   - what: what happens if it is not the same in all of them, e.g. `can no longer sign in`.
  ///   - preposition: the word before the apps then, e.g. `to`.
  ///   - count: how many people they are, in words; `nil` where people are not counted.
  package func sentence(otherwise what: String, _ preposition: String, _ count: String? = nil) -> String {
    let whole = Set(flatMap(\.places).map(\.together))
    let together = whole.count == 1 ? whole.first.flatMap { $0 } : nil
    // Who reads only this has to see that it concerns everybody in some app.
    let isForEverybody = together == RuleChange.everybody || contains(where: \.isForEverybody)
    let subject = isForEverybody ? "people" : RuleChange.subject(of: flatMap(\.places))
    let shifts = Set(map(\.shift))
    let statement =
      if let shift = shifts.first, shifts.count == 1 {
        RuleChange.statement(shift, subject, place: place("in"), entry: place("to"))
      } else {
        "\(subject) \(what) \(place(preposition))"
      }
    let all = isForEverybody ? nil : together
    return (contains(where: \.isKnown) ? "" : "it depends on open flags whether ")
      + "\(statement) (\(self.count) changes\(all.map { ", together: \($0)" } ?? "")\(count.map { "; \($0)" } ?? ""))"
  }

  /// How many people they are about together; `nil` where people are not counted.
  package var union: Headcount? { Headcount.union(map(\.count)) }

  private static var shown: Int { 3 }

  /// The apps and the kinds of rules, e.g. `in portal and wiki, and by the enrolment rules`.
  private func place(_ preposition: String) -> String {
    let apps = filter { $0.kind == nil }.flatMap(\.apps).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let kinds = RuleKind.allCases.filter { kind in contains { $0.kind == kind } }.map { "by the \($0.rawValue) rules" }
    return ((apps.isEmpty ? [] : ["\(preposition) \(Self.text(apps))"]) + kinds).joined(separator: ", and ")
  }

  fileprivate static func text(_ names: [String]) -> String {
    let rest = names.count - shown
    guard rest <= 0 else { return "\(names.prefix(shown).joined(separator: ", ")) and \(rest) more" }
    return names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}

extension [RuleDoubt] {
  private static var shown: Int { 2 }

  /// What is not known, in one sentence with the reasons; `nil` if there is nothing.
  package var sentence: String? {
    guard let first else { return nil }
    let reasons = flatMap { doubt in doubt.assumed.map { [$0.sentence] } ?? doubt.reasons }.reduce(into: [String]()) { found, reason in
      if !found.contains(reason) { found.append(reason) }
    }
    let rest = reasons.count - Self.shown
    let why = reasons.prefix(Self.shown).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more reasons" : "")
    let ruled = filter { $0.assumed == nil }
    guard ruled.count == count else { return count == 1 ? why : "\(why) (\(count) results are not known)" }
    guard count > 1 else { return "\(first.sentence): \(why)" }
    let apps = ruled.filter { $0.kind == nil }.flatMap(\.apps).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let kinds = RuleKind.allCases.filter { kind in ruled.contains { $0.kind == kind } }.map(\.rawValue)
    let accounts = ruled.flatMap(\.accounts).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let people =
      ruled.contains(where: \.accounts.isEmpty)
      ? RuleChange.subject(of: ruled.map { RuleChange.Place(apps: $0.apps, people: $0.people, who: $0.who) })
      : [RuleChange].text(accounts)
    let isOfAccounts = ruled.contains { !$0.accounts.isEmpty }
    var questions =
      apps.isEmpty && !isOfAccounts ? [] : ["\(people) can sign in\(apps.isEmpty ? "" : " to \([RuleChange].text(apps))") as before"]
    if !kinds.isEmpty { questions.append("the \([RuleChange].text(kinds)) rules mean the same for people") }
    return "it is not known whether \(questions.joined(separator: ", and whether ")): \(why)"
  }
}

extension RuleChange {
  /// What one version does, in one line, e.g. `any one proof, by 'Catch-all'`.
  ///
  /// What happens to people who have no suitable authenticator is in it where that is not the same in both versions.
  package var lines: (before: String, now: String) {
    let isLackingOther = before.lacking != now.lacking && !before.lacking.isEmpty && !now.lacking.isEmpty
    return (before.line(withLacking: isLackingOther), now.line(withLacking: isLackingOther))
  }
}

extension RuleChange.Side {
  fileprivate func line(withLacking: Bool) -> String {
    let rules = rules.isEmpty ? "" : ", by \(rules.map { "'\($0)'" }.joined(separator: " and "))"
    let parts = [asked, again, withLacking ? "who has no suitable authenticator \(lacking)" : ""].filter { !$0.isEmpty }
    return parts.joined(separator: ", ") + rules
  }
}
