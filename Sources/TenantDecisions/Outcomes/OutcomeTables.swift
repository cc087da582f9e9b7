/// Makes tables of a tenant's rules.
package struct OutcomeTables: Sendable {
  let rules: TenantRules
  /// What is fixed of people and situations; facts that are not in it can be anything.
  let given: FactValues
  private let explains: Bool
  let limit: Int

  package init(_ rules: TenantRules, given: FactValues = FactValues(), explains: Bool = false, limit: Int = RuleRegions.mostNodes) {
    self.rules = rules
    self.given = given
    self.explains = explains
    self.limit = limit
  }

  /// A table for each list of apps, those of administrators' apps first, and for each other kind.
  package func byList() -> [OutcomeTable] {
    let lists = rules.lists[.app] ?? []
    let forAdministrators = Set(rules.apps.filter(\.isForAdministrators).compactMap(\.list))
    let ordered = lists.filter { forAdministrators.contains($0.name) } + lists.filter { !forAdministrators.contains($0.name) }
    let apps = ordered.map { list in table(rules.sequence(ofAppList: list.name), "App rules: \(list.name)", subtitle(of: list)) }
    let kinds = RuleKind.allCases.filter { $0 != .app && !(rules.lists[$0] ?? []).isEmpty }
    return apps + kinds.map { table(rules.sequence(of: $0), $0.title, "for all apps") }
  }

  /// What the people of one app are asked for by the session and the app together; `nil` if there is no such app.
  package func byClient(_ name: String) -> OutcomeTable? {
    guard let app = rules.apps.first(where: { $0.name == name }) else { return nil }
    let sequences = rules.sequences(of: app)
    var given = given
    given.words["session.client"] = name
    var table = OutcomeTable(
      title: "App: \(name)", subtitle: app.list.map { "by the session rules and \($0)" } ?? "by the session rules alone", rows: [])
    do throws(DiagramLimit) {
      let regions = try RuleRegions(sequences, of: rules, given: conditions(given, sequences), limit: limit)
      table.rows = regions.outcomes.map { row($0, sequences) }
    } catch {
      table.isPastLimit = true
    }
    return table
  }

  /// The outcomes of one app's people; `nil` past the limit.
  func outcomes(ofApp app: RuledApp) -> (sequences: [RuleSequence], outcomes: [RuleRegions.Outcome])? {
    let sequences = rules.sequences(of: app)
    var given = given
    given.words["session.client"] = app.name
    do throws(DiagramLimit) {
      return (sequences, try RuleRegions(sequences, of: rules, given: conditions(given, sequences), limit: limit).outcomes)
    } catch {
      return nil
    }
  }

  private func subtitle(of list: DecisionList) -> String {
    let apps = rules.apps.filter { $0.list == list.name }
    guard !apps.isEmpty else { return "used by no app" }
    let names = apps.map { $0.isForAdministrators ? "\($0.name) (for administrators)" : $0.name }.joined(separator: ", ")
    let scope = list.condition == .always ? "" : ", for \(RuleWording.text(list.condition, facts: rules.facts))"
    return "used by \(names)\(scope)"
  }

  private func table(_ sequence: RuleSequence, _ title: String, _ subtitle: String) -> OutcomeTable {
    var table = OutcomeTable(title: title, subtitle: subtitle, rows: [])
    do throws(DiagramLimit) {
      let regions = try RuleRegions([sequence], of: rules, given: conditions(given, [sequence]), limit: limit)
      table.rows = sequence.entries.indices.map { row(sequence, $0, regions) }
      if let rest = regions.outcomes.first(where: { $0.rules == [nil] }) {
        table.rows.append(
          OutcomeRow(
            rule: "(no rule)", who: "the rest", asked: "nothing", again: "", lacking: "", notes: rest.notes,
            explanation: explanation(rest, [sequence])))
      }
    } catch {
      table.isPastLimit = true
      table.rows = sequence.entries.indices.map { row(sequence, $0, nil) }
    }
    return table
  }
}

/// Rows.
extension OutcomeTables {
  private func row(_ sequence: RuleSequence, _ place: Int, _ regions: RuleRegions?) -> OutcomeRow {
    let entry = sequence.entries[place]
    let outcome = regions?.outcomes.first { $0.rules == [place] }
    let isRest = place > 0 && entry.condition == .always
    let list = sequence.kind.isTriedInOrder ? "\(entry.list): " : ""
    return OutcomeRow(
      rule: list + entry.rule.name, who: isRest ? "the rest" : RuleWording.text(entry.condition, facts: rules.facts),
      asked: RuleWording.text(RuleDemand([entry.rule.outcome])), again: entry.rule.outcome.again, lacking: entry.rule.outcome.lacking,
      notes: regions == nil ? [.notKnown] : outcome?.notes ?? [.neverDecides], explanation: explanation(outcome, [sequence]))
  }

