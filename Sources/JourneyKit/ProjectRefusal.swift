public import Diagnostics

/// The files of a project, or what is asked of them, are wrong: nothing is run or served.
public struct ProjectRefusal: Error, Sendable, CustomStringConvertible {
  /// At least one is an error.
  public let diagnostics: [Diagnostic]

  /// Every message with its place and line, as `journey check` prints them.
  public var description: String { DiagnosticRenderer().render(diagnostics) }
}
