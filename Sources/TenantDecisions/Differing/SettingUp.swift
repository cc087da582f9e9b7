/// Whether people who have nothing but a password get in by two versions of rules, with what enrolment rules let them set up.
struct SettingUp: Sendable {
  /// What it means for them that another version decides, where that is because of enrolment rules.
  enum Effect: Sendable, Hashable {
    /// They got in, and may no longer set up what is enough.
    case lockedOut
    /// The same, on devices on which authenticators lack what they have only sometimes.
    case lockedOutOnSomeDevices
    /// They could not set up what is enough, and get in.
    case letIn
  }

  /// Whether there are too many authenticators to look at.
  let isTooMuch: Bool
  private var usual: (before: Version, now: Version)
  /// With authenticators that lack what they have only sometimes; `nil` where there are none.
  private var least: (before: Version, now: Version)?

  /// `nil` where no enrolment rule keeps people from setting something up, or a version has no authenticators.
  init?(_ before: TenantRules, _ now: TenantRules) {
    guard [before, now].contains(where: ProofConditions.limitsSettingUp) else { return nil }
    guard !before.authenticators.isEmpty, !now.authenticators.isEmpty else { return nil }
    usual = (Version(before), Version(now))
    let strict = (before: before.withoutUncertain, now: now.withoutUncertain)
    let isSame = strict.before.authenticators == before.authenticators && strict.now.authenticators == now.authenticators
    least = isSame ? nil : (Version(strict.before), Version(strict.now))
    isTooMuch = usual.before.people.proofs.isTooMuch || usual.now.people.proofs.isTooMuch
  }

  /// Whether some rule asks for something that an enrolment rule keeps people from setting up.
  mutating func matters(_ before: RuleVersion, _ now: RuleVersion) -> Bool {
    usual.before.matters(before) || usual.now.matters(now) || least?.before.matters(before) == true || least?.now.matters(now) == true
  }

  mutating func effect(of pair: DecidingPair) -> Effect? {
    let (before, now) = (usual.before.answer(pair.before), usual.now.answer(pair.now))
    switch (before, now) {
    case (.letIn, .ruledOut): return .lockedOut
    case (.ruledOut, .letIn): return .letIn
    case (.letIn, .letIn): break
    default: return nil
    }
    guard least?.before.answer(pair.before) == .letIn, least?.now.answer(pair.now) == .ruledOut else { return nil }
    return .lockedOutOnSomeDevices
  }

  /// What happens to those who get in by the first version, in words.
  func way(before pair: DecidingPair) -> String { usual.before.people.way(by: pair.before.asking) }

  /// What happens to those who get in by the second version, in words.
  func way(now pair: DecidingPair) -> String { usual.now.people.way(by: pair.now.asking) }
}

extension SettingUp {
  /// The rules of one version that decide for some subject, and those of enrolment.
  struct RuleVersion {
    var asking: [RuleSequence]
    var enrolment: RuleSequence
  }

  private enum Answer { case letIn, ruledOut, refused }

  /// One version of a tenant.
  private struct Version: Sendable {
    private struct Question: Hashable {
      var outcome: RuleOutcome
      var enrolment: RuleOutcome?
    }

    let people: PasswordHolders
    private var known: [Question: Bool] = [:]

    init(_ rules: TenantRules) { people = PasswordHolders(rules) }

    mutating func answer(_ half: DecidingPair.Half) -> Answer {
      let (outcomes, enrolment) = (half.asking, half.enrolment?.rule.outcome)
      if outcomes.allSatisfy({ letsIn($0, enrolment) }) { return .letIn }
      return outcomes.allSatisfy { letsIn($0, nil) } ? .ruledOut : .refused
    }

    mutating func matters(_ rules: RuleVersion) -> Bool {
      let limits = Set(rules.enrolment.entries.map(\.rule.outcome))
      return Set(rules.asking.flatMap(\.entries).map(\.rule.outcome)).contains { outcome in
        letsIn(outcome, nil) && limits.contains { !letsIn(outcome, $0) }
      }
    }

    /// - Parameter enrolment: `nil` where people may set up everything.
    private mutating func letsIn(_ outcome: RuleOutcome, _ enrolment: RuleOutcome?) -> Bool {
      let question = Question(outcome: outcome, enrolment: enrolment)
      if let answer = known[question] { return answer }
      let answer = people.getIn(by: outcome, enrolment: enrolment)
      known[question] = answer
      return answer
    }
  }
}
