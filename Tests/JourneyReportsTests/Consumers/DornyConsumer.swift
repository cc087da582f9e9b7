import JourneyReports
import JourneyTestSupport

/// dorny/test-reporter: suites need names, cases a class and a time, and of several failures the first is shown.
struct DornyConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = false

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    try suites(of: root).flatMap { suite in
      _ = try attribute("name", of: suite)
      return try suite.all("testcase").map(read)
    }
  }

  private func read(_ found: XMLTree.Element) throws -> ShownCase {
    try require(found["time"].flatMap { Double($0) } != nil, "a time that is not a number")
    let shown = shown(found, group: found["classname"] ?? "undefined", name: try attribute("name", of: found))
    try require(shown.group != "undefined", "a group 'undefined'")
    // Attributes without a message are shown as "type: undefined".
    try require(shown.verdict != .failed || !shown.message.isEmpty, "a failure shown as 'undefined'")
    try require(shown.message.utf8.count <= 65_535 && shown.name.count <= 255, "a message or title that is too long")
    return shown
  }
}
