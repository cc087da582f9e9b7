/// What was found so far in a comparison of two versions of rules.
struct FoundChanges {
  private var changes: [RuleChange] = []
  private(set) var doubts: [RuleDoubt] = []

  private let merged: MergedRules
  private let demands: DemandComparison
  private let enrolment: (before: RuleSequence, now: RuleSequence)
  private var settingUp: SettingUp?
  private let population: ComparedPopulation?
  private let limit: Int

  init(_ merged: MergedRules, counting population: ComparedPopulation?, limit: Int) {
    self.merged = merged
    (self.population, self.limit) = (population, limit)
    demands = DemandComparison(merged.before, merged.now)
    settingUp = SettingUp(merged.before, merged.now)
    enrolment = (merged.before.sequence(of: .enrolment), merged.inSecond(merged.now.sequence(of: .enrolment)))
  }

  /// The worst first. If the same rules mean different things in several places, each id says what.
  var sorted: [RuleChange] {
    let ids = Dictionary(grouping: changes, by: \.id).mapValues(\.count)
    let named = changes.map { change in
      var change = change
      if ids[change.id] ?? 0 > 1 { change.id += ":\(change.shift)" }
      return change
    }
    return named.enumerated().sorted { ($0.element.shift.rawValue, $0.offset) < ($1.element.shift.rawValue, $1.offset) }.map(\.element)
  }

  mutating func add(_ subject: RuleSubject) {
    guard let before = subject.before, let now = subject.now else { return addOneSided(subject) }
    let second = now.map(merged.inSecond)
    let isOther = before != second || !demands.knowsSame || merged.before.impossible != merged.now.impossible
    do throws(DiagramLimit) {
      if isOther { try compare(subject, before, second) }
    } catch {
      return add(Self.tooMuch("the rules combine too many facts", subject))
    }
    guard isOther || enrolment.before != enrolment.now else { return }
    for part in parts(of: subject) {
      do throws(DiagramLimit) { try compareSettingUp(part, before, second) } catch {
        add(Self.tooMuch("whether the enrolment rules let people set up what is asked for combines too many facts", part))
      }
    }
  }

  /// Each app for itself where an enrolment rule reads which app it is.
  private func parts(of subject: RuleSubject) -> [RuleSubject] {
    guard settingUp != nil, !subject.apps.isEmpty, [enrolment.before, enrolment.now].readApp else { return [subject] }
    return subject.apps.map { app in
      var part = subject
      (part.apps, part.readsApp) = ([app], true)
      return part
    }
  }

  private static func tooMuch(_ reason: String, _ subject: RuleSubject) -> RuleDoubt {
    RuleDoubt(apps: subject.apps, kind: subject.kind, people: .always, who: "everybody", reasons: [reason])
  }

  /// An app of one version alone, which may be one of those that the other one does not name.
  private mutating func addOneSided(_ subject: RuleSubject) {
    let (own, other) = subject.before == nil ? (merged.now, merged.before) : (merged.before, merged.now)
    guard !own.apps.contains(where: { subject.apps.contains($0.name) && $0.standsForOthers }) else { return }
    guard other.apps.contains(where: \.standsForOthers) else { return add(appThatCameOrWent(subject)) }
    let version = subject.before == nil ? "first" : "second"
    add(
      RuleDoubt(
        apps: subject.apps, people: .always, who: "everybody", reasons: ["the \(version) version does not have all apps"]))
  }

  private func appThatCameOrWent(_ subject: RuleSubject) -> RuleChange {
    let isNew = subject.before == nil
    let (gone, there) = (
      RuleChange.Side(rules: [], asked: RuleChange.noApp, again: "", lacking: ""),
      RuleChange.Side(rules: [], asked: "what its rules ask for", again: "", lacking: "")
    )
    return RuleChange(
      id: "app:\(subject.apps.joined())", shift: isNew ? .opened : .closed, kind: nil,
      places: [
        RuleChange.Place(apps: subject.apps, people: .always, who: "everybody that its rules let in", count: population?.unknown)
      ], before: isNew ? gone : there, now: isNew ? there : gone)
  }

  /// All rules that decide together, in both versions; those that change nothing are not reported.
  private mutating func compare(_ subject: RuleSubject, _ before: [RuleSequence], _ now: [RuleSequence]) throws(DiagramLimit) {
    var compared = try ComparedPeople(subject, before + now, merged, population, limit)
    let pairs = compared.combinations.map { place, rules in DecidingPair(before, now, rules, place) }
    let shifts = pairs.sorted { $0.order.lexicographicallyPrecedes($1.order) }.compactMap { pair -> PairShift? in
      // Rules of enrolment let no one in: who may set nothing up signs in with what they have.
      demands.shift(pair.before, pair.now).map { PairShift(pair: pair, shift: subject.kind == .enrolment ? .other : $0) }
    }
    let same = Dictionary(grouping: shifts, by: \.shift).mapValues { $0.map(\.pair.place) }
    for group in Self.grouped(shifts) {
      guard let first = group.first else { continue }
      let change = first.pair.change(first.shift, subject.kind)
      try add(change, of: group.map(\.pair), among: same[first.shift] ?? [], &compared)
    }
    if let doubt = try compared.doubt() { add(doubt) }
  }

