public import JourneyModel

/// What a person wants to know who looks at a world: its time, its people, its inbox, and where a browser signs in.
public struct WorldOverview: Sendable {
  public let now: Instant
  /// As they are now, in the order written; those that registered come last.
  public let people: [MockTenant.Account]
  /// Newest first.
  public let messages: [InboxMessage]
  /// For each client, in the order written, the address at which a browser begins a journey; `nil` where the tenant has no pages.
  public let beginnings: [String?]

  init(_ state: WorldState) {
    now = state.now
    people = (0..<state.accounts.count).map { place in
      let account = state.accounts[place]
      return MockTenant.Account(name: account.name ?? "", value: account.value(in: state.tables))
    }
    messages = state.mailbox.messages.filter { $0.received <= state.now }.reversed()
    beginnings = state.tenant.clientRules.indices.map { state.beginning(for: $0) }
  }
}
