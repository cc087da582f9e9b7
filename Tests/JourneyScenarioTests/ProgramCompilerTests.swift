import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

/// Steps become flat programs; each instruction is written as a line.
struct ProgramCompilerTests {
  private func lines(_ steps: String, files: MemoryFiles = MemoryFiles()) throws -> [String] {
    let steps = try ScenarioText(steps: steps, files: files).steps()
    return ProgramCompiler.compile(steps).instructions.map { instruction in
      switch instruction {
      case .step(let step): "step \(step.id)"
      case .unless(_, let target, let step): "unless \(step.id) \(target)"
      case .jump(let target): "jump \(target)"
      case .choose(let branches, let within, let step):
        "choose \(step.id) \(branches.map { "\($0.head?.id ?? "-"):\($0.target)" }.joined(separator: " "))\(within == nil ? "" : " within")"
      case .enter(let parameters, let step): "enter \(step.id) \(parameters.map(\.name.value).joined(separator: ","))"
      case .leave: "leave"
      case .beginLoop: "begin"
      case .loop(let count, let target): "loop \(count) \(target)"
      case .endLoop: "end"
      case .comeBack: "come back"
      }
    }
  }

  @Test func `steps follow each other, optional ones are steps`() throws {
    #expect(
      try lines("  - screen: a\n    answers: {w: x}\n  - screen: b\n    optional: true\n    answers: {w: x}\n  - finish:\n") == [
        "step 0", "step 1", "step 2",
      ])
  }

  @Test func `branches jump behind each other`() throws {
    #expect(
      try lines("  - either: [[{screen: a}, {wait: 1s}], [{screen: b}], []]\n    within: 3s\n  - finish:\n") == [
        "choose 0 0/either/0/0:1 0/either/1/0:4 -:6 within", "step 0/either/0/0", "step 0/either/0/1", "jump 6", "step 0/either/1/0",
        "jump 6",
        "step 1",
      ])
  }

  @Test func `a condition jumps behind its step, whatever it holds`() throws {
    #expect(
      try lines("  - repeat: 2\n    when: {app: ios}\n    steps: [{screen: a}]\n  - finish:\n") == [
        "unless 0 5", "begin", "step 0/repeat/0", "loop 2 2", "end", "step 1",
      ])
  }

  @Test func `a fragment is entered and left`() throws {
    let files = MemoryFiles(["journeys/_f.yaml": "params: {x: 1}\nsteps: [{screen: a}, {screen: b}]\n"])
    #expect(
      try lines("  - use: _f.yaml\n  - finish:\n", files: files) == ["enter 0 x", "step 0/use/0", "step 0/use/1", "leave", "step 1"])
  }
}
