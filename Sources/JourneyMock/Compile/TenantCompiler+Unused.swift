import Diagnostics

/// What is declared but not used, and what is used but never happens.
extension TenantCompiler {
  mutating func reportUnused() {
    // The server itself uses these, even if the file declares them.
    for name in speech.phrases {
      if let place = names.messages[name] { used.messages.insert(place) }
    }
    for name in speech.givenFacts + [PushState.fact] {
      if let known = names.facts[name] { used.facts.insert(known.slot) }
    }
    let conditions = definition.rules.conditions
    let facts = zip(definition.facts, tables.facts).map { fact, rule in
      (fact.name, used.facts.contains(rule.slot) || conditions.contains { $0.names(fact.name.value) })
    }
    report("fact", "is declared and never used", facts)
    report(
      "counter", "is declared and never used",
      definition.counters.indices.map { (definition.counters[$0].name, used.counters.contains(names.counterSlots[$0])) })
    report(
      "timer", "is declared and never used",
      definition.timers.indices.map { (definition.timers[$0].name, used.timers.contains(names.timerSlots[$0])) })
    report(
      "message", "is declared and never used",
      definition.messages.indices.map { (definition.messages[$0].name, used.messages.contains($0)) })
    report("mail", "is declared and never used", definition.mails.indices.map { (definition.mails[$0].name, used.mails.contains($0)) })
    report(
      "policy", "is never read", definition.policy.map { ($0.name, used.policies.contains($0.name.value)) }, besides: PolicyWords.known)
  }

  /// - Parameters:
  ///   - names: all of a kind, each with whether anything uses it.
  ///   - more: other names that may be meant.
  private mutating func report(
    _ kind: String, _ predicate: String, _ names: [(name: Located<String>, isUsed: Bool)], besides more: [String] = []
  ) {
    let others = names.filter(\.isUsed).map(\.name.value) + more
    for (name, isUsed) in names where !isUsed {
      warn("\(kind) '\(name.value)' \(predicate)", name, nearest: others)
    }
  }

  /// Timers that are compared and never started, counters that are never counted, codes that are never sent: no time and no
  /// answer makes such a condition hold.
  ///
  /// - Returns: what never holds.
  mutating func reportNeverTrue() -> Set<GuardAtom> {
    var atoms: Set<GuardAtom> = []
    for test in used.timerTests where test.phase != .off && !used.started.contains(test.slot) {
      guard let index = names.timerSlots.firstIndex(of: test.slot) else { continue }
      let name = definition.timers[index].name.value
      atoms.insert(.timer(test.slot, test.phase))
      reportNeverTrue("timer '\(name)' is never started, so it is never \(test.phase.rawValue)", "start: \(name)", test.range)
    }
    for test in used.counterTests where !used.counted.contains(test.slot) {
      guard let index = names.counterSlots.firstIndex(of: test.slot) else { continue }
      let name = definition.counters[index].name.value
      atoms.insert(.full(test.slot))
      reportNeverTrue("counter '\(name)' is never counted, so it is never full", "count: \(name)", test.range)
    }
    for test in used.codeTests where !used.sent.contains(test.mail) {
      let name = definition.mails[test.mail].name.value
      reportNeverTrue("'\(name)' is never sent, so no code of it is ever right", "send: \(name)", test.range)
    }
    return atoms
  }

  private mutating func reportNeverTrue(_ message: String, _ effect: String, _ range: SourceRange) {
    guard isOwn(range), !diagnostics.contains(where: { $0.message == message }) else { return }
    diagnostics.append(
      Diagnostic(.neverTrue, message, at: range, severity: .warning, suggestion: "write '\(effect)' on the edge that begins it"))
  }

  /// Screens that no state shows, and states that nothing leads to.
  mutating func checkScreens(of graph: TenantGraph) {
    let shown = Set(graph.states.compactMap(\.screen))
    let shownNames = shown.map { definition.screens[$0].id.value }
    for (place, screen) in definition.screens.enumerated() where !shown.contains(place) {
      warn("screen '\(screen.id.value)' is shown by no state", screen.id, nearest: shownNames)
    }
    let ledTo = used.states.map { definition.states[$0].id.value }
    for (place, state) in definition.states.enumerated() where !used.states.contains(place) {
      warn("nothing leads to state '\(state.id.value)'", state.id, nearest: ledTo)
    }
    let forms = Set(definition.screens.flatMap { $0.forms.map(\.id.value) })
    for common in definition.everywhere where !forms.contains(common.id.value) {
      warn("form '\(common.id.value)' of 'everywhere' is on no screen", common.id, nearest: Array(forms))
    }
    if definition.clients.isEmpty {
      report(.missingKey, "a tenant needs 'clients', the apps that may start a journey", definition.name.range)
    }
  }

  private mutating func warn(_ message: String, _ name: Located<String>, nearest names: [String]) {
    guard isOwn(name.range) else { return }
    let nearest = ClosestMatch.of(name.value, in: names).map { "did you mean '\($0)'?" }
    diagnostics.append(
      Diagnostic(.unusedName, message, at: name.range, severity: .warning, suggestion: suggestion(ofPart: name.value) ?? nearest))
  }

  /// What to write instead of a name with an account in it: policies are for everybody.
  private func suggestion(ofPart name: String) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let account = definition.accounts.first(where: { parts.contains($0.name.value) }) else { return nil }
    return "a policy is for everybody: for \(account.name.value) alone, write a fact of this account and ask for that, e.g. "
      + "'mfa: account.group == finance'"
  }
}
