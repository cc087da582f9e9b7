package import JourneyScenario

/// How a scenario is followed as a script of answers: what it expects does not count, only that it can be answered.
///
/// Two versions of a tenant are walked so, to find out what a person meets on each of them.
package struct AnswerScript: Sendable, Hashable {
  /// Steps that lead past a screen which the scenario does not know.
  package struct Passage: Sendable, Hashable {
    /// The file that it is in.
    package var name: String
    /// Its first step, which names the screen.
    package var head: Step
    package var program: Program

    /// `nil` for steps that do not begin with a screen.
    package init?(_ steps: [Step], in name: String) {
      let placed = steps.map { $0.placed(below: "\(Self.root)/") }
      guard let head = placed.first, case .screen = head.kind else { return nil }
      self.name = name
      self.head = head
      program = ProgramCompiler.compile(placed)
    }

    /// What the ids of its steps begin with.
    package static let root = "through"
  }

  package var passages: [Passage]
  /// What is filled in that the scenario does not know.
  package var leads = ScriptLeads()

  package init(passages: [Passage] = []) { self.passages = passages }

  /// The same, led on by what another version asks for.
  package func led(by leads: ScriptLeads) -> AnswerScript {
    var script = self
    script.leads = leads
    return script
  }
}
