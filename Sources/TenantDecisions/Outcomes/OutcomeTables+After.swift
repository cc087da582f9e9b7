/// What one app asks of people who have signed in to another one before.
extension OutcomeTables {
  /// In the same situation, after the least with which the other app lets them in; `nil` if the app does not exist.
  ///
  /// Who cannot sign in to the other app has no session of it, and is in no row.
  package func byClient(_ name: String, after other: String) -> OutcomeTable? {
    guard let app = rules.apps.first(where: { $0.name == name }), let first = rules.apps.first(where: { $0.name == other }) else {
      return nil
    }
    var table = OutcomeTable(title: "App: \(name)", subtitle: "after the least with which \(other) lets people in", rows: [])
    let (before, now) = (sequences(of: first), sequences(of: app))
    do throws(DiagramLimit) {
      var regions = try RuleRegions(
        combining: before + now, of: rules, given: conditions(given, before + now), limit: limit)
      table.rows = try rows(&regions, before, now)
      table.footnotes = footnotes(table.rows)
    } catch {
      table.isPastLimit = true
    }
    return table
  }

  /// Those of an app, which is not a fact any more.
  private func sequences(of app: RuledApp) -> [RuleSequence] {
    rules.sequences(of: app).map { sequence in
      sequence.reading { condition in
        condition.replacing { atom in
          if case .word(DecisionFact.client, let name) = atom { .constant(name == app.name) } else { .atom(atom) }
        }
      }
    }
  }

  private func rows(_ regions: inout RuleRegions, _ before: [RuleSequence], _ now: [RuleSequence]) throws(DiagramLimit) -> [OutcomeRow] {
    let sets = ProofSet.all(of: rules.distinctAuthenticators(besides: rules.askedWords)) ?? []
    let places = regions.reached.map { (place: $0, order: RuleRegions.order(regions.combinations[$0])) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.place)
    var found: [(row: OutcomeRow?, people: RuleRegions.People)] = []
    for place in places {
      let pair = DecidingPair(before, now, regions.combinations[place], place)
      let people = try regions.people(for: [place])
      var row = second(pair, sets)
      if row != nil {
        row?.who = regions.condition(of: people).map { RuleWording.text($0, facts: rules.facts) } ?? "many combinations of facts"
        row?.count = count(people, regions)
      }
      found.append((row, people))
    }
    let flags = regions.openAtoms
    for index in found.indices where !flags.isEmpty && found[index].row != nil {
      var others = RuleRegions.nobody
      for other in found where other.row?.asked != found[index].row?.asked || other.row?.again != found[index].row?.again {
        others = try regions.joined(others, other.people)
      }
      let own = try regions.people(found[index].people, forSome: flags, without: RuleRegions.nobody)
      let both = try regions.people(own, among: try regions.people(others, forSome: flags, without: RuleRegions.nobody))
      guard !RuleRegions.isNobody(both) else { continue }
      found[index].row?.notes = [.notKnown]
      let flags = try openFlags(of: found[index].people, &regions)
      found[index].row?.openFlags = flags
    }
    return found.compactMap(\.row)
  }

  /// `nil` for people who cannot sign in to the other app.
  private func second(_ pair: DecidingPair, _ sets: [ProofSet]) -> OutcomeRow? {
    let least = RuleDemand.least(pair.before.entries.map { $0?.rule.outcome })
    guard let proven = sets.first(where: { least.isMet(by: $0.authenticators) }) else { return nil }
    let names = [pair.before, pair.now].map { half in half.entries.map { $0?.rule.name ?? "(no rule)" }.joined(separator: " + ") }
    var row = OutcomeRow(rule: names.joined(separator: ", then "), who: "", asked: "denied", again: "", lacking: "")
    guard case .ask(let asks) = pair.now.demandOfLaterApp else { return row }
    let everyTime = asks.compactMap(\.askedEveryTime?.text).sorted()
    let kept = asks.filter { $0.askedEveryTime.map { $0.rest != nil } ?? true }
    let first = proven.authenticators.map(\.name).joined(separator: " and ")
    let more = further(Set(kept.map { $0.askedEveryTime?.rest ?? $0 }), proven.authenticators, sets)
    var parts = everyTime.isEmpty ? [] : ["\(everyTime.joined(separator: "; and ")), whatever was proven"]
    if everyTime.isEmpty || more != Self.nothing { parts.append("after \(first.isEmpty ? "nothing" : first): \(more)") }
    row.asked = parts.joined(separator: "; and ")
    row.again = Self.again(kept)
    return row
  }