  /// The people who have nothing but a password: whether enrolment rules let them set up what is asked for, in both versions.
  private mutating func compareSettingUp(
    _ subject: RuleSubject, _ before: [RuleSequence], _ now: [RuleSequence]
  ) throws(DiagramLimit) {
    guard subject.kind == nil || subject.kind == .session, var settingUp else { return }
    defer { self.settingUp = settingUp }
    if settingUp.isTooMuch { throw DiagramLimit() }
    let (old, new) = (
      SettingUp.RuleVersion(asking: before, enrolment: enrolment.before), SettingUp.RuleVersion(asking: now, enrolment: enrolment.now)
    )
    guard settingUp.matters(old, new) else { return }
    var compared = try ComparedPeople(subject, before + now + [enrolment.before, enrolment.now], merged, population, limit)
    let pairs = compared.combinations.map { place, rules in DecidingPair(before, now, enrolment: enrolment, rules, place) }
    var effects: [SettingUp.Effect: [DecidingPair]] = [:]
    for pair in pairs.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
      guard let effect = settingUp.effect(of: pair) else { continue }
      if !isTold(effect, by: demands.shift(pair.before, pair.now)) { effects[effect, default: []].append(pair) }
    }
    for (effect, shift) in [(SettingUp.Effect.lockedOut, DemandShift.closedToLacking), (.letIn, .openedToLacking)] {
      let same = (effects[effect] ?? []).map(\.place)
      for group in Self.grouped((effects[effect] ?? []).map { PairShift(pair: $0, shift: shift) }) {
        guard let change = Self.change(shift, group.map(\.pair), subject.kind, settingUp) else { continue }
        try add(change, of: group.map(\.pair), among: same, &compared)
      }
    }
    if let doubt = try compared.doubt() { add(doubt) }
    guard let unsure = effects[.lockedOutOnSomeDevices] else { return }
    let place = try compared.place(of: try compared.people(for: unsure.map(\.place)))
    let reason = "what the enrolment rules let people set up is enough only on some devices"
    add(RuleDoubt(apps: subject.apps, kind: subject.kind, people: place.people, who: place.who, reasons: [reason]))
  }

  /// Whether the change of what is asked for says as much already.
  private func isTold(_ effect: SettingUp.Effect, by shift: DemandShift?) -> Bool {
    let told: [DemandShift] = effect == .letIn ? [.opened, .openedToLacking] : [.closed, .closedToLacking]
    return shift.map(told.contains) ?? false
  }

  /// - Parameter pairs: those of one change; one at least.
  private static func change(
    _ shift: DemandShift, _ pairs: [DecidingPair], _ kind: RuleKind?, _ settingUp: SettingUp
  ) -> RuleChange? {
    guard let first = pairs.first else { return nil }
    var change = first.change(shift, kind)
    let isClosed = shift == .closedToLacking
    let entries = pairs.compactMap { isClosed ? $0.now.enrolment : $0.before.enrolment }
    // Most lists have a rule of the same name, and many one that is called as the last of all others.
    let paths = entries.map { "'\($0.list == $0.rule.name ? "" : "\($0.list)/")\($0.rule.name)'" }
    let names = paths.enumerated().filter { place, path in paths.firstIndex(of: path) == place }.map(\.element)
    let rules = "enrolment rule\(names.count == 1 ? "" : "s") \(RuleChange.list(names))"
    let denied = "is denied, as \(rules) let\(names.count == 1 ? "s" : "") them set up nothing that is enough"
    change.before.lacking = isClosed ? settingUp.way(before: first) : denied
    change.now.lacking = isClosed ? denied : settingUp.way(now: first)
    change.id += isClosed ? ":enrolment:locked-out" : ":enrolment:let-in"
    return change
  }

  /// The same rules decide, and it means the same.
  private struct Change: Hashable {
    var id: String
    var shift: DemandShift
  }

  private struct PairShift {
    var pair: DecidingPair
    var shift: DemandShift
  }

  /// Those that are one change, in the order of the first of each.
  private static func grouped(_ shifts: [PairShift]) -> [[PairShift]] {
    var places: [Change: Int] = [:]
    var groups: [[PairShift]] = []
    for shift in shifts {
      let change = Change(id: shift.pair.id, shift: shift.shift)
      if let place = places[change] {
        groups[place].append(shift)
      } else {
        places[change] = groups.count
        groups.append([shift])
      }
    }
    return groups
  }

  /// For the people for which these combinations of rules certainly decide.
  private mutating func add(
    _ change: RuleChange, of pairs: [DecidingPair], among all: [Int], _ compared: inout ComparedPeople
  ) throws(DiagramLimit) {
    guard let place = try compared.surePlace(of: pairs, among: all, change.shift) else { return }
    var change = change
    change.places = [place]
    add(change)
  }

  private mutating func add(_ change: RuleChange) {
    var change = change
    if change.lines.before == change.lines.now, let text = merged.authenticatorChanges {
      change.now.asked += " (of the authenticators, \(text))"
    }
    guard let index = changes.firstIndex(where: { $0.id == change.id && $0.shift == change.shift }), let place = change.places.first else {
      changes.append(change)
      return
    }
    if let same = changes[index].places.firstIndex(where: { $0.who == place.who && $0.known == place.known }) {
      changes[index].places[same].apps += place.apps
      changes[index].places[same].count = Headcount.union([changes[index].places[same].count, place.count])
    } else {
      changes[index].places.append(place)
    }
  }

  private mutating func add(_ doubt: RuleDoubt) {
    if let same = doubts.firstIndex(where: {
      $0.kind == doubt.kind && $0.who == doubt.who && $0.known == doubt.known && $0.reasons == doubt.reasons
    }) {
      doubts[same].apps += doubt.apps.filter { !doubts[same].apps.contains($0) }
    } else {
      doubts.append(doubt)
    }
  }
}
