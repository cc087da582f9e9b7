package import Diagnostics

/// What a file of scenarios held.
package struct ScenarioReading: Sendable {
  package var file: SourceFile
  /// In the order written; those that cannot be read are missing.
  package var scenarios: [Scenario]
  /// Of this file and of what it was the first to use, in the order found.
  package var diagnostics: [Diagnostic]
  /// What each of the scenarios says but for its names, with the fragments and rows that it uses, as a number that is the same in every run.
  package var contents: [UInt64] = []

  /// Whether it can be walked.
  package var isSound: Bool { diagnostics.allSatisfy { $0.severity == .warning } }

  /// Whether something is wrong with a file that others may use too, such as a fragment.
  package var blamesSharedFiles: Bool { diagnostics.contains { $0.range?.file != file } }
}
