extension RunDifference {
  /// What was not exercised, without the parts of screens that are new or gone.
  package var unexercisedWholes: [UnexercisedDifference] { UnexercisedDifference.wholes(of: unexercised) }

  /// What was not looked at, behind the last line of a report, e.g. `; 1 difference was not exercised`; empty for nothing.
  var notLookedAt: String { [rulesCount, accountsCount, unexercisedCount, uncomparedCount].compactMap(\.self).map { "; \($0)" }.joined() }

  /// Whether both runs have the same cases.
  var hasSameCases: Bool { onlyBefore + onlyNow == 0 }

  private var rulesCount: String? {
    let doubts = ruledDoubts.count
    return doubts == 0 ? nil : "\(Counted.text(doubts, "result")) of the rules \(doubts == 1 ? "is" : "are") not known"
  }

  private var accountsCount: String? {
    let count = accounts.reduce(0) { $0 + $1.unknown.count }
    return count == 0 ? nil : "of \(count) \(count == 1 ? "person" : "people") it is not known whether they can sign in"
  }

  private var uncomparedCount: String? {
    let count = onlyBefore + onlyNow
    return hasSameCases ? nil : "\(Counted.text(count, "case")) \(count == 1 ? "was" : "were") not compared"
  }

  private var unexercisedCount: String? {
    let wholes = unexercisedWholes
    let allowed = wholes.count { $0.allowed != nil }
    guard !wholes.isEmpty else { return nil }
    let count = "\(Counted.text(wholes.count, "difference")) \(wholes.count == 1 ? "was" : "were") not exercised"
    return count + (allowed == 0 ? "" : allowed == wholes.count ? ", which is allowed" : ", \(allowed) of them allowed")
  }

  /// The screens that are reported as new, gone or renamed: everything on them is part of that.
  package var replacedScreens: Set<String> {
    changes.reduce(into: []) { screens, change in
      switch change.kind {
      case .screenAdded, .screenRemoved: screens.insert(change.first.screen)
      case .screenRenamed: screens.formUnion([change.first.before, change.first.now].compactMap(\.self))
      default: break
      }
    }
  }
}
