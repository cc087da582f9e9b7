package import Diagnostics
package import JourneyLanguage
import TenantDecisions

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
    guard let known = rules.facts["session.\(fact.shortName)"] ?? rules.facts["open.\(fact.shortName)"] ?? rules.facts[fact.shortName],
      !known.isOfPerson,
      known.name != "session.client"
    else {
      let names = rules.facts.values.filter { !$0.isOfPerson && $0.name != "session.client" }.map {
        $0.kind == .open ? $0.name : $0.shortName
      }
      diagnostics.append(.unknown(.unknownName, "no fact '\(fact.name.value)' of a situation", fact.name, among: names.sorted()))
      return
    }
    switch known.kind {
    case .names: values.names[known.name] = Set(names(fact.words, of: known).map(\.value))
    case .word(let words): if let word = word(fact, among: words, of: known) { values.words[known.name] = word }
    case .flag, .open: if let word = word(fact, among: ["true", "false"], of: known) { values.flags[known.name] = word == "true" }
    }
  }

  /// `none` stands for no name at all.
  private mutating func names(_ words: [Located<String>], of fact: DecisionFact) -> [Located<String>] {
    if words.count == 1, words[0].value == "none" { return [] }
    if let listed = rules.listedNames[fact.name] {
      for word in words where !listed.contains(word.value) {
        diagnostics.append(.unknown(.badValue, "'\(word.value)' is not a name of '\(fact.name)'", word, among: listed.sorted() + ["none"]))
      }
    }
    return words
  }

  private mutating func word(_ fact: GivenSituation.Fact, among words: [String], of known: DecisionFact) -> String? {
    guard let word = fact.words.first, fact.words.count == 1 else {
      diagnostics.append(Diagnostic(.wrongType, "'\(known.name)' takes one word", at: fact.name.range))
      return nil
    }
    if words.contains(word.value) { return word.value }
    diagnostics.append(.unknown(.badValue, "'\(word.value)' is not a word of '\(known.name)'", word, among: words))
    return nil
  }
}