  /// After how long what was proven is asked for again.
  private static func again(_ kept: Set<RuleAsk>) -> String {
    if let ask = kept.first(where: \.hasClocks) { return "again: \(RuleWording.again(ask))" }
    let spans = kept.compactMap(\.again).filter { $0 < ProofNeed.wholeSession }
    return spans.min().map { "all of it again after \(RuleWording.span($0))" } ?? ""
  }

  private static let shown = 6
  private static let nothing = "nothing more"

  /// The fewest authenticators that are missing.
  private func further(_ asks: Set<RuleAsk>, _ proven: [KnownAuthenticator], _ sets: [ProofSet]) -> String {
    let names = Set(proven.map(\.name))
    let enough = sets.map { set in set.authenticators.filter { !names.contains($0.name) } }
      .filter { more in asks.allSatisfy { $0.isMet(by: proven + more) } }.map { $0.map(\.name) }
    let least = enough.enumerated().filter { place, set in
      !enough.enumerated().contains { other, smaller in
        other != place && Set(smaller).isSubset(of: set) && (smaller.count < set.count || other < place)
      }
    }.map(\.element)
    guard !least.isEmpty else { return "something that the tenant does not have" }
    if least.contains([]) { return Self.nothing }
    let rest = least.count - Self.shown
    return least.prefix(Self.shown).map { $0.joined(separator: " and ") }.joined(separator: " or ")
      + (rest > 0 ? " or \(rest) further" : "")
  }
}

extension DecidingPair.Half {
  /// What people are asked for who have a session: its rules decided when it began, so how long proofs are good for them does not count.
  fileprivate var demandOfLaterApp: RuleDemand {
    RuleDemand(
      zip(sequences, entries).map { sequence, entry in sequence.kind == .session ? entry?.rule.outcome.once : entry?.rule.outcome })
  }
}

extension RuleAsk {
  /// Whether some proof has a time of its own for which it is good.
  fileprivate var hasClocks: Bool { anyOf.contains { $0.values.contains { $0.again != nil } } }

  /// What of it is asked for whatever was proven before, in words, and the part for which older proofs count, if there is one; `nil` where they
  /// count for all of it.
  fileprivate var askedEveryTime: (text: String, rest: RuleAsk?)? {
    let everyTime = clocks.filter { $0.again == 0 }
    guard !everyTime.isEmpty else { return nil }
    guard anyOf.count == 1, let needs = anyOf.first, chains.isEmpty, everyTime.count < clocks.count else {
      return (RuleWording.text(once), nil)
    }
    let others = clocks.filter { !$0.isRequired }
    let isRestEveryTime = !others.isEmpty && others.allSatisfy { $0.again == 0 }
    let required = needs.filter { need in need.value.isRequired && everyTime.contains { $0.kind == need.key } }
    guard isRestEveryTime || !required.isEmpty else { return nil }
    var part = RuleAsk()
    part.anyOf = [required]
    let texts = (required.isEmpty ? [] : [RuleWording.text(part.once)]) + (isRestEveryTime ? [RuleWording.furtherKind(needs)] : [])
    var rest = self
    if isRestEveryTime { (rest.kinds, rest.anyOf) = (nil, [needs.filter { $0.value.isRequired && required[$0.key] == nil }]) }
    return (texts.joined(separator: " and "), rest)
  }
}
