/// Who is asked for something else by another version of a tenant's rules, worked out for all people and situations.
package struct RuleDifference: Sendable, Hashable {
  /// The worst first; in each kind of change in the order of apps and rules, those of administrators first.
  package private(set) var changes: [RuleChange] = []
  package private(set) var doubts: [RuleDoubt] = []
  /// Names that are other ones in the second version; rules that read them are compared as if they had not changed.
  package private(set) var renames: [RuleRename] = []

  package init(_ before: TenantRules, _ now: TenantRules, limit: Int = RuleRegions.mostNodes) {
    let merged = MergedRules(before, now)
    var found = FoundChanges(merged, limit: limit)
    for subject in Self.subjects(merged) { found.add(subject) }
    changes = found.changes.enumerated()
      .sorted { ($0.element.shift.rawValue, $0.offset) < ($1.element.shift.rawValue, $1.offset) }.map(\.element)
    doubts = found.doubts
    renames = merged.renames
  }

  private static func subjects(_ merged: MergedRules) -> [RuleSubject] {
    let (before, now) = (merged.before, merged.now)
    let all = now.apps + before.apps.filter { app in !now.apps.contains { $0.name == app.name } }
    let apps = all.filter(\.isForAdministrators) + all.filter { !$0.isForAdministrators }
    let kinds = RuleKind.allCases.filter { kind in
      kind != .app && (kind != .session || apps.isEmpty) && !((before.lists[kind] ?? []) + (now.lists[kind] ?? [])).isEmpty
    }
    return Self.subjects(apps, merged)
      + kinds.map { RuleSubject(apps: [], kind: $0, before: [before.sequence(of: $0)], now: [now.sequence(of: $0)]) }
  }

  /// Apps of which the same rules decide are looked at together, unless one of these rules reads which app it is.
  private static func subjects(_ apps: [RuledApp], _ merged: MergedRules) -> [RuleSubject] {
    var subjects: [RuleSubject] = []
    var places: [[String?]: Int] = [:]
    for app in apps {
      let (old, new) = (merged.before.apps.first { $0.name == app.name }, merged.now.apps.first { $0.name == app.name })
      let lists = [old?.list, new?.list]
      if old != nil, new != nil, let place = places[lists] {
        subjects[place].apps.append(app.name)
        continue
      }
      let subject = RuleSubject(
        apps: [app.name], kind: nil, before: old.map { merged.before.sequences(of: $0) }, now: new.map { merged.now.sequences(of: $0) })
      if old != nil, new != nil, !subject.readsApp { places[lists] = subjects.count }
      subjects.append(subject)
    }
    return subjects
  }
}

/// What is compared: apps of which the same rules decide, or a kind of rules that is not about apps.
private struct RuleSubject {
  var apps: [String]
  var kind: RuleKind?
  /// `nil` where the version has no such app.
  var before: [RuleSequence]?
  var now: [RuleSequence]?
}

/// What was found so far.
private struct FoundChanges {
  private(set) var changes: [RuleChange] = []
  private(set) var doubts: [RuleDoubt] = []

  private let merged: MergedRules
  private let demands: DemandComparison
  private let limit: Int

  init(_ merged: MergedRules, limit: Int) {
    self.merged = merged
    self.limit = limit
    demands = DemandComparison(merged.before, merged.now)
  }

  mutating func add(_ subject: RuleSubject) {
    guard let before = subject.before, let now = subject.now else { return addOneSided(subject) }
    let second = now.map(merged.inSecond)
    guard before != second || !demands.knowsSame || merged.before.impossible != merged.now.impossible else { return }
    do throws(DiagramLimit) {
      try compare(subject, before, second)
    } catch {
      add(
        RuleDoubt(
          apps: subject.apps, kind: subject.kind, people: .always, who: "everybody", reasons: ["the rules combine too many facts"]))
    }
  }

  /// An app of one version alone, which may be one of those that the other one does not name.
  private mutating func addOneSided(_ subject: RuleSubject) {
    let (own, other) = subject.before == nil ? (merged.now, merged.before) : (merged.before, merged.now)
    guard !own.apps.contains(where: { subject.apps.contains($0.name) && $0.standsForOthers }) else { return }
    guard other.apps.contains(where: \.standsForOthers) else { return add(Self.appThatCameOrWent(subject)) }
    let version = subject.before == nil ? "first" : "second"
    add(
      RuleDoubt(
        apps: subject.apps, people: .always, who: "everybody", reasons: ["the \(version) version does not have all apps"]))
  }

