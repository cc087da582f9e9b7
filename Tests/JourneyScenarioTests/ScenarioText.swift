import Diagnostics
import JourneyScenario
import JourneyTestSupport
import Testing

/// A file of scenarios for a test, and what reading it says.
struct ScenarioText {
  let reading: ScenarioReading
  let marked: MarkedText

  init(
    _ text: String, named name: String = "journeys/test.yaml", files: MemoryFiles = MemoryFiles(),
    context: ScenarioContext = .init()
  ) {
    marked = MarkedText(text)
    var reader = ScenarioReader(files: files, context: context)
    reading = reader.read(marked.file(named: name))
  }

  /// The steps, each below a title.
  init(steps: String, account: Bool = true, files: MemoryFiles = MemoryFiles()) {
    self.init("journey: Test\n" + (account ? "account: jane\n" : "") + "steps:\n" + steps, files: files)
  }

  /// The only scenario, of a text without mistakes; it may end with any step.
  func scenario() throws -> Scenario {
    let diagnostics = reading.diagnostics.filter { $0.id != .unseenEnd }
    try #require(diagnostics.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    return try #require(reading.scenarios.first)
  }

  func steps() throws -> [Step] { try scenario().steps }

  /// The only step.
  func step() throws -> Step {
    let steps = try steps()
    try #require(steps.count == 1)
    return steps[0]
  }

  func screen() throws -> ExpectedScreen {
    guard case .screen(let screen) = try step().kind else { throw NotThat() }
    return screen
  }

  /// What is said, each as its id and the mark that it stands at, or its place.
  ///
  /// Not said is that nothing looks at what comes after the last step, which is true of most short texts.
  var said: [String] {
    reading.diagnostics.filter { $0.id != .unseenEnd }.map { diagnostic in
      let mark = marked.positions.first { $0.value == diagnostic.range?.start && diagnostic.range?.file == reading.file }?.key
      return "\(mark ?? diagnostic.range?.description ?? "nowhere") \(diagnostic.id.rawValue)"
    }
  }

  struct NotThat: Error {}
}
