import JourneyReports
import JourneyTestSupport

/// Codecov's test analytics: a case with a long attribute is dropped, a nameless one fails the file.
struct CodecovConsumer: ReportConsumer {
  private static let longest = 1000
  let dialect = JUnitDialect.generic
  /// The rules at hand do not say.
  let tellsErrors = false

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    try root.descendants("testsuite").flatMap { suite in
      try require((suite["name"] ?? "").utf8.count <= Self.longest, "a suite's name that is too long")
      return try suite.all("testcase").compactMap { found in
        let name = try attribute("name", of: found)
        let isLong = ["name", "classname", "file"].contains { (found[$0] ?? "").utf8.count > Self.longest }
        return isLong ? nil : shown(found, group: found["classname"] ?? "", name: name)
      }
    }
  }
}
