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
}
