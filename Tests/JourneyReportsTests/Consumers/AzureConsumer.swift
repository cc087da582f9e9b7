import JourneyReports
import JourneyTestSupport

/// Azure Pipelines: cases without names are dropped, names limited, durations taken from suites that all have a timestamp.
struct AzureConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = false

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    let suites = suites(of: root)
    for suite in suites {
      try require(suite["timestamp"]?.utf8.count == 19, "a suite without a timestamp of its own form")
      try require(suite.all("testsuite").isEmpty, "suites whose durations are not added")
    }
    return try suites.flatMap { try $0.all("testcase").compactMap(read) }
  }

  private func read(_ found: XMLTree.Element) throws -> ShownCase? {
    guard let name = found["name"] else { return nil }
    let className = found["classname"] ?? ""
    try require(className.utf16.count + 1 + name.utf16.count <= 512, "a full name that is too long")
    let time = found["time"].flatMap { Double($0) } ?? .nan
    try require(time.isFinite && time >= 0, "no duration")
    try require(found.all("system-out").count <= 1, "output that is not read")
    return shown(found, group: className, name: name)
  }
}
