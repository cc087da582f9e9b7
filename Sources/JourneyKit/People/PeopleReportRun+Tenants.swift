import Diagnostics
import JourneyMock
import TenantDecisions

/// The tenants whose rules are asked about the people.
extension PeopleReportRun {
  /// Of all of them; empty if there are none, or if one is refused.
  mutating func rules(_ settings: PeopleReportSettings) -> [TenantRules] {
    var names: [String] = []
    for name in settings.tenants where !names.contains(name) { names.append(name) }
    var all: [TenantRules] = []
    for name in names {
      guard let rules = rules(of: name, settings) else { return [] }
      all.append(rules)
    }
    guard !all.isEmpty else { return [] }
    let vocabulary = PeopleVocabulary(all)
    for fact in settings.facts where vocabulary.fact(fact.name) == nil {
      refuse("--fact: no fact '\(HarmlessText.line(fact.name))' of accounts", NameAdvice(for: fact.name, among: vocabulary.factNames))
    }
    return all
  }

  private mutating func rules(of name: String, _ settings: PeopleReportSettings) -> TenantRules? {
    let project = Project(settings.run, only: name)
    diagnostics += project.diagnostics.filter { $0.severity == .error }
    guard !isRefused else { return nil }
    guard let site = project.sites[name] else {
      refuse("--tenant: no tenant '\(HarmlessText.line(name))'", NameAdvice(for: name, among: project.sites.keys.sorted()))
      return nil
    }
    guard let rules = site.mock?.ruleSet else {
      refuse("tenant '\(name)' has no rules", nil)
      return nil
    }
    return rules
  }
}

extension TenantRules {
  /// What it calls authenticators.
  var knownFactors: Set<String> { listedNames["account.factors"] ?? Set(authenticators.map(\.name)) }
}
