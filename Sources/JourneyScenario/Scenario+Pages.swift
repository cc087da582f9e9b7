extension Scenario {
  /// Whether it walks web pages that an app leaves for, whatever dialect the app itself speaks.
  package var leavesForPages: Bool {
    var leaves = false
    for steps in [before, steps, after] {
      steps.forEachStep { step in
        if case .handOver(let handover) = step.kind, !handover.steps.isEmpty { leaves = true }
      }
    }
    return leaves
  }
}
