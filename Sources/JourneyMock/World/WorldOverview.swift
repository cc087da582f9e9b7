public import JourneyModel

/// What a person wants to know who looks at a world: its time, its people, its inbox, and where a browser signs in.
public struct WorldOverview: Sendable {
  public let now: Instant
  /// As they are now, in the order written; those that registered come last.
  public let people: [Person]
  /// Newest first.
  public let messages: [InboxMessage]
  /// For each client, in the order written, the address at which a browser begins a journey; `nil` where the tenant has no pages.
  public let beginnings: [String?]

  /// An account and its facts.
  public struct Person: Sendable {
    public let account: MockTenant.Account
    /// Those that say something, each with its word or words, without `account.`; in the order written.
    public let facts: [Value.Member]

    init(_ account: AccountState, in tables: TenantGraph.Tables) {
      self.account = MockTenant.Account(name: account.name ?? "", value: account.value(in: tables))
      facts = tables.facts.filter { $0.slot.scope == .account }.compactMap { fact in
        let words = fact.words(in: account.scope)
        guard !words.isEmpty else { return nil }
        return Value.Member(String(fact.name.trimmingPrefix("account.")), .text(words.joined(separator: ", ")))
      }
    }
  }

  init(_ state: WorldState) {
    now = state.now
    people = (0..<state.accounts.count).map { Person(state.accounts[$0], in: state.tables) }
    messages = state.mailbox.messages.filter { $0.received <= state.now }.reversed()
    beginnings = state.tenant.clientRules.indices.map { state.beginning(for: $0) }
  }
}

extension FactRule {
  /// What this fact says about a person; empty for a flag that is not set and for a set without members.
  fileprivate func words(in scope: ScopeState) -> [String] {
    let value = scope.facts[slot.index]
    switch kind {
    case .flag: return value == 0 ? [] : ["yes"]
    case .word(let words): return words.indices.contains(Int(truncatingIfNeeded: value)) ? [words[Int(truncatingIfNeeded: value)]] : []
    case .set(let words): return words.indices.filter { value >> UInt64($0) & 1 == 1 }.map { words[$0] }
    }
  }
}
