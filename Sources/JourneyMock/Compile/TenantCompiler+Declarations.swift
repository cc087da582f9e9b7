import Diagnostics
import JourneyLanguage
import LocatedYAML
import TenantDecisions

extension TenantCompiler {
  mutating func declareFacts() {
    var counts: [FactScope: Int] = [:]
    for fact in definition.facts {
      guard let (head, _) = Names.split(fact.name.value), let scope = FactScope(rawValue: head) else {
        report(
          .badValue, "a fact's name begins with its owner: account, session or device", fact.name.range,
          suggestion: "write 'account.\(fact.name.value)'")
        continue
      }
      let slot = Slot(scope: scope, index: counts[scope, default: 0])
      counts[scope, default: 0] += 1
      let rule = FactRule(name: fact.name.value, slot: slot, kind: kind(of: fact))
      tables.facts.append(rule)
      names.facts[rule.name] = rule
    }
    declareDemand(counts)
  }

  /// People can have every authenticator that the rules know, also one of which a flow that the tenant extends knows nothing.
  private func kind(of fact: FactDefinition) -> FactDefinition.Kind {
    guard fact.name.value == ProofConditions.fact, case .set(let words) = fact.kind else { return fact.kind }
    let others = definition.rules.authenticators.filter { !$0.value.isPassword }.map(\.name.value)
    return .set(words + others.filter { !words.contains($0) })
  }

  /// The facts by which the flow knows what the rules demand, where it has them worked out.
  private mutating func declareDemand(_ counts: [FactScope: Int]) {
    guard let first = definition.everyEvaluation.first else { return }
    let authenticators = definition.rules.authenticators.map(\.name.value)
    guard !definition.rules.isEmpty, !authenticators.isEmpty else {
      let missing = definition.rules.isEmpty ? "rules" : "authenticators"
      report(.missingKey, "'evaluate: rules' needs '\(missing)' in the tenant's file", first.range)
      return
    }
    let most = min(FactDefinition.mostWords, DemandProgress.mostAuthenticators)
    // A flow that several tenants extend may know authenticators that this one's rules do not: they cannot be given here.
    let words = authenticators + (["password"] + knownFactors).filter { !authenticators.contains($0) }
    guard words.count <= most else {
      report(.badValue, "'evaluate: rules' takes at most \(most) authenticators, and there are \(words.count)", first.range)
      return
    }
    var counts = counts
    func declare(_ name: String, _ scope: FactScope, _ kind: FactDefinition.Kind) -> Slot {
      if let own = definition.facts.first(where: { $0.name.value == name }) {
        report(.duplicateName, "'\(name)' is set by 'evaluate: rules' and is not declared", own.name.range)
      }
      let slot = Slot(scope: scope, index: counts[scope, default: 0])
      counts[scope, default: 0] += 1
      let rule = FactRule(name: name, slot: slot, kind: kind)
      tables.facts.append(rule)
      names.facts[name] = rule
      return slot
    }
    names.demand = DemandPlaces(
      state: declare("session.demand", .session, .word(DemandProgress.State.allCases.map(\.rawValue))),
      usable: declare("session.usable", .session, .set(words)), settable: declare("session.settable", .session, .set(words)),
      proven: declare("session.proven", .session, .set(words)),
      factors: declaredFactors ?? declare(ProofConditions.fact, .account, .set(words)))
  }

  /// An account's texts are declared; a session has those that some edge sets.
  mutating func declareAttributes() {
    names.attributes[.account] =
      AccountAttribute.allCases.map(\.name) + definition.attributes.map(\.value) + definition.secrets.map(\.value)
    var session = ["login_hint"]
    for effect in definition.everyEffect {
      guard case .set(let target, _) = effect, let (head, rest) = Names.split(target.value), head == "session",
        names.facts[target.value] == nil, !session.contains(rest)
      else { continue }
      session.append(rest)
    }
    names.attributes[.session] = session
    tables.attributes = names.attributes
    tables.secrets = Set(["password", "totp"] + definition.secrets.map(\.value))
  }

  /// What people can have, where the tenant declares it.
  private var knownFactors: [String] {
    guard case .set(let words)? = names.facts[ProofConditions.fact]?.kind else { return [] }
    return words
  }

  /// Where a tenant keeps what people have by a fact of its own.
  private var declaredFactors: Slot? {
    guard let fact = names.facts[ProofConditions.fact], case .set = fact.kind else { return nil }
    return fact.slot
  }

  mutating func declareNames() {
    var places: [FactScope: (counters: Int, timers: Int)] = [:]
    for (index, counter) in definition.counters.enumerated() {
      names.counters[counter.name.value] = index
      names.counterSlots.append(Slot(scope: counter.scope, index: places[counter.scope, default: (0, 0)].counters))
      places[counter.scope, default: (0, 0)].counters += 1
    }
    for (index, timer) in definition.timers.enumerated() {
      names.timers[timer.name.value] = index
      names.timerSlots.append(Slot(scope: timer.scope, index: places[timer.scope, default: (0, 0)].timers))
      places[timer.scope, default: (0, 0)].timers += 1
    }
    for (index, message) in definition.messages.enumerated() { names.messages[message.name.value] = index }
    for (index, mail) in definition.mails.enumerated() { names.mails[mail.name.value] = index }
    for (index, state) in definition.states.enumerated() {
      names.states[state.id.value] = index
      if ["finish", "start", "everywhere"].contains(state.id.value) {
        report(.badValue, "'\(state.id.value)' cannot name a state: it has its own meaning", state.id.range)
      }
    }
  }

  /// In the order written: a policy may name those above it.
  mutating func resolvePolicies() {
    for policy in definition.policy {
      switch policy.value {
      case .number(let number): names.policies[policy.name.value] = .number(number)
      case .duration(let duration): names.policies[policy.name.value] = .duration(duration)
      case .flag(let flag): names.policies[policy.name.value] = .condition(.constant(flag))
      case .unreadable: names.policies[policy.name.value] = .unreadable
      case .guarded(let scalar): names.policies[policy.name.value] = .condition(condition(scalar))
      }
    }
  }

  /// A number, written out or as a policy's name.
  mutating func number(_ scalar: YAMLScalar) -> Int {
    if let number = Int(scalar.text) { return number }
    switch policy(scalar) {
    case .number(let number): return number
    case .unreadable: return 1
    case .duration, .condition, nil: break
    }
    report(.wrongType, "expected a number or the name of a policy that is one, found '\(scalar.text)'", scalar.range)
    return 1
  }

  /// A span of time, written out or as a policy's name.
  mutating func duration(_ scalar: YAMLScalar) -> Duration {
    switch policy(scalar) {
    case .duration(let duration): return duration
    case .unreadable: return .zero
    case .number, .condition, nil: break
    }
    return DurationText.decode(.scalar(scalar), diagnostics: &diagnostics) ?? .zero
  }

  private mutating func policy(_ scalar: YAMLScalar) -> Names.PolicyMeaning? {
    guard let (head, rest) = Names.split(scalar.text), head == "policy" else { return nil }
    used.policies.insert(rest)
    return names.policies[rest]
  }
}

extension TenantDefinition {
  /// Where edges have the rules worked out.
  var everyEvaluation: [Located<String>] {
    everyEffect.compactMap { if case .evaluate(let what) = $0 { what } else { nil } }
  }

  /// Every effect of every edge, counter and timer.
  var everyEffect: [EffectDefinition] {
    let forms = everywhere + states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) }
    let edges = forms.flatMap(\.edges) + counters.compactMap(\.full) + timers.compactMap(\.over)
    return edges.flatMap(\.effects)
  }
}
