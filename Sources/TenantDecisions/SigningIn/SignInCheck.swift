/// Whether everybody can sign in to an app in a situation: worked out for all people whom conditions tell apart, and never for single ones.
package struct SignInCheck: Sendable {
  /// What people may use to sign in.
  package enum Means: String, Sendable, Hashable, CaseIterable {
    case have = "what they have"
    /// With what they have, or what the rules let them set up on the way.
    case maySetUp = "what they may set up"
  }

  /// What is found of one app in one situation.
  package enum Answer: Sendable, Hashable {
    /// With how many combinations of rules were looked at; none if nobody is such a person.
    case everybody(Int)
    case not(SignInFailure)
    /// It depends on an open flag, or there is too much to look at; why, in words.
    case notKnown(String)
  }

  private let rules: TenantRules
  private let means: Means
  /// Deciding rules of which it is intended that nobody gets in, as `kind/list/rule`.
  private let exceptions: Set<String>
  private let limit: Int
  private let proofs: ProofConditions

  package init(_ rules: TenantRules, means: Means, except exceptions: Set<String> = [], limit: Int = RuleRegions.mostNodes) {
    self.rules = rules
    self.means = means
    self.exceptions = exceptions
    self.limit = limit
    proofs = ProofConditions(rules)
  }

  /// - Parameters:
  ///   - who: whom it is about.
  ///   - situation: the facts of the request; those that it does not have are as where nothing is said, and open flags stay open.
  package func answer(for who: Condition<DecisionAtom>, in app: RuledApp, _ situation: FactValues) -> Answer {
    var facts = rules.complete(situation, isOfPerson: false)
    facts.words["session.client"] = app.name
    let sequences = rules.sequences(of: app) + [rules.sequence(of: .enrolment)]
    let factors = Condition<DecisionAtom>.any(rules.authenticators.map { .atom(.member(fact: ProofConditions.fact, $0.name)) })
    let given = rules.conditions(facts, read: sequences.flatMap(\.entries).map(\.condition) + [who]) + [who]
    do throws(DiagramLimit) {
      var regions = try RuleRegions(combining: sequences, of: rules, given: given, besides: [factors], limit: limit)
      return try answer(&regions, sequences, app)
    } catch {
      return .notKnown("the rules combine too many facts")
    }
  }

  private func answer(_ regions: inout RuleRegions, _ sequences: [RuleSequence], _ app: RuledApp) throws(DiagramLimit) -> Answer {
    let places = regions.reached.map { (place: $0, order: RuleRegions.order(regions.combinations[$0])) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.place)
    var failing = RuleRegions.nobody
    var failures: [(people: RuleRegions.People, entries: [RuleSequence.Entry?])] = []
    for place in places {
      let entries = zip(sequences, regions.combinations[place]).map { sequence, place in place.map { sequence.entries[$0] } }
      guard !isExcepted(entries) else { continue }
      let people = try regions.people(for: [place], without: condition(entries))
      guard !RuleRegions.isNobody(people) else { continue }
      failures.append((people, entries))
      failing = try regions.joined(failing, people)
    }
    let flags = regions.openAtoms
    let sure = try regions.people(failing, whatever: flags)
    guard !RuleRegions.isNobody(sure) else {
      return RuleRegions.isNobody(failing) ? .everybody(places.count) : .notKnown(doubt(failing, &regions, failures))
    }
    var told: (people: RuleRegions.People, entries: [RuleSequence.Entry?])?
    for failure in failures where told == nil {
      // Who is let in by no value of a flag is told without it, though this rule decides for one value alone.
      let people = try regions.people(try regions.people(failure.people, forSome: flags, without: RuleRegions.nobody), among: sure)
      if !RuleRegions.isNobody(people) { told = (people, failure.entries) }
    }
    let (people, entries) = told ?? (sure, failures.first?.entries ?? [])
    return .not(failure(people, entries, &regions, app, others: failures.count - 1))
  }

  /// On what it depends whether these people can sign in.
  private func doubt(
    _ people: RuleRegions.People, _ regions: inout RuleRegions, _ failures: [(people: RuleRegions.People, entries: [RuleSequence.Entry?])]
  ) -> String {
    let read = regions.condition(of: people).map { Set($0.atoms) } ?? regions.openAtoms
    let flags = regions.openAtoms.intersection(read).map { RuleWording.text(.atom($0), facts: self.rules.facts) }.sorted()
    let rules = failures.first.map { responsible($0.entries).map { "'\($0.path)'" }.joined(separator: " and ") } ?? ""
    return "whether \(rules) decides depends on \(flags.joined(separator: ", "))"
  }

  private func failure(
    _ people: RuleRegions.People, _ entries: [RuleSequence.Entry?], _ regions: inout RuleRegions, _ app: RuledApp, others: Int
  ) -> SignInFailure {
    let deciding = responsible(entries)
    let condition = regions.condition(of: people)
    return SignInFailure(
      app: app.name, people: condition,
      who: condition.map { RuleWording.text($0, facts: rules.facts) } ?? "such as \(regions.example(of: people).wording)",
      rules: deciding.map(\.path), places: deciding.map { ($0.kind, $0.entry.list, $0.entry.rule) }.map(SignInFailure.Place.init),
      asked: RuleWording.text(RuleDemand(deciding.map(\.entry.rule.outcome))), others: others)
  }

  /// The rules by which these people do not get in: those that deny, else those that ask for something that not everybody can give.
  private func responsible(_ entries: [RuleSequence.Entry?]) -> [(kind: RuleKind, entry: RuleSequence.Entry, path: String)] {
    let kinds: [RuleKind] = [.session, .app, .enrolment]
    let asking = zip(entries.count == 3 ? kinds : [.session, .enrolment], entries).compactMap { kind, entry in
      entry.flatMap { entry in kind == .enrolment ? nil : (kind: kind, entry: entry, path: entry.path(of: kind)) }
    }
    let denying = asking.filter { $0.entry.rule.outcome == .deny }
    guard denying.isEmpty else { return denying }
    let settable = settable(entries)
    return asking.filter { condition($0.entry.rule.outcome, settable).decided { _ in nil } != true }
  }

  private func isExcepted(_ entries: [RuleSequence.Entry?]) -> Bool { responsible(entries).contains { exceptions.contains($0.path) } }

  /// Who of the people for whom these rules decide can sign in.
  private func condition(_ entries: [RuleSequence.Entry?]) -> Condition<DecisionAtom> {
    let settable = settable(entries)
    return .all(entries.dropLast().compactMap { $0.map { condition($0.rule.outcome, settable) } })
  }

  private func settable(_ entries: [RuleSequence.Entry?]) -> Set<String> {
    means == .have ? [] : proofs.settable(by: entries.last.flatMap { $0?.rule.outcome })
  }

  /// Who can give what one rule asks for.
  private func condition(_ outcome: RuleOutcome, _ settable: Set<String>) -> Condition<DecisionAtom> {
    switch outcome {
    case .deny: return .constant(false)
    case .set: return .always
    case .ask(let ask):
      switch ask.lacking ?? rules.lacking {
      case .passOver: return .always
      case .deny: return proofs.condition(of: ask, settable: [])
      case .setUp: return proofs.condition(of: ask, settable: settable)
      }
    }
  }
}