  private func row(_ outcome: RuleRegions.Outcome, _ sequences: [RuleSequence]) -> OutcomeRow {
    let rules = zip(sequences, outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule } }
    let outcomes = rules.compactMap { $0?.outcome }
    let whoes = zip(sequences, outcome.rules).map { who($0, $1) }
    return OutcomeRow(
      rule: rules.map { $0?.name ?? "(no rule)" }.joined(separator: " + "),
      who: Self.unique(whoes.filter { $0 != "everybody" }).joined(separator: "; ").orEverybody,
      asked: RuleWording.text(outcome.demand),
      again: outcome.demand == .deny ? "" : Self.unique(outcomes.map(\.again)).joined(separator: "; "),
      lacking: outcome.demand == .deny ? "" : Self.unique(outcomes.map(\.lacking)).joined(separator: "; "), notes: outcome.notes,
      explanation: explanation(outcome, sequences))
  }

  private func who(_ sequence: RuleSequence, _ place: Int?) -> String {
    guard let place else { return "the rest" }
    let condition = sequence.entries[place].condition
    return place > 0 && condition == .always ? "the rest" : RuleWording.text(condition, facts: rules.facts)
  }

  private static func unique(_ texts: [String]) -> [String] {
    texts.enumerated().filter { place, text in !text.isEmpty && texts.firstIndex(of: text) == place }.map(\.element)
  }

  /// An example, and why each rule above does not decide there.
  private func explanation(_ outcome: RuleRegions.Outcome?, _ sequences: [RuleSequence]) -> [String] {
    guard explains, let outcome else { return [] }
    let values = given.updated(with: outcome.example)
    let passed = zip(sequences, outcome.rules).flatMap { sequence, place in
      sequence.passed(before: place, values, facts: rules.facts).map { passed in
        "not '\(sequence.entries[passed.place].rule.name)': it needs \(passed.failed.joined(separator: " or "))"
      }
    }
    return ["for example \(outcome.example.wording)"] + passed
  }

  func conditions(_ given: FactValues, _ sequences: [RuleSequence]) -> [Condition<DecisionAtom>] {
    rules.conditions(given, read: sequences.flatMap(\.entries).map(\.condition))
  }
}

extension RuleKind {
  fileprivate var title: String {
    switch self {
    case .session: "Session rules"
    case .app: "App rules"
    case .enrolment: "Enrolment rules"
    case .password: "Password rules"
    case .recovery: "Recovery rules"
    case .registration: "Registration rules"
    case .routing: "Routing rules"
    }
  }
}

extension RuleOutcome {
  /// How long proofs are good; empty where none are asked for.
  fileprivate var again: String { if case .ask(let ask) = self { RuleWording.again(ask.again) } else { "" } }
  fileprivate var lacking: String { if case .ask(let ask) = self { RuleWording.text(ask.lacking) } else { "" } }
}

extension RuleRegions.Outcome {
  fileprivate var notes: [OutcomeRow.Note] {
    (reach == .mayNever ? [.mayNeverDecide] : []) + (isNotKnown ? [.notKnown] : [])
  }
}

extension FactValues {
  /// Whether it says something of a fact.
  func says(_ fact: String) -> Bool { words[fact] != nil || names[fact] != nil || flags[fact] != nil }

  /// As `--given` takes it.
  package var wording: String {
    let parts =
      words.map { "\(Self.short($0))=\($1)" }
      + names.filter { !$0.value.isEmpty }.map { "\(Self.short($0))=\($1.sorted().joined(separator: "+"))" }
      + flags.map { "\(Self.short($0))=\($1)" }
    return parts.isEmpty ? "anybody, anywhere" : parts.sorted().joined(separator: " ")
  }
}

extension FactValues {
  /// A fact without the scope that `--who` and `--given` add.
  private static func short(_ fact: String) -> String {
    for scope in ["account.", "session."] where fact.hasPrefix(scope) { return String(fact.dropFirst(scope.count)) }
    return fact
  }
}

extension String {
  fileprivate var orEverybody: String { isEmpty ? "everybody" : self }
}
