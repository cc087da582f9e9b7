/// Which of the schemas in circulation a report obeys: each forbids what others require.
public enum JUnitDialect: String, Sendable, Hashable, CaseIterable {
  /// Everything that some server reads: places, properties of cases, totals at the root.
  case generic
  /// `junit-10.xsd` of Jenkins' xunit plugin.
  case jenkins
  /// The schema of Ant's task, with one outcome for each case and output at the suite only.
  case ant
  /// `surefire-test-report.xsd`: one suite a document, so that a run is a folder of them.
  case surefire

  /// Whether a `testsuites` element stands around the suites.
  package var hasRoot: Bool { self != .surefire }
  /// Whether cases name their file and line and carry properties.
  var describesCases: Bool { self == .generic }
  /// Whether suites name the host.
  var namesHost: Bool { self != .surefire }
  /// Whether a case may hold several failures, for attempts, and output.
  var hasAttempts: Bool { self != .ant }
  /// Whether a case says when it began.
  var datesCases: Bool { self == .generic || self == .surefire }
}
