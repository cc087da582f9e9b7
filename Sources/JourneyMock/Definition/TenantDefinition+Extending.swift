import Diagnostics

extension TenantDefinition {
  /// This tenant with everything of the other that it does not say itself; of two with one name its own counts.
  func extending(_ base: TenantDefinition) -> TenantDefinition {
    var merged = self
    // What is changed stays where it is.
    let changed = Set(changedElements.map(\.name.value))
    merged.speaks = speaks.isEmpty ? base.speaks : speaks
    merged.issuer = issuer ?? base.issuer
    merged.languages = languages.isEmpty ? base.languages : languages
    merged.clients = clients.isEmpty ? base.clients : clients
    merged.attributes = Self.merged(base.attributes, attributes, by: { $0 })
    merged.secrets = Self.merged(base.secrets, secrets, by: { $0 })
    merged.accounts = Self.merged(base.accounts, accounts, staying: changed, by: { $0.name })
    merged.answers = answers ?? base.answers
    merged.tokens = tokens ?? base.tokens
    merged.settings.merge(base.settings) { own, _ in own }
    merged.limits = limits.isEmpty ? base.limits : limits
    merged.weaknesses = weaknesses.union(base.weaknesses)
    merged.weaknessPlaces.merge(base.weaknessPlaces) { own, _ in own }
    merged.branding = branding ?? base.branding
    merged.start = start ?? base.start
    merged.policy = isPolicyWhole ? policy : Self.merged(base.policy, policy, by: { $0.name })
    merged.facts = Self.merged(base.facts, facts, staying: changed, by: { $0.name })
    merged.counters = Self.merged(base.counters, counters, staying: changed, by: { $0.name })
    merged.timers = Self.merged(base.timers, timers, staying: changed, by: { $0.name })
    merged.messages = Self.merged(base.messages, messages, staying: changed, by: { $0.name })
    merged.mails = Self.merged(base.mails, mails, staying: changed, by: { $0.name })
    merged.screens = Self.merged(base.screens, screens, staying: changed, by: { $0.id })
    merged.everywhere = Self.merged(base.everywhere, everywhere, staying: changed, by: { $0.id })
    merged.rules = rules.extending(base.rules)
    merged.damaged = damaged.union(base.damaged)
    merged.states = Self.merged(base.states, states, staying: changed, by: { $0.id })
    merged.hasFlow = hasFlow || base.hasFlow
    merged.changes = changes + base.changes
    merged.changedElements = changedElements + base.changedElements
    merged.written = written.extending(base.written)
    return merged
  }

  /// - Parameter staying: the names of those that take the place of the base's, and do not come after them.
  private static func merged<Element>(
    _ base: [Element], _ own: [Element], staying: Set<String> = [], by name: (Element) -> Located<String>
  ) -> [Element] {
    let places = Dictionary(own.indices.map { (name(own[$0]).value, $0) }) { first, _ in first }
    var placed: Set<Int> = []
    var merged: [Element] = []
    for element in base {
      guard let place = places[name(element).value] else {
        merged.append(element)
        continue
      }
      guard staying.contains(name(element).value), placed.insert(place).inserted else { continue }
      merged.append(own[place])
    }
    return merged + own.indices.filter { !placed.contains($0) }.map { own[$0] }
  }
}
