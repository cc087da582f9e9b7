package import Diagnostics

/// What is to be done about a step that failed.
package enum Remedy: Sendable {
  /// The scenario only calls something by another name, or does not know a screen that asks nothing.
  case edits([HealingEdit])
  /// What people see has changed, or it is not known what was meant: why nothing is fixed.
  case refused(String)
}

/// A change to one place of a scenario file.
package struct HealingEdit: Sendable, Hashable {
  /// What is replaced; empty where something is put in.
  package var range: SourceRange
  package var replacement: String
  /// As a sentence, e.g. `the label of 'identifier' reads 'Email', before 'Email address'`.
  package var reason: String

  package init(_ range: SourceRange, _ replacement: String, reason: String) {
    self.range = range
    self.replacement = replacement
    self.reason = reason
  }
}
