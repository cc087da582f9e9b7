/// What one version of a tenant asks a person for: when they sign in, and later.
struct PersonalAsks {
  /// All of it together: what people have to give who sign in.
  let demand: RuleDemand
  /// What the rules of sessions ask for, which decide only when people sign in.
  let session: Set<RuleAsk>
  /// What the app's rules ask for, which decide at every access.
  let app: Set<RuleAsk>

  init(_ half: DecidingPair.Half) {
    demand = half.demand
    var asks: (session: Set<RuleAsk>, app: Set<RuleAsk>) = ([], [])
    for (sequence, entry) in zip(half.sequences, half.entries) {
      // What asks for nothing asks for nothing again.
      guard let outcome = entry?.rule.outcome, case .ask(let own) = RuleDemand([outcome]) else { continue }
      if sequence.kind == .session { asks.session.formUnion(own) } else { asks.app.formUnion(own) }
    }
    (session, app) = asks
  }

  /// What is asked for again while a session lasts.
  var later: Set<RuleAsk> { Set(app.compactMap(\.laterPart)) }

  /// Whether the app's rules ask people who sign in for all that those of sessions ask for.
  private var isSessionImplied: Bool { session.allSatisfy { ask in app.contains { $0.once.implies(ask.once) } } }

  /// What it means that others are asked for in another version, where the same proofs are enough; `nil` if nothing comes more or less often.
  func shiftOfClocks(to other: PersonalAsks) -> DemandShift? {
    let app = DemandClocks(app).shift(to: DemandClocks(other.app))
    // People who sign in are asked by the app's rules anyway.
    let isSame = session == other.session || isSessionImplied && other.isSessionImplied
    let session = isSame ? nil : DemandClocks(session).shift(to: DemandClocks(other.session))
    guard let app, let session else { return app ?? session }
    return app == session ? app : .other
  }
}
