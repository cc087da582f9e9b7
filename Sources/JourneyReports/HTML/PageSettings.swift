/// What a page shows, and how much of it.
struct PageSettings: Sendable {
  /// How many cases that passed have a strip; of the others there is a line each.
  static let maxPasses = 500
  /// The same of those that did not.
  static let maxFailures = 500

  /// What the page is called; `nil` for `Journeys` and the run's label.
  var title: String?
  /// Whether requests and responses are shown, which are most of a run.
  var showsExchanges = false
  /// The run that this one is compared with.
  var earlier: EarlierRun?

  /// What changed with the case since the earlier run.
  func transition(of reported: ReportedCase) -> CaseTransition? { earlier?.transition(of: reported) }
}
