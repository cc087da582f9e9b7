internal import JourneyLanguage

/// Makes a flat program of steps: fragments in their scopes, jumps for branches, rounds and conditions.
///
/// An optional screen is one step: it is passed over when another screen is shown.
package struct ProgramCompiler {
  private var instructions: [Instruction] = []

  /// The program of a list of steps.
  package static func compile(_ steps: [Step]) -> Program {
    var compiler = ProgramCompiler()
    compiler.add(steps)
    return Program(instructions: compiler.instructions)
  }

  private mutating func add(_ steps: [Step]) {
    for step in steps { add(step) }
  }

  private mutating func add(_ step: Step) {
    let condition = instructions.count
    if !step.when.isEmpty { instructions.append(.jump(0)) }
    switch step.kind {
    case .use(let use):
      instructions.append(.enter(parameters: use.parameters, step: StepReference(step)))
      add(use.steps)
      instructions.append(.leave)
    case .either(let branches): addChoice(branches, of: step)
    case .repeated(let count, let steps): addLoop(count, steps)
    case .handOver(let handover) where !handover.steps.isEmpty:
      instructions.append(.step(step))
      add(handover.steps)
      instructions.append(.comeBack(step))
    default:
      precondition(step.kind.head.specification.role != .group, "a step of other steps is compiled away")
      instructions.append(.step(step))
    }
    if !step.when.isEmpty {
      instructions[condition] = .unless(step.when, goTo: instructions.count, step: StepReference(step))
    }
  }

  /// The branches one after the other, each but the last with a jump past the others.
  private mutating func addChoice(_ branches: [[Step]], of step: Step) {
    let choice = instructions.count
    instructions.append(.jump(0))
    var targets: [Instruction.Branch] = []
    var exits: [Int] = []
    for (index, branch) in branches.enumerated() {
      targets.append(Instruction.Branch(head: branch.first, target: instructions.count))
      add(branch)
      guard index < branches.count - 1 else { continue }
      exits.append(instructions.count)
      instructions.append(.jump(0))
    }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
    instructions[choice] = .choose(targets, within: step.within, step: StepReference(step))
  }

  private mutating func addLoop(_ count: Int, _ steps: [Step]) {
    instructions.append(.beginLoop)
    let start = instructions.count
    add(steps)
    instructions.append(.loop(count: count, goTo: start))
    instructions.append(.endLoop)
  }
}

extension StepReference {
  init(_ step: Step) { self.init(id: step.id, range: step.range) }
}
