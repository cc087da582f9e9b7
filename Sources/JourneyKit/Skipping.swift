import JourneyLanguage
import JourneyScenario

/// Whether a scenario says itself that it is not run.
enum Skipping {
  /// The reason; `nil` if it is run, e.g. because the day until which it is not has passed.
  ///
  /// - Parameter today: `yyyy-MM-dd`; days in this form compare as texts.
  static func reason(_ scenario: Scenario, today: String) -> String? {
    guard let skip = scenario.skip else { return nil }
    guard let until = skip.until else { return skip.why }
    return today <= until ? "\(skip.why) (until \(until))" : nil
  }

  /// Why a scenario that is about a situation is not run on a live tenant, which cannot be put into one; `nil` if it is run.
  static func reason(_ given: GivenSituation, on site: TenantSite) -> String? {
    guard site.isLive else { return nil }
    guard let own = site.given else { return "needs \(given.line), and 'given' of tenant '\(site.name)' does not say where its runner is" }
    return given.isSaid(by: own) ? nil : "needs \(given.line), and the runner of tenant '\(site.name)' is at \(own.line)"
  }
}
