/// Who is asked for something else by another version of a tenant's rules, worked out for all people and situations.
package struct RuleDifference: Sendable, Hashable {
  /// The worst first; in each kind of change in the order of apps and rules, those of administrators first.
  package private(set) var changes: [RuleChange] = []
  package private(set) var doubts: [RuleDoubt] = []
  /// Accounts that are others in the second version, and what becomes of them.
  package private(set) var people: [PersonalChange] = []
  /// Names that are other ones in the second version; rules that read them are compared as if they had not changed.
  package private(set) var renames: [RuleRename] = []

  /// - Parameter population: the people that are counted; `nil` to count none.
  package init(_ before: TenantRules, _ now: TenantRules, counting population: Population? = nil, limit: Int = RuleRegions.mostNodes) {
    let merged = MergedRules(before, now)
    var found = FoundChanges(merged, counting: population.map { ComparedPopulation($0, merged) }, limit: limit)
    for subject in Self.subjects(merged) { found.add(subject) }
    changes = found.sorted
    doubts = found.doubts + AssumedChanges(before, now, changes: changes, doubts: found.doubts).doubts
    people = PersonalChange.all(merged)
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
      var subject = RuleSubject(
        apps: [app.name], kind: nil, before: old.map { merged.before.sequences(of: $0) }, now: new.map { merged.now.sequences(of: $0) })
      subject.readsApp = ((subject.before ?? []) + (subject.now ?? [])).readApp
      if old != nil, new != nil, !subject.readsApp { places[lists] = subjects.count }
      subjects.append(subject)
    }
    return subjects
  }
}
