import JourneyLanguage

/// Whether somebody gets tokens by any path of a tenant's graph.
package enum TokenReach: Sendable, Hashable {
  /// By this path, the shortest that was found.
  case reached(BreakingWay)
  /// By none.
  case never
  /// It could not be worked out, with the reason why.
  case unknown(String)
}

extension MockTenant {
  /// Whether a person of the tenant's file gets tokens, with what the person knows and has; `nil` if there is no such account.
  ///
  /// - Parameter limit: how many moments of journeys are looked at.
  package func tokenReach(of account: String, limit: Int = Self.promiseLimit) -> TokenReach? {
    accounts.firstIndex { $0.name == account }.map { reach(TenantPromise.noTokens(for: [$0]), limit) }
  }

  /// Whether somebody gets tokens who is not in the tenant's file and registers first.
  ///
  /// - Parameter limit: how many moments of journeys are looked at.
  package func tokenReachOfNewcomers(limit: Int = Self.promiseLimit) -> TokenReach { reach(TenantPromise.noTokensForNewcomers, limit) }

  /// A promise that nobody gets tokens is broken by the path that is looked for.
  private func reach(_ promise: TenantPromise, _ limit: Int) -> TokenReach {
    if let reason = demandsNotKnown { return .unknown(reason) }
    return switch verdict(on: promise, keeping: [], limit, searchedParts(promise)) {
    case .broken(let way): .reached(way)
    case .kept: .never
    case .unknown(let reason): .unknown(reason)
    case .told, .untranslated, .refused: .unknown("the search was about something else")
    }
  }
}

extension TenantPromise {
  private static let noTokens = EventRule(never: .tokens)

  fileprivate static func noTokens(for accounts: Set<Int>) -> TenantPromise {
    TenantPromise(rule: noTokens, who: .always, accounts: accounts, unless: .constant(false))
  }

  fileprivate static var noTokensForNewcomers: TenantPromise {
    TenantPromise(rule: noTokens, who: .always, accounts: nil, isOfNewcomers: true, unless: .constant(false))
  }
}