  private static func appThatCameOrWent(_ subject: RuleSubject) -> RuleChange {
    let isNew = subject.before == nil
    let (gone, there) = (
      RuleChange.Side(rules: [], asked: "no such app", again: "", lacking: ""),
      RuleChange.Side(rules: [], asked: "what its rules ask for", again: "", lacking: "")
    )
    return RuleChange(
      id: "app:\(subject.apps.joined())", shift: isNew ? .opened : .closed, kind: nil,
      places: [RuleChange.Place(apps: subject.apps, people: .always, who: "everybody")], before: isNew ? gone : there,
      now: isNew ? there : gone)
  }

  /// All rules that decide together, in both versions; those that change nothing are not reported.
  private mutating func compare(_ subject: RuleSubject, _ before: [RuleSequence], _ now: [RuleSequence]) throws(DiagramLimit) {
    var regions = try RuleRegions(combining: before + now, of: merged.rules, given: given(subject), limit: limit)
    let pairs = regions.reached.map { place in
      DecidingPair(before, now, regions.combinations[place], place)
    }.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    var order: [String] = []
    var groups: [String: (pair: DecidingPair, shift: DemandShift, places: Set<Int>)] = [:]
    for pair in pairs {
      guard var shift = demands.shift(pair.before.demand, pair.now.demand) else { continue }
      // Rules of enrolment let no one in: who may set nothing up signs in with what they have.
      if subject.kind == .enrolment { shift = .other }
      let id = pair.id
      if let known = groups[id] {
        groups[id] = (known.pair, [known.shift, shift].min { $0.rawValue < $1.rawValue } ?? shift, known.places.union([pair.place]))
      } else {
        order.append(id)
        groups[id] = (pair, shift, [pair.place])
      }
    }
    var doubtful = DecisionDiagram.no
    var reasons: Set<DecisionAtom> = []
    for id in order {
      guard let (pair, shift, places) = groups[id] else { continue }
      let whole = try regions.people(for: places)
      let sure = try regions.people(whole, whatever: merged.notKnown)
      if sure != whole {
        doubtful = try regions.joined(doubtful, try regions.people(whole, forSome: merged.notKnown, without: sure))
        for atom in merged.notKnown where try regions.people(whole, whatever: [atom]) != whole { reasons.insert(atom) }
      }
      guard !RuleRegions.isNobody(sure) else { continue }
      let place = try Self.place(of: sure, &regions, subject, merged)
      add(pair.change(shift, place, subject.kind))
    }
    guard !RuleRegions.isNobody(doubtful) else { return }
    // People who cannot be may hide on which one it depends.
    if reasons.isEmpty { reasons = merged.notKnown.intersection((before + now).joinedAtoms) }
    let place = try Self.place(of: doubtful, &regions, subject, merged)
    add(
      RuleDoubt(
        apps: subject.apps, kind: subject.kind, people: place.people, who: place.who, reasons: reasons.map(merged.reason).sorted()))
  }

  private func given(_ subject: RuleSubject) -> [Condition<DecisionAtom>] {
    guard let app = subject.apps.first, subject.readsApp else { return [] }
    return [.atom(.word(fact: "session.client", app))]
  }

  private static func place(
    of people: RuleRegions.People, _ regions: inout RuleRegions, _ subject: RuleSubject, _ merged: MergedRules
  ) throws(DiagramLimit) -> RuleChange.Place {
    let condition = regions.condition(of: people)
    let who =
      condition.map { RuleWording.text($0, facts: merged.rules.facts) }
      ?? "many combinations of facts, such as \(regions.example(of: people).wording)"
    let isKnown = !RuleRegions.isNobody(try regions.people(people, whatever: regions.openAtoms))
    return RuleChange.Place(apps: subject.apps, people: condition, who: who, isKnown: isKnown)
  }

  private mutating func add(_ change: RuleChange) {
    guard let index = changes.firstIndex(where: { $0.id == change.id }), let place = change.places.first else {
      changes.append(change)
      return
    }
    changes[index].shift = DemandShift(rawValue: min(changes[index].shift.rawValue, change.shift.rawValue)) ?? change.shift
    if let same = changes[index].places.firstIndex(where: { $0.who == place.who }) {
      changes[index].places[same].apps += place.apps
    } else {
      changes[index].places.append(place)
    }
  }

  private mutating func add(_ doubt: RuleDoubt) {
    if let same = doubts.firstIndex(where: { $0.kind == doubt.kind && $0.who == doubt.who && $0.reasons == doubt.reasons }) {
      doubts[same].apps += doubt.apps
    } else {
      doubts.append(doubt)
    }
  }
}

extension RuleSubject {
  fileprivate var readsApp: Bool { ((before ?? []) + (now ?? [])).joinedAtoms.contains { $0.fact == "session.client" } }
}

extension [RuleSequence] {
  fileprivate var joinedAtoms: [DecisionAtom] { flatMap(\.entries).flatMap(\.condition.atoms) }
}
