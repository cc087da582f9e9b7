import TenantDecisions

extension WorldState {
  /// Works out what the rules demand of the person in the situation; a journey without a person is asked what an unknown one is.
  mutating func demands(at places: DemandPlaces, in step: ServedStep) -> [DemandBits] {
    let session = step.session
    guard let demands = tenant.graph.demands else { return [] }
    let rules = demands.rules
    let client = tenant.clientRules[session.request.client].id
    guard let app = rules.apps.first(where: { $0.name == client }) else { return [] }
    let account = session.account.map { accounts[$0] }
    let had = DemandTable.Had(account?.scope, places)
    do throws(UndecidedRules) {
      let personal = try rules.demand(of: person(account, demands.has(had)), in: situation(session), at: app)
      let progress = demands.progress(personal, proven: session.scope.facts[places.proven.index], had: had)
      let next = progress.usable.union(progress.settable)
      guard next.isEmpty || !next.isDisjoint(with: tenant.graph.provable(at: places)) else {
        throw UndecidedRules(unshown: next.sorted())
      }
      return [demands.bits(of: progress)]
    } catch {
      undecided = error
      return []
    }
  }

  /// What rules know of a person: what the tenant's file says, and the facts of the flow as they are now.
  private func person(_ account: AccountState?, _ has: Set<String>) -> FactValues {
    guard let account else { return FactValues() }
    var values = account.name.flatMap { name in tenant.ruleSet?.people.first { $0.name == name } }?.values ?? FactValues()
    take(account.scope, of: .account, into: &values)
    values.names[ProofConditions.fact] = has
    return values
  }

  /// The situation, and the flow's own facts of the journey where it does not set them.
  private func situation(_ session: Session) -> FactValues {
    var values = FactValues()
    take(session.scope, of: .session, into: &values)
    return values.updated(with: tenant.situation)
  }

  private func take(_ state: ScopeState, of scope: FactScope, into values: inout FactValues) {
    for fact in tables.facts where fact.slot.scope == scope && tenant.ruleSet?.facts[fact.name] != nil {
      let bits = state.facts[fact.slot.index]
      switch fact.kind {
      case .word(let words): if bits < words.count { values.words[fact.name] = words[Int(bits)] }
      case .flag: values.flags[fact.name] = bits == 1
      case .set(let words):
        values.names[fact.name] = Set(
          words.indices.prefix(FactDefinition.mostWords).filter { bits & 1 << UInt64($0) != 0 }.map { words[$0] })
      }
    }
  }
}

extension DemandTable.Had {
  /// What an account has; nothing where no person is known.
  init(_ account: ScopeState?, _ places: DemandPlaces) {
    factors = account?.facts[places.factors.index] ?? 0
    password = account?.attributes[AccountAttribute.password.rawValue] != nil
  }
}
