internal import Diagnostics
internal import LocatedYAML

/// Finds scenarios that are equal except for their names, in files in a fixed order.
package struct AlikeScenarios {
  /// The first scenario of each content.
  private var first: [UInt64: SourceRange] = [:]

  package init() {}

  /// Adds a warning to the reading for every scenario that says what one before it says.
  package mutating func compare(_ reading: inout ScenarioReading) {
    let before = reading.diagnostics.count
    for (scenario, content) in zip(reading.scenarios, reading.contents) {
      guard let other = first[content] else {
        first[content] = scenario.range
        continue
      }
      guard reading.diagnostics.count < YAMLLimits.standard.diagnostics else { break }
      reading.diagnostics.append(
        Diagnostic(
          .alikeScenarios, "this scenario duplicates another one", at: scenario.range, severity: .warning,
          notes: [.init("the other one", at: other)]))
    }
    if reading.diagnostics.count > before { reading.diagnostics = reading.diagnostics.inOrder(of: reading.file) }
  }
}
