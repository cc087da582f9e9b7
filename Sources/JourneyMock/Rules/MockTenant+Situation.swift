package import Diagnostics
package import JourneyLanguage
package import TenantDecisions

extension MockTenant {
  /// The tenant as people in this situation meet it; `nil` if it knows no such situation, which is reported.
  package func inSituation(_ given: GivenSituation, diagnostics: inout [Diagnostic]) -> MockTenant? {
    guard let rules = ruleSet else {
      diagnostics.append(Diagnostic(.unknownName, "'given' needs rules, and the tenant '\(name)' has none", at: given.range))
      return nil
    }
    var reader = SituationReader(rules)
    let values = reader.values(of: given)
    diagnostics += reader.diagnostics
    guard reader.diagnostics.isEmpty else { return nil }
    var tenant = self
    tenant.compiled.situation = values
    return tenant
  }

  /// What is so of requests in this situation, or in its own where none is given; `nil` if it knows no such situation.
  package func situation(_ given: GivenSituation?) -> FactValues? {
    guard let given else { return compiled.situation }
    var diagnostics: [Diagnostic] = []
    return inSituation(given, diagnostics: &diagnostics)?.compiled.situation
  }

  /// Whether its flow asks what its rules demand.
  package var evaluatesRules: Bool { graph.demands != nil }
}

/// Looks up what `given` says.
private struct SituationReader {
  private let rules: TenantRules
  private(set) var diagnostics: [Diagnostic] = []

  init(_ rules: TenantRules) { self.rules = rules }

  mutating func values(of given: GivenSituation) -> FactValues {
    if let name = given.name {
      if let known = rules.situation(name.value) { return rules.complete(known, isOfPerson: false) }
      if name.value != TenantRules.ordinary {
        diagnostics.append(.unknown(.unknownName, "no situation '\(name.value)'", name, among: rules.situations.map(\.name)))
      }
      return rules.complete(FactValues(), isOfPerson: false)
    }
    // What is not said is as in an ordinary situation.
    var values = rules.situation(TenantRules.ordinary) ?? FactValues()
    for fact in given.facts { set(fact, in: &values) }
    return values
  }

  private mutating func set(_ fact: GivenSituation.Fact, in values: inout FactValues) {
    guard let known = rules.fact(fact.shortName, isOfPerson: false), !known.isOfPerson, known.name != DecisionFact.client else {
      let names = rules.facts.values.filter { !$0.isOfPerson && $0.name != DecisionFact.client }.map {
        $0.kind == .open ? $0.name : $0.shortName
      }
      diagnostics.append(.unknown(.unknownName, "no fact '\(fact.name.value)' of a situation", fact.name, among: names.sorted()))
      return
    }
    for unfit in rules.set(known, to: fact.words.map(\.value), in: &values) {
      let word = fact.words.indices.contains(unfit.place) ? fact.words[unfit.place] : fact.name
      diagnostics.append(
        unfit.known.isEmpty
          ? Diagnostic(.badValue, unfit.message, at: word.range) : .unknown(.badValue, unfit.message, word, among: unfit.known))
    }
  }
}
