import JourneyReports
import JourneyTestSupport

/// Jenkins' junit plugin: suites are walked down, those of one name and id merged, classes split at the last dot.
struct JenkinsConsumer: ReportConsumer {
  let dialect = JUnitDialect.jenkins
  let tellsErrors = false
  /// `flakyError` and `rerunError` are not read.
  let attempts: Set = ["flakyFailure", "rerunFailure"]

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    var met: Set<String> = []
    var shown: [ShownCase] = []
    for suite in root.descendants("testsuite") where !suite.all("testcase").isEmpty {
      let name = (suite["package"].map { $0 + "." } ?? "") + (suite["name"] ?? "(filename)")
      try require(met.insert("\(name) \(suite["id"] ?? "")").inserted, "suite '\(name)' is merged with another")
      shown += try suite.all("testcase").map { try read($0, suite: name) }
    }
    try require(!shown.isEmpty, "a run without tests")
    return shown
  }

  private func read(_ found: XMLTree.Element, suite: String) throws -> ShownCase {
    let className = found["classname"] ?? suite
    let dot = className.lastIndex(of: ".")
    let package = dot.map { String(className[..<$0]) } ?? "(root)"
    let leaf = dot.map { String(className[className.index(after: $0)...]) } ?? className
    // Thousands' commas are dropped, nonsense is 0 and a year the most.
    let time = Double((found["time"] ?? "").filter { $0 != "," }) ?? -1
    try require((0...31_536_000).contains(time), "a time that becomes another: \(found["time"] ?? "none")")
    try require(found.all("system-out").count <= 1 && found.all("system-err").count <= 1, "output that is not read")
    // The text of an error wins over that of a failure.
    return shown(found, group: "\(package)/\(leaf)", name: try attribute("name", of: found), looking: ["error", "failure", "skipped"])
  }
}
