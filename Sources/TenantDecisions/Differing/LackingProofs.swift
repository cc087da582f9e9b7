/// The people who are affected by a change that is about those who have no suitable authenticator, as conditions on what they have.
struct LackingProofs: Sendable {
  /// Those who are affected for certain, and those who may be on some devices.
  struct People: Hashable {
    var sure: Condition<DecisionAtom>
    var most: Condition<DecisionAtom>
  }

  /// Each version of the rules, with all that authenticators can be, and with what they always are.
  private let usual: (before: ProofConditions, now: ProofConditions)
  private let least: (before: ProofConditions, now: ProofConditions)

  init(_ before: TenantRules, _ now: TenantRules) {
    usual = (ProofConditions(before), ProofConditions(now))
    least = (ProofConditions(before.withoutUncertain), ProofConditions(now.withoutUncertain))
  }

  /// `nil` for a change that happens to people whatever they have.
  func people(_ shift: DemandShift, _ pair: DecidingPair) -> People? {
    guard shift.isAboutLacking else { return nil }
    let all = [usual.before, usual.now, least.before, least.now]
    guard !all.contains(where: \.isTooMuch) else { return People(sure: .constant(false), most: .always) }
    let both = [usual, least].map { condition(shift, Standing(pair.before, $0.before), Standing(pair.now, $0.now)) }
    return People(sure: .all(both), most: .any(both))
  }

  /// Who gets in by one version's rules, and who does with what they have.
  private struct Standing {
    let getsIn: Condition<DecisionAtom>
    let hasEnough: Condition<DecisionAtom>

    init(_ half: DecidingPair.Half, _ proofs: ProofConditions) {
      let settable = proofs.settable(by: half.enrolment?.rule.outcome)
      getsIn = .all(half.asking.map { proofs.condition(of: $0, settable: settable) })
      hasEnough = .all(
        half.asking.map { outcome in
          guard case .ask(let ask) = outcome, ask.whenLacking != .passOver else { return proofs.condition(of: outcome, settable: []) }
          return proofs.condition(of: ask, settable: [])
        })
    }
  }

  private func condition(_ shift: DemandShift, _ before: Standing, _ now: Standing) -> Condition<DecisionAtom> {
    let (lost, won) = (
      Condition.all([before.getsIn, .not(now.getsIn)]), Condition.all([.not(before.getsIn), now.getsIn])
    )
    switch shift {
    case .closedToLacking: return lost
    case .openedToLacking: return won
    case .moreOfLacking: return .any([lost, .all([before.hasEnough, .not(now.hasEnough)])])
    case .lessOfLacking: return .any([won, .all([.not(before.hasEnough), now.hasEnough])])
    case .closed, .more, .other, .oftener, .opened, .less, .seldomer, .words: return .always
    }
  }
}

extension DemandShift {
  fileprivate var isAboutLacking: Bool {
    switch self {
    case .closedToLacking, .openedToLacking, .moreOfLacking, .lessOfLacking: true
    case .closed, .more, .other, .oftener, .opened, .less, .seldomer, .words: false
    }
  }
}
