import Diagnostics
package import JourneyModel
package import JourneyRunner
package import JourneyScenario

/// A step that failed: what it expects, what was shown, and every expectation that was not fulfilled.
package struct FailedStep: Sendable {
  /// `nil` if no step of the program failed, but the end of the journey.
  package var step: Step?
  /// What was shown; `nil` if the journey was over, or at a page outside.
  package var screen: Screen?
  package var mismatches: [Mismatch]
  /// The ids of screens that other steps of the scenario expect.
  package var screensOfOthers: Set<String>

  package init(step: Step?, screen: Screen?, mismatches: [Mismatch], screensOfOthers: Set<String> = []) {
    self.step = step
    self.screen = screen
    self.mismatches = mismatches
    self.screensOfOthers = screensOfOthers
  }

  /// What the step expects of a screen; `nil` for every other step.
  var expected: ExpectedScreen? {
    guard case .screen(let expected) = step?.kind else { return nil }
    return expected
  }
}

extension PlannedCase {
  /// The step with this id, and the ids of the screens that the other steps expect.
  package func step(_ id: String?) -> (step: Step?, screensOfOthers: Set<String>) {
    var found: Step?
    var others: Set<String> = []
    for instruction in [before, main, after].flatMap(\.instructions) {
      guard case .step(let step) = instruction else { continue }
      if step.id == id {
        found = step
      } else if case .screen(let expected) = step.kind, case .ids(let ids) = expected.id {
        others.formUnion(ids.map(\.value))
      }
    }
    return (found, others)
  }
}
