import JourneyRunner
import ScreenPages

/// The cases of one file, and what is counted of them.
struct JUnitSuite {
  struct ListedCase {
    /// In the report's cases.
    var index: Int
    var name: JUnitNames.Name
  }

  struct ListedShortfall {
    var shortfall: RunShortfall
    var name: JUnitNames.Name
  }

  struct ListedFile {
    var file: RefusedFile
    var name: JUnitNames.Name
  }

  /// The file, after the label of its run if it has one, e.g. `nightly/journeys/sign-in.yaml`.
  var name: String
  /// The scenario file.
  var file: String
  /// Its place among the suites of the run, from 0.
  var index: Int
  var refusedFiles: [ListedFile] = []
  var cases: [ListedCase] = []
  /// Of the whole run, in its last suite.
  var shortfall: ListedShortfall?
  var counts = JUnitCounts()
  /// Of the first walk, since the run began.
  var startedAt: Duration?
  /// Each once, in the order in which the walks came to them.
  var tenants: [String] = []
  var dialects: [String] = []
  var apps: [String] = []

  init(name: String, file: String, index: Int) {
    self.name = name
    self.file = file
    self.index = index
  }

  /// The suites of a report in the order of its plan; each has at least one case, and names are unique in all of them.
  static func all(of report: Report) -> [JUnitSuite] {
    var names = JUnitNames()
    var suites: [JUnitSuite] = []
    var indices: [String: Int] = [:]
    func suite(_ file: String, _ name: String) -> Int {
      if let index = indices[name] { return index }
      indices[name] = suites.count
      suites.append(JUnitSuite(name: name, file: file, index: suites.count))
      return suites.count - 1
    }
    for refused in report.refusedFiles {
      let suiteName = labelled(refused.file, report.start?.label)
      let name = names.name(refused.file, file: suiteName)
      suites[suite(refused.file, suiteName)].add(refused, name)
    }
    for (index, reported) in report.cases.enumerated() {
      let suiteName = labelled(reported.planned.file, reported.planned.label)
      let name = names.name(reported.planned.name, file: suiteName)
      suites[suite(reported.planned.file, suiteName)].add(
        reported, ListedCase(index: index, name: name), flakyFails: report.totals.flakyFails)
    }
    guard let shortfall = RunShortfall(report) else { return suites }
    // One suite stays one, as some dialects have no more in a document.
    let place = suites.indices.last ?? suite("journey", labelled("journey", report.start?.label))
    suites[place].add(shortfall, names.name(RunShortfall.name, file: suites[place].name))
    return suites
  }

  /// The label comes first as a folder would, so that classes and names of files have it too.
  private static func labelled(_ file: String, _ label: String?) -> String { label.map { "\($0)/\(file)" } ?? file }

  private mutating func add(_ file: RefusedFile, _ name: JUnitNames.Name) {
    refusedFiles.append(ListedFile(file: file, name: name))
    counts.tests += 1
    counts.errors += 1
  }

  private mutating func add(_ shortfall: RunShortfall, _ name: JUnitNames.Name) {
    self.shortfall = ListedShortfall(shortfall: shortfall, name: name)
    counts.tests += 1
    counts.errors += 1
  }

  private mutating func add(_ reported: ReportedCase, _ listed: ListedCase, flakyFails: Bool) {
    cases.append(listed)
    counts.add(reported, flakyFails: flakyFails)
    if let first = reported.attempts.first { startedAt = min(startedAt ?? first.startedAt, first.startedAt) }
    let planned = reported.planned
    if !tenants.contains(planned.tenant) { tenants.append(planned.tenant) }
    if !dialects.contains(planned.dialect) { dialects.append(planned.dialect) }
    if let app = planned.app, !apps.contains(app) { apps.append(app) }
  }

  /// The suite's element with its attributes and nothing in it.
  func element(_ report: Report, _ dialect: JUnitDialect) -> MarkupElement {
    var element = MarkupElement("testsuite")
    element.set("name", JUnitNames.cut(name.isEmpty ? "journey" : name, JUnitNames.maxFileLength))
    counts.set(on: &element, hasSkipped: true)
    element.set("timestamp", RunTime.text(report.start, after: startedAt ?? .zero))
    if dialect.namesHost { element.set("hostname", report.start.map(\.host) ?? "localhost") }
    if dialect.numbersSuites {
      element.set("package", JUnitNames.className(of: name))
      element.set("id", index)
    }
    if dialect.describesCases { element.set("file", JUnitNames.cut(file, JUnitNames.maxFileLength)) }
    return element
  }
}

/// What is counted of cases; each counts once.
struct JUnitCounts: Sendable, Hashable {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  /// A sum of whole milliseconds, so that the totals are the sums of what is written.
  var milliseconds = 0

  mutating func add(_ other: JUnitCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    milliseconds += other.milliseconds
  }

  /// - Parameter flakyFails: whether a case that passed after a failure fails the run.
  mutating func add(_ reported: ReportedCase, flakyFails: Bool) {
    tests += 1
    milliseconds += DurationWords.milliseconds(reported.duration)
    switch reported.verdict {
    case .passed: break
    case .flaky: if flakyFails { failures += 1 }
    case .failed: failures += 1
    case .broken: errors += 1
    case .skipped: skipped += 1
    }
  }

  func set(on element: inout MarkupElement, hasSkipped: Bool) {
    element.set("tests", tests)
    element.set("failures", failures)
    element.set("errors", errors)
    if hasSkipped { element.set("skipped", skipped) }
    element.set("time", DurationWords.seconds(milliseconds: milliseconds))
  }
}
