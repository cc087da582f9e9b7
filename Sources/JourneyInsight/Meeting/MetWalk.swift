package import JourneyRunner

/// What one case saw, from its first screen on; of several attempts the last.
package struct MetWalk: Sendable, Hashable {
  /// How far what it saw is known.
  package enum Reach: Sendable, Hashable {
    /// To the end of its steps.
    case whole
    /// It ended before: what comes next is not known, e.g. on a screen that no step expects.
    case cutShort
    /// It ended on a screen that could not be answered; says why.
    case unanswerable(String)
    /// Something other than the journey ended it.
    case broken(String)
    case skipped(String)
    /// The run was interrupted.
    case interrupted
  }

  package var planned: PlannedScenario
  package var id: String
  /// The account it signs in as; `nil` for none.
  package var account: String?
  package var stops: [MetStop] = []
  /// Mails and text messages that its own steps took.
  package var messages: [TakenMessage] = []
  package var warnings: [String] = []
  /// The addresses that belong to it: what it sent, and its account's.
  package var addresses: Set<String> = []
  package var reach = Reach.interrupted
  /// The fragment that was walked last on it, of a walk with `--through`; `nil` for none.
  package var fragment: WalkedFragment?

  /// A fragment that was walked on a screen for which the scenario has no step.
  package struct WalkedFragment: Sendable, Hashable {
    /// Its file.
    package var file: String
    /// The screen on which it began, as a stop is called.
    package var place: String?
    /// What failed in it, and on which line; `nil` if all its steps were walked.
    package var failure: String?
  }

  /// Whether it was walked at all.
  package var isWalked: Bool {
    if case .skipped = reach { false } else { true }
  }

  /// Which of its journeys came to an end, in order: for one that was left on a screen it is not known what comes next.
  package var endedJourneys: Set<Int> { Set(stops.filter(\.isEnd).map(\.journey)) }

  /// Whether its last stop is really its last: else what comes after it is not known.
  package var isKnown: Bool { reach == .whole }
}
