/// Why walks are incomplete although there are fragments to continue them.
package struct IncompleteWalks {
  /// Where a walk ended, and why.
  package struct End: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      /// No fragment was walked there.
      case noFragment
      /// A step of this fragment failed.
      case failed(file: String, failure: String)
      /// This fragment was walked to its end, and the same screen was shown again.
      case cameAgain(file: String)
      /// The scenario has a step for the screen, which could not be answered.
      case unanswerable(String)
      /// Something other than the journey ended the walk.
      case broken
    }

    /// As a stop is called, e.g. `'password'`.
    package var place: String
    package var reason: Reason

    package init(of walk: MetWalk) {
      place = walk.stops.last?.name ?? "the start"
      reason =
        switch (walk.reach, walk.fragment) {
        case (.broken, _), (.interrupted, _), (.skipped, _): .broken
        case (_, let fragment?) where fragment.failure != nil: .failed(file: fragment.file, failure: fragment.failure ?? "")
        case (.unanswerable(let said), _): .unanswerable(said)
        case (_, let fragment?) where fragment.place == place: .cameAgain(file: fragment.file)
        default: .noFragment
        }
    }
  }

  private let ends: [End: [String]]
  private let folder: String
  private let heads: Set<String>
  private static let most = 6

  /// - Parameters:
  ///   - ends: with the ids of the cases that ended there.
  ///   - folder: that of the fragments.
  ///   - heads: the ids of the screens on which they begin.
  package init(_ ends: [End: [String]], _ folder: String, _ heads: Set<String>) {
    self.ends = ends
    self.folder = folder
    self.heads = heads
  }

  /// A line for each place and reason, those of most walks first.
  package var lines: [String] {
    let all = ends.map { end, cases in (cases: cases, line: line(end, cases)) }
      .sorted { ($1.cases.count, $0.line) < ($0.cases.count, $1.line) }
    let rest = all.count - Self.most
    return all.prefix(Self.most).map(\.line) + (rest > 0 ? ["  and \(rest) more places or reasons"] : [])
  }

  private func line(_ end: End, _ cases: [String]) -> String {
    let example = cases.min().map { cases.count == 1 ? " (\($0))" : " (such as \($0))" } ?? ""
    return "  \(end.place), \(Counted.text(cases.count, "walk")): \(sentence(end))\(example)"
  }

  private func sentence(_ end: End) -> String {
    switch end.reason {
    case .failed(let file, let failure): "\(file) was used, and a step of it failed: \(failure)"
    case .cameAgain(let file): "\(file) was used, and the same screen was shown again"
    case .unanswerable(let said): "the scenario has a step for it that could not be answered: \(said)"
    case .broken: "the walk broke, see above"
    case .noFragment:
      hasFragment(end.place) ? "the fragment for it was not used at this step" : "no fragment in \(folder) begins on this screen"
    }
  }

  private func hasFragment(_ place: String) -> Bool {
    heads.contains { place == "'\($0)'" || place.hasPrefix("'\($0)/") }
  }
}
