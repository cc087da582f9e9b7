/// Which of the schemas in circulation a report obeys, as what it may and must hold: each forbids what others require.
public struct JUnitDialect: Sendable, Hashable {
  /// What the root says of the whole run.
  enum RootTotals: Sendable, Hashable {
    case none
    case withoutSkipped
    /// All counts, and when the run began.
    case datedWithSkipped
  }

  /// Where a case that was skipped says why.
  enum SkipReason: Sendable, Hashable {
    case attribute
    /// Also as text: GitLab shows that and not the attribute.
    case attributeAndText
    /// Left out where it is empty.
    case attributeUnlessEmpty
  }

  /// As the flag and the properties spell it.
  public let name: String
  /// Whether the suites are inside a `testsuites` element.
  package var hasRoot = true
  var rootTotals = RootTotals.withoutSkipped
  /// Whether cases name their file and line and carry properties.
  var describesCases = false
  /// Whether suites name the host.
  var namesHost = true
  /// Whether suites have a number and a package.
  var numbersSuites = false
  /// Whether a case may hold several failures, for attempts, and output; if not, the suite has the output.
  var hasAttempts = true
  /// Whether a case says when it began.
  var datesCases = false
  var skipReason = SkipReason.attribute

  private init(_ name: String) { self.name = name }

  /// A dialect that differs from the default values in what the body sets.
  private init(_ name: String, _ change: (inout JUnitDialect) -> Void) {
    self.init(name)
    change(&self)
  }

  /// Everything that some server reads: places, properties of cases, totals at the root.
  public static let generic = JUnitDialect("generic") {
    $0.rootTotals = .datedWithSkipped
    $0.describesCases = true
    $0.datesCases = true
    $0.skipReason = .attributeAndText
  }
  /// `junit-10.xsd` of Jenkins' xunit plugin.
  public static let jenkins = JUnitDialect("jenkins")
  /// The schema of Ant's task, with one outcome for each case and output at the suite only.
  public static let ant = JUnitDialect("ant") {
    $0.rootTotals = .none
    $0.numbersSuites = true
    $0.hasAttempts = false
    $0.skipReason = .attributeUnlessEmpty
  }
  /// `surefire-test-report.xsd`: one suite a document, so that a run is a folder of them.
  public static let surefire = JUnitDialect("surefire") {
    $0.hasRoot = false
    $0.namesHost = false
    $0.datesCases = true
  }
}

extension JUnitDialect: CaseIterable, CustomStringConvertible {
  public static let allCases: [JUnitDialect] = [.generic, .jenkins, .ant, .surefire]

  /// The dialect of this name; `nil` if there is none.
  public init?(named name: String) {
    guard let dialect = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = dialect
  }

  public var description: String { name }
}
