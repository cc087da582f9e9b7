import JourneyLanguage

/// Whether a person gets tokens by any path of a tenant's graph, as far as the graph says.
package enum TokenReach: Sendable, Hashable {
  /// By this path, the shortest that was found.
  case reached(BreakingWay)
  /// By none.
  case never
  /// It could not be worked out, with the reason why.
  case unknown(String)
}

extension MockTenant {
  /// Whether a person gets tokens who is not in the tenant's file and registers first.
  ///
  /// - Parameter limit: how many moments of journeys are looked at.
  package func tokenReachOfNewcomers(limit: Int = Self.promiseLimit) -> TokenReach {
    // A promise that no one gets tokens is broken by the path that is looked for.
    let promise = TenantPromise(rule: EventRule(never: .tokens), who: .always, accounts: nil, isOfNewcomers: true, unless: .constant(false))
    if let reason = demandsNotKnown { return .unknown(reason) }
    return switch verdict(on: promise, keeping: [], limit, searchedParts(promise)) {
    case .broken(let way): .reached(way)
    case .kept: .never
    case .unknown(let reason): .unknown(reason)
    case .told, .untranslated, .refused: .unknown("the search was about something else")
    }
  }
}