/// People who cannot sign in.
package struct SignInFailure: Sendable, Hashable {
  /// Where a deciding rule is written.
  package struct Place: Sendable, Hashable {
    package var kind: RuleKind
    package var list: String
    package var rule: DecisionRule
  }

  package var app: String
  /// `nil` where they are more combinations of facts than can be told.
  package var people: Condition<DecisionAtom>?
  package var who: String
  /// The rules by which they do not, as `kind/list/rule`.
  package var rules: [String]
  package var places: [Place]
  package var asked: String
  /// How many further combinations of rules do not let people in.
  package var others: Int

  /// In one line, whatever the situation.
  package var line: String {
    let rules = rules.map { "'\($0)'" }.joined(separator: " and ")
    let whom = who == "everybody" ? "nobody can sign in to '\(app)'" : "people cannot sign in to '\(app)': \(who)"
    let more = others > 0 ? "; \(others) more combination\(others == 1 ? "" : "s") of rules \(others == 1 ? "lets" : "let") nobody in" : ""
    return "\(whom); \(asked)\(rules.isEmpty ? "" : ", by \(rules)")\(more)"
  }
}

extension RuleSequence.Entry {
  /// As promises name a rule, e.g. `app/Portal sign-on/High risk`.
  func path(of kind: RuleKind) -> String { "\(kind.rawValue)/\(list)/\(rule.id ?? rule.name)" }
}

extension TenantRules {
  /// Every rule of the session and of apps, as promises name it.
  package var paths: [String] {
    [RuleKind.session, .app].flatMap { kind in
      (lists[kind] ?? []).flatMap { RuleSequence(kind: kind, lists: [$0]).entries }.map { $0.path(of: kind) }
    }
  }
}
