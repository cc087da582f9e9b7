/// Makes tables of a tenant's rules.
package struct OutcomeTables: Sendable {
  let rules: TenantRules
  /// What is fixed of people and situations; facts that are not in it can be anything.
  let given: FactValues
  private let explains: Bool
  /// The people that are counted; `nil` to count none.
  private let population: PeopleClasses?
  let limit: Int

  /// - Parameter population: the people that are counted; `nil` to count none.
  package init(
    _ rules: TenantRules, given: FactValues = FactValues(), explains: Bool = false, counting population: Population? = nil,
    limit: Int = RuleRegions.mostNodes
  ) {
    self.rules = rules
    self.given = given
    self.explains = explains
    self.population = population.map { PeopleClasses($0, of: rules, for: given) }
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

  /// What the people of one app are asked for by the session and the app together; `nil` if the app does not exist.
  package func byClient(_ name: String) -> OutcomeTable? {
    guard let app = rules.apps.first(where: { $0.name == name }) else { return nil }
    let sequences = rules.sequences(of: app)
    var given = given
    given.words[DecisionFact.client] = name
    var table = OutcomeTable(
      title: "App: \(name)", subtitle: app.list.map { "by the session rules and \($0)" } ?? "by the session rules alone", rows: [])
    do throws(DiagramLimit) {
      var regions = try RuleRegions(sequences, of: rules, given: conditions(given, sequences), limit: limit)
      let flags = try openFlags(&regions)
      let counts = try counts(&regions)
      table.rows = regions.outcomes.map { row($0, sequences, flags[$0.rules] ?? []).counting(counts?[$0.rules]) }
      table.footnotes = footnotes(table.rows)
    } catch {
      table.isPastLimit = true
    }
    return table
  }

  /// The outcomes of one app's people; `nil` past the limit.
  func outcomes(
    ofApp app: RuledApp
  ) -> (sequences: [RuleSequence], outcomes: [RuleRegions.Outcome], flags: [[Int?]: [String]])? {
    let sequences = rules.sequences(of: app)
    var given = given
    given.words[DecisionFact.client] = app.name
    do throws(DiagramLimit) {
      var regions = try RuleRegions(sequences, of: rules, given: conditions(given, sequences), limit: limit)
      return (sequences, regions.outcomes, try openFlags(&regions))
    } catch {
      return nil
    }
  }

  private func subtitle(of list: DecisionList) -> String {
    let apps = rules.apps.filter { $0.list == list.name }
    guard !apps.isEmpty else { return "used by no app" }
    let names = apps.map { $0.isForAdministrators ? "\($0.name) (for administrators)" : $0.name }.joined(separator: ", ")
    let scope = list.condition == .always ? "" : ", for \(RuleWording.text(list.condition, facts: rules.facts))"
    let session = (rules.lists[.session] ?? []).isEmpty ? "" : ", on top of the session rules"
    return "used by \(names)\(scope)\(session)"
  }

  private func table(_ sequence: RuleSequence, _ title: String, _ subtitle: String) -> OutcomeTable {
    var table = OutcomeTable(title: title, subtitle: subtitle, rows: [])
    do throws(DiagramLimit) {
      var regions = try RuleRegions([sequence], of: rules, given: conditions(given, [sequence]), limit: limit)
      let flags = try openFlags(&regions)
      let counts = try counts(&regions)
      table.rows = sequence.entries.indices.map { place in
        row(sequence, place, regions, flags[[place]] ?? []).counting(counts.flatMap { $0[[place]] ?? noOne })
      }
      if let rest = regions.outcomes.first(where: { $0.rules == [nil] }) {
        table.rows.append(
          OutcomeRow(
            rule: "(no rule)", who: "the rest", asked: "nothing", again: "", lacking: "", notes: rest.notes,
            openFlags: flags[[nil]] ?? [], explanation: explanation(rest, [sequence]), count: counts?[[nil]]))
      }
      table.footnotes = footnotes(table.rows)
    } catch {
      table.isPastLimit = true
      table.rows = sequence.entries.indices.map { row(sequence, $0, nil, []) }
    }
    return table
  }
}

/// How many people get each row.
extension OutcomeTables {
  /// By combination of rules; `nil` where people are not counted.
  private func counts(_ regions: inout RuleRegions) throws(DiagramLimit) -> [[Int?]: Headcount]? {
    guard population != nil else { return nil }
    var counts: [[Int?]: Headcount] = [:]
    for place in regions.reached {
      counts[regions.combinations[place]] = count(try regions.people(for: [place]), regions)
    }
    return counts
  }

  /// `nil` where people are not counted.
  func count(_ people: RuleRegions.People, _ regions: RuleRegions) -> Headcount? {
    population.map { regions.headcount($0, among: people, atMost: people, rules.facts).limited(by: $0.reaches) }
  }

  /// Of a rule that never decides.
  private var noOne: Headcount? { population.map { Headcount(ofNoOne: $0.counts) } }
}

extension OutcomeRow {
  fileprivate func counting(_ count: Headcount?) -> OutcomeRow {
    var row = self
    row.count = count
    return row
  }
}

/// Rows.
extension OutcomeTables {
  private func row(_ sequence: RuleSequence, _ place: Int, _ regions: RuleRegions?, _ flags: [String]) -> OutcomeRow {
    let entry = sequence.entries[place]
    let outcome = regions?.outcomes.first { $0.rules == [place] }
    let isRest = place > 0 && entry.condition == .always
    let list = sequence.kind.isTriedInOrder ? "\(entry.list): " : ""
    let reason = regions == nil || outcome != nil ? nil : reason(forNever: place, sequence)
    return OutcomeRow(
      rule: list + entry.rule.name, who: isRest ? "the rest" : RuleWording.text(entry.condition, facts: rules.facts),
      asked: sequence.kind == .enrolment
        ? RuleWording.settingUp(RuleDemand([entry.rule.outcome])) : RuleWording.text(RuleDemand([entry.rule.outcome])),
      again: entry.rule.outcome.again(of: sequence.kind),
      lacking: lacking(entry.rule.outcome),
      notes: regions == nil ? [.notKnown] : outcome?.notes ?? [.neverDecides], openFlags: flags, reason: reason,
      explanation: explains ? reason.map { ["no example: \($0)"] } ?? explanation(outcome, [sequence]) : [])
  }

  private func reason(forNever place: Int, _ sequence: RuleSequence) -> String {
    let reason = sequence.reason(forNever: place, of: rules, given: conditions(given, [sequence]))
    return reason == .nobody && given != FactValues() ? "its condition does not hold here" : reason.wording
  }

  /// What happens to people who have no suitable authenticator, whether the rule says it or the tenant; empty where no proof is asked for.
  private func lacking(_ outcome: RuleOutcome) -> String {
    guard case .ask(let ask) = outcome, RuleDemand([outcome]) != .ask([]) else { return "" }
    let mayNot = ask.whenLacking == .setUp && ProofConditions.limitsSettingUp(rules)
    return RuleWording.text(ask.whenLacking) + (mayNot ? ", if the enrolment rules allow it" : "")
  }

  private func row(_ outcome: RuleRegions.Outcome, _ sequences: [RuleSequence], _ flags: [String]) -> OutcomeRow {
    let rules = zip(sequences, outcome.rules).map { sequence, place in place.map { sequence.entries[$0].rule } }
    let kinds = sequences.map(\.kind.rawValue)
    let whoes = zip(sequences, outcome.rules).map { who($0, $1) }.map { $0 == "everybody" ? "" : $0 }
    return OutcomeRow(
      rule: rules.map { $0?.name ?? "(no rule)" }.joined(separator: " + "),
      who: (Self.unique(whoes) == ["the rest"] ? "the rest" : Self.labelled(whoes, kinds)).orEverybody,
      asked: RuleWording.text(outcome.demand),
      again: outcome.demand == .deny ? "" : Self.each(zip(sequences, rules).map { $1?.outcome.again(of: $0.kind) ?? "" }, kinds),
      lacking: outcome.demand == .deny ? "" : Self.each(rules.map { $0.map { lacking($0.outcome) } ?? "" }, kinds), notes: outcome.notes,
      openFlags: flags, explanation: explanation(outcome, sequences))
  }

  private func who(_ sequence: RuleSequence, _ place: Int?) -> String {
    guard let place else { return "the rest" }
    let condition = sequence.entries[place].condition
    return place > 0 && condition == .always ? "the rest" : RuleWording.text(condition, facts: rules.facts)
  }

  /// Each text with the kind of rules that it is about, where there are several kinds.
  private static func labelled(_ texts: [String], _ kinds: [String]) -> String {
    zip(kinds, texts).filter { !$1.isEmpty }.map { kinds.count > 1 ? "\($0): \($1)" : $1 }.joined(separator: "; ")
  }

  /// One text if all kinds of rules say the same.
  private static func each(_ texts: [String], _ kinds: [String]) -> String {
    let unique = unique(texts)
    return unique.count > 1 ? labelled(texts, kinds) : unique.first ?? ""
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
    return ["for example \(example(outcome, sequences).wording)"] + passed
  }

  /// Facts with which it is possible, without the names that it does not depend on.
  func example(_ outcome: RuleRegions.Outcome, _ sequences: [RuleSequence]) -> FactValues {
    var example = outcome.example
    for case .member(let fact, _) in sequences.flatMap(\.entries).flatMap(\.condition.atoms) where example.names[fact] == nil {
      example.names[fact] = given.names[fact] ?? []
    }
    return example
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
    case .lifetime: "Lifetime rules"
    }
  }
}

extension RuleOutcome {
  /// How long proofs are good; empty where none are asked for.
  fileprivate func again(of kind: RuleKind) -> String { if case .ask(let ask) = self { RuleWording.again(ask, of: kind) } else { "" } }
}

extension RuleRegions.Outcome {
  var notes: [OutcomeRow.Note] {
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
      + names.map { "\(Self.short($0))=\($1.isEmpty ? "none" : $1.sorted().joined(separator: "+"))" }
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
