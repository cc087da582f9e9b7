package import Diagnostics
package import JourneyLanguage

/// Steps as a walk executes them: flat, with jumps instead of nesting. Places are indices of `instructions`.
package struct Program: Sendable, Hashable {
  package var instructions: [Instruction]

  package init(instructions: [Instruction] = []) { self.instructions = instructions }
}

/// One thing that a walk does.
package indirect enum Instruction: Sendable, Hashable {
  /// Take the step; never one of kind `use`, `either`, `repeated`: these are compiled away.
  case step(Step)
  /// Go on at the target unless all of these hold.
  case unless([NamedMatcher], goTo: Int, step: StepReference)
  case jump(Int)
  /// Go on at the first branch whose head fits what is shown; `nil` heads fit anything. None: a failure naming all.
  case choose([Branch], within: Duration?, step: StepReference)
  /// Open a scope that holds the parameters and the names every scope sees; captures reach the outer one when it is left.
  case enter(parameters: [TemplateValue.Member], step: StepReference)
  case leave
  /// Set `${index}` to 1.
  case beginLoop
  /// Add 1 to `${index}`; go on at the target while it is not above the count.
  case loop(count: Int, goTo: Int)
  case endLoop
  /// The web page of this `hand_over` was walked: the app goes on.
  case comeBack(Step)

  /// A way that `choose` can take.
  package struct Branch: Sendable, Hashable {
    /// The step whose head decides; it is executed again at the target. `nil` fits anything.
    package var head: Step?
    package var target: Int

    package init(head: Step?, target: Int) {
      self.head = head
      self.target = target
    }
  }
}

/// Which step an instruction comes from, for messages and events.
package struct StepReference: Sendable, Hashable {
  package var id: String
  package var range: SourceRange

  package init(id: String, range: SourceRange) {
    self.id = id
    self.range = range
  }
}
