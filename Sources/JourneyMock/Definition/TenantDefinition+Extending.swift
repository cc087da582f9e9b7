import Diagnostics

extension TenantDefinition {
  /// This tenant with everything of the other that it does not say itself; of two with one name its own counts.
  func extending(_ base: TenantDefinition) -> TenantDefinition {
    var merged = self
    merged.speaks = speaks.isEmpty ? base.speaks : speaks
    merged.issuer = issuer ?? base.issuer
    merged.languages = languages.isEmpty ? base.languages : languages
    merged.clients = clients.isEmpty ? base.clients : clients
    merged.attributes = Self.merged(base.attributes, attributes, by: { $0 })
    merged.secrets = Self.merged(base.secrets, secrets, by: { $0 })
    merged.accounts = Self.merged(base.accounts, accounts, by: { $0.name })
    merged.answers = answers ?? base.answers
    merged.tokens = tokens ?? base.tokens
    merged.settings.merge(base.settings) { own, _ in own }
    merged.limits = limits.isEmpty ? base.limits : limits
    merged.weaknesses = weaknesses.union(base.weaknesses)
    merged.weaknessPlaces.merge(base.weaknessPlaces) { own, _ in own }
    merged.branding = branding ?? base.branding
    merged.start = start ?? base.start
    merged.policy = Self.merged(base.policy, policy, by: { $0.name })
    merged.facts = Self.merged(base.facts, facts, by: { $0.name })
    merged.counters = Self.merged(base.counters, counters, by: { $0.name })
    merged.timers = Self.merged(base.timers, timers, by: { $0.name })
    merged.messages = Self.merged(base.messages, messages, by: { $0.name })
    merged.mails = Self.merged(base.mails, mails, by: { $0.name })
    merged.screens = Self.merged(base.screens, screens, by: { $0.id })
    merged.everywhere = Self.merged(base.everywhere, everywhere, by: { $0.id })
    merged.rules = rules.extending(base.rules)
    merged.damaged = damaged.union(base.damaged)
    merged.states = Self.merged(base.states, states, by: { $0.id })
    merged.hasFlow = hasFlow || base.hasFlow
    merged.changes = changes + base.changes
    merged.changedElements = changedElements + base.changedElements
    merged.written = written.extending(base.written)
    return merged
  }

  private static func merged<Element>(
    _ base: [Element], _ own: [Element], by name: (Element) -> Located<String>
  ) -> [Element] {
    let taken = Set(own.map { name($0).value })
    return base.filter { !taken.contains(name($0).value) } + own
  }
}
