import JourneyModel

/// What is kept in one scope: of an account, a journey, or a browser and an account.
struct ScopeState: Sendable, Hashable {
  /// A word's place, a set's bits, or a flag.
  var facts: [UInt64]
  var counters: [Int]
  var timers: [TimerState]
  var attributes: [String?]

  /// Everything as it is before anything happened.
  init(_ scope: FactScope, in tables: Flow.Tables) {
    facts = Array(repeating: 0, count: tables.facts.count { $0.slot.scope == scope })
    counters = Array(repeating: 0, count: tables.counters.count { $0.slot.scope == scope })
    timers = Array(repeating: .off, count: tables.timers.count { $0.slot.scope == scope })
    attributes = Array(repeating: nil, count: tables.attributes[scope]?.count ?? 0)
  }
}

/// What one timer is doing.
enum TimerState: Sendable, Hashable {
  case off
  case running(until: Instant)
  case over

  var phase: TimerPhase {
    switch self {
    case .off: .off
    case .running: .running
    case .over: .over
    }
  }
}

/// A person of the tenant as they are now.
struct AccountState: Sendable, Hashable {
  /// As the definition names them; `nil` for one that registered.
  var name: String?
  var scope: ScopeState
  /// What tokens say beside the account's own texts, in order.
  var claims: [Value.Member]
  /// The time steps of authenticator codes already taken: a code is good once.
  var lastTOTPStep: Int64 = -1

  subscript(attribute: AccountAttribute) -> String? {
    get { scope.attributes[attribute.rawValue] }
    set { scope.attributes[attribute.rawValue] = newValue }
  }
}
