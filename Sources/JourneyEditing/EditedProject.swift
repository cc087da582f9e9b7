package import Diagnostics
package import JourneyScenario

/// The project behind an editor's files.
package protocol EditedProject: Sendable {
  /// What a file that is edited holds, and what is wrong with it.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - text: as it is in the editor.
  mutating func reading(of path: String, text: String) -> EditedReading
  /// What scenarios of a file may say.
  mutating func context(of path: String) -> ScenarioContext
  /// The fragments that a file can use, relative to it.
  func fragments(near path: String) -> [String]
  /// The absolute path of a file that another one names; `nil` if there is none.
  func path(of name: String, relativeTo path: String) -> String?
  /// Forgets what was read of tenants and mocks, because a file was saved.
  mutating func refresh()
  /// Runs the scenario at a line of a file, from 1: the verdict, and the text that reports it.
  func run(_ path: String, line: Int) async -> (passed: Bool, text: String)
}

/// What a file that is edited holds.
package struct EditedReading: Sendable {
  /// Of this file alone.
  package var diagnostics: [Diagnostic]
  /// The lines at which its scenarios begin, from 1.
  package var scenarios: [Int]
  /// Whether it is written in the language of scenarios, as fragments are, too.
  package var isOfScenarios: Bool

  package init(diagnostics: [Diagnostic], scenarios: [Int] = [], isOfScenarios: Bool = true) {
    self.diagnostics = diagnostics
    self.scenarios = scenarios
    self.isOfScenarios = isOfScenarios
  }
}
