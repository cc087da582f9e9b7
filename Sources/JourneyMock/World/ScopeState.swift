package import JourneyModel

/// What is kept in one scope: of an account, a journey, or a browser and an account.
package struct ScopeState: Sendable, Hashable {
  /// A word's place, a set's bits, or a flag.
  package var facts: [UInt64]
  package var counters: [Int]
  package var timers: [TimerState]
  package var attributes: [String?]

  /// Everything as it is before anything happened.
  package init(_ scope: FactScope, in tables: TenantGraph.Tables) {
    facts = Array(repeating: 0, count: tables.facts.count { $0.slot.scope == scope })
    counters = Array(repeating: 0, count: tables.counters.count { $0.slot.scope == scope })
    timers = Array(repeating: .off, count: tables.timers.count { $0.slot.scope == scope })
    attributes = Array(repeating: nil, count: tables.attributes[scope]?.count ?? 0)
  }
}

/// What one timer is doing.
package enum TimerState: Sendable, Hashable {
  case off
  case running(until: Instant)
  case over

  package var phase: TimerPhase {
    switch self {
    case .off: .off
    case .running: .running
    case .over: .over
    }
  }
}

/// A person of the tenant as they are now.
package struct AccountState: Sendable, Hashable {
  /// As the definition names them; `nil` for one that registered.
  package var name: String?
  package var scope: ScopeState
  /// The claims of tokens in addition to the account's own texts, in order.
  package var claims: [Value.Member]
  /// The time steps of authenticator codes already taken: a code is good once.
  package var lastTOTPStep: Int64 = -1
  /// Passkeys and security keys, in the order they were enrolled.
  package var passkeys: [EnrolledPasskey] = []

  package subscript(attribute: AccountAttribute) -> String? {
    get { scope.attributes[attribute.rawValue] }
    set { scope.attributes[attribute.rawValue] = newValue }
  }
}
