/// Whether all people can sign in to an app in a situation: computed for groups that conditions distinguish, never for single people.
package struct SignInCheck: Sendable {
  /// What people may use to sign in.
  package enum Means: String, Sendable, Hashable, CaseIterable {
    case have = "what they have"
    /// With what they have, or what the rules let them set up on the way.
    case maySetUp = "what they may set up"
  }

  /// What is found of one app in one situation.
  package enum Answer: Sendable, Hashable {
    /// With how many combinations of rules were looked at; 0 if no person is in question.
    case everybody(Int)
    case not(SignInFailure)
    /// It depends on an open flag, or there is too much to look at; why, in words.
    case notKnown(String)
  }

  /// People who do not get in, with the rules that decide for them.
  private typealias Failing = (people: RuleRegions.People, entries: [RuleSequence.Entry?])

  private let rules: TenantRules
  private let means: Means
  /// Deciding rules that let no person in by intention, as `kind/list/rule`.
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
  ///   - who: the people that it is about.
  ///   - name: the name of the person if it is a single one; `nil` for all people for which the condition holds.
  ///   - situation: the facts of the request; missing ones have their defaults, and open flags stay open.
  package func answer(
    for who: Condition<DecisionAtom>, named name: String? = nil, in app: RuledApp, _ situation: FactValues
  ) -> Answer {
    let answer = assumed(for: who, named: name, in: app, situation)
    let strict = rules.withoutUncertain
    guard case .everybody = answer, strict.authenticators != rules.authenticators else { return answer }
    let other = SignInCheck(strict, means: means, except: exceptions, limit: limit).assumed(for: who, named: name, in: app, situation)
    switch other {
    case .everybody: return answer
    case .notKnown: return other
    case .not(let failure): return .notKnown("on devices that lack what authenticators have only sometimes, \(failure.sentence)")
    }
  }

  /// The same with everything that authenticators have only sometimes.
  private func assumed(
    for who: Condition<DecisionAtom>, named name: String?, in app: RuledApp, _ situation: FactValues
  ) -> Answer {
    var facts = rules.complete(situation, isOfPerson: false)
    facts.words[DecisionFact.client] = app.name
    let sequences = rules.sequences(of: app) + [rules.sequence(of: .enrolment)]
    let factors = Condition<DecisionAtom>.any(rules.authenticators.map { .atom(.member(fact: ProofConditions.fact, $0.name)) })
    let given = rules.conditions(facts, read: sequences.flatMap(\.entries).map(\.condition) + [who]) + [who]
    do throws(DiagramLimit) {
      var regions = try RuleRegions(combining: sequences, of: rules, given: given, besides: [factors], limit: limit)
      return try answer(&regions, sequences, RefusedPeople(app: app.name, who: who, name: name, facts: rules.facts))
    } catch {
      return .notKnown("the rules of '\(app.name)' combine too many facts")
    }
  }

  private func answer(
    _ regions: inout RuleRegions, _ sequences: [RuleSequence], _ subject: RefusedPeople
  ) throws(DiagramLimit) -> Answer {
    let places = regions.reached.map { (place: $0, order: RuleRegions.order(regions.combinations[$0])) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.place)
    var failing = RuleRegions.nobody
    var failures: [Failing] = []
    for place in places {
      let entries = zip(sequences, regions.combinations[place]).map { sequence, place in place.map { sequence.entries[$0] } }
      // Only the people that a rule keeps out by intention are left out.
      let isIntended = Condition.not(condition(entries) { exceptions.contains($0) })
      let people = try regions.people(for: [place], without: .any([condition(entries) { _ in true }, isIntended]))
      guard !RuleRegions.isNobody(people) else { continue }
      failures.append((people, entries))
      failing = try regions.joined(failing, people)
    }
    let sure = try regions.people(failing, whatever: regions.openAtoms)
    let certain = try worst(failures, &regions, subject) { regions, people throws(DiagramLimit) in
      // People who are not let in for any value of a flag are reported without it, though this rule decides for one value alone.
      let people = try regions.people(people, forSome: regions.openAtoms, without: RuleRegions.nobody)
      return try regions.people(people, among: sure)
    }
    let open = try worst(failures, &regions, subject) { regions, people throws(DiagramLimit) in
      try regions.people(people, forSome: regions.openAtoms, without: sure)
    }
    let openLine = open.map { "depending on \(flags(failing, &regions)), \($0.sentence)" }
    guard var failure = certain else { return openLine.map { .notKnown($0) } ?? .everybody(places.count) }
    failure.others = failures.count - 1
    if let open, !failure.rank.lexicographicallyPrecedes(open.rank) { failure.openLine = openLine }
    return .not(failure)
  }

  /// The open flags on which it depends who these people are.
  private func flags(_ people: RuleRegions.People, _ regions: inout RuleRegions) -> String {
    let read = regions.condition(of: people).map { Set($0.atoms) } ?? regions.openAtoms
    return regions.openAtoms.intersection(read).map { RuleWording.text(.atom($0), facts: rules.facts) }.sorted().joined(separator: ", ")
  }

  /// Of all who do not get in, those who lack the least, and of them rather people who have something; `nil` if all get in.
  ///
  /// - Parameter some: which of the people that rules decide for are looked at.
  private func worst(
    _ failures: [Failing], _ regions: inout RuleRegions, _ subject: RefusedPeople,
    _ some: (inout RuleRegions, RuleRegions.People) throws(DiagramLimit) -> RuleRegions.People
  ) throws(DiagramLimit) -> SignInFailure? {
    var told: SignInFailure?
    for (all, entries) in failures {
      let people = try some(&regions, all)
      guard !RuleRegions.isNobody(people) else { continue }
      let failure = try self.failure(people, entries, &regions, subject)
      if told.map({ failure.rank.lexicographicallyPrecedes($0.rank) }) ?? true { told = failure }
    }
    return told
  }

  private func failure(
    _ people: RuleRegions.People, _ entries: [RuleSequence.Entry?], _ regions: inout RuleRegions, _ subject: RefusedPeople
  ) throws(DiagramLimit) -> SignInFailure {
    let asks = responsible(entries).compactMap { deciding -> (ask: RuleAsk, settable: Set<String>)? in
      guard case .ask(let ask) = deciding.entry.rule.outcome else { return nil }
      return (ask, ask.whenLacking == .setUp ? settable(entries) : [])
    }
    let needed = responsible(entries).contains { $0.entry.rule.outcome == .deny } ? [] : proofs.needed(for: asks)
    // Where no authenticators are enough, it does not matter which ones people have.
    guard !needed.isEmpty else { return failure(people, nil, [0], entries, &regions, subject) }
    let example = regions.example(of: people).names[ProofConditions.fact] ?? []
    for held in HeldProofs.candidates(proofs.names, needed, example: example) {
      let narrowed = try regions.people(people, where: proofs.exactly(held.names))
      guard !RuleRegions.isNobody(narrowed) else { continue }
      let factors = Set(rules.authenticators.map { DecisionAtom.member(fact: ProofConditions.fact, $0.name) })
      let whatever = try regions.people(narrowed, forSome: factors, without: RuleRegions.nobody)
      return failure(whatever, held.names, held.rank, entries, &regions, subject)
    }
    return failure(people, nil, [1], entries, &regions, subject)
  }

  private func failure(
    _ people: RuleRegions.People, _ held: Set<String>?, _ rank: [Int], _ entries: [RuleSequence.Entry?], _ regions: inout RuleRegions,
    _ subject: RefusedPeople
  ) -> SignInFailure {
    let deciding = responsible(entries, holding: held)
    let condition = regions.condition(of: people)
    return SignInFailure(
      app: subject.app, people: held.map { held in condition.map { .all([$0, proofs.exactly(held)]) } } ?? condition,
      who: subject.text(condition, holding: held.map { held in rules.authenticators.map(\.name).filter(held.contains) })
        ?? "people such as \(regions.example(of: people).wording)",
      places: deciding.map { SignInFailure.Place(kind: $0.kind, list: $0.entry.list, rule: $0.entry.rule) },
      reason: Self.reason(deciding.map { (path: $0.path, outcome: $0.entry.rule.outcome) }), rank: rank)
  }

  private static func reason(_ deciding: [(path: String, outcome: RuleOutcome)]) -> String {
    if deciding.contains(where: { $0.outcome == .deny }) {
      return "denied by \(deciding.map { "'\($0.path)'" }.joined(separator: " and "))"
    }
    return deciding.map { "'\($0.path)' asks for \(RuleWording.text(RuleDemand([$0.outcome])))" }.joined(separator: ", and ")
  }

  /// The deciding rules of the session and the app.
  private func asking(_ entries: [RuleSequence.Entry?]) -> [(kind: RuleKind, entry: RuleSequence.Entry, path: String)] {
    zip(entries.count == 3 ? [RuleKind.session, .app] : [.session], entries).compactMap { kind, entry in
      entry.map { (kind: kind, entry: $0, path: $0.path(of: kind)) }
    }
  }

  /// The rules by which these people do not get in, but for those of which that is intended.
  ///
  /// Those that deny, else those that ask for something that not everybody can give.
  ///
  /// - Parameter held: what they have; `nil` for anything.
  private func responsible(
    _ entries: [RuleSequence.Entry?], holding held: Set<String>? = nil
  ) -> [(kind: RuleKind, entry: RuleSequence.Entry, path: String)] {
    let asking = asking(entries).filter { !exceptions.contains($0.path) }
    let denying = asking.filter { $0.entry.rule.outcome == .deny }
    guard denying.isEmpty else { return denying }
    let settable = settable(entries)
    return asking.filter { deciding in
      proofs.condition(of: deciding.entry.rule.outcome, settable: settable).decided { atom in
        guard let held, case .member(_, let name) = atom else { return nil }
        return held.contains(name)
      } != true
    }
  }

  /// Which of the people that these rules decide for can give what some of them ask for, by their paths.
  private func condition(_ entries: [RuleSequence.Entry?], _ isOfThem: (String) -> Bool) -> Condition<DecisionAtom> {
    let settable = settable(entries)
    return .all(asking(entries).filter { isOfThem($0.path) }.map { proofs.condition(of: $0.entry.rule.outcome, settable: settable) })
  }

  private func settable(_ entries: [RuleSequence.Entry?]) -> Set<String> {
    means == .have ? [] : proofs.settable(by: entries.last.flatMap { $0?.rule.outcome })
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
