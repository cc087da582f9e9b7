package import Diagnostics
package import LocatedYAML
package import TenantDecisions

/// The rules of a tenant as its file says them: names are not looked up yet, every one knows its place.
package struct RulesDefinition: Sendable {
  /// By kind, in order.
  package var lists: [RuleKind: [RuleListDefinition]] = [:]
  package var situations: [(name: Located<String>, facts: [YAMLMapping.Entry])] = []
  /// People who cannot be.
  package var impossible: [YAMLScalar] = []
  /// Apps at which no journey begins here.
  package var apps: [RuledAppDefinition] = []
  /// Open flags, each with the text that was not understood.
  package var open: [(name: Located<String>, meaning: String?)] = []
  /// What an import assumes, each with a digest; `nil` where that is not said.
  package var assumed: [(name: Located<String>, digest: String)]?
  /// The names that a fact can hold, each with what it means; a fact that is not in it holds any name.
  package var names: [(fact: Located<String>, names: [(name: Located<String>, meaning: String?)])] = []
  /// What happens to people who have no suitable authenticator, where a rule does not say.
  package var lacking: LackingProof?
  package var authenticators: [(name: Located<String>, value: KnownAuthenticator)] = []

  package init() {}

  /// Whether it is empty.
  package var isEmpty: Bool { lists.isEmpty }

  /// The conditions of everything, in the order written.
  package var conditions: [YAMLScalar] {
    let all = RuleKind.allCases.flatMap { lists[$0] ?? [] }
    return all.flatMap { list in [list.condition].compactMap { $0 } + list.rules.compactMap(\.condition) } + impossible
  }

  /// These rules with everything of the others that they do not say themselves; a kind of rules is taken whole.
  func extending(_ base: RulesDefinition) -> RulesDefinition {
    var merged = self
    merged.lists.merge(base.lists) { own, _ in own }
    merged.situations = situations.isEmpty ? base.situations : situations
    merged.impossible = impossible.isEmpty ? base.impossible : impossible
    merged.apps = apps.isEmpty ? base.apps : apps
    merged.open = open.isEmpty ? base.open : open
    merged.assumed = assumed ?? base.assumed
    merged.names = names.isEmpty ? base.names : names
    merged.lacking = lacking ?? base.lacking
    merged.authenticators = authenticators.isEmpty ? base.authenticators : authenticators
    return merged
  }
}

/// A list of rules.
package struct RuleListDefinition: Sendable {
  package var name: Located<String>
  package var condition: YAMLScalar?
  package var rules: [RuleDefinition]
}

/// One rule of a list.
package struct RuleDefinition: Sendable {
  package var name: Located<String>
  package var id: Located<String>?
  package var condition: YAMLScalar?
  package var outcome: RuleOutcome
  /// The names of authenticators in it, to be looked up.
  package var authenticators: [Located<String>]
}

/// An app as rules know it.
package struct RuledAppDefinition: Sendable {
  package var name: Located<String>
  package var list: Located<String>?
  package var isForAdministrators = false
  /// Whether it represents apps that the tenant does not name.
  package var standsForOthers = false
}
