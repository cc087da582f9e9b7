import JourneyReports
import JourneyTestSupport

/// mikepenz/action-junit-report: places from attributes, an annotation for each failure, cases of one key fold as retries.
struct MikepenzConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = false
  let attempts: Set = ["flakyFailure"]
  let showsPlaces = true

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    var keys: Set<String> = []
    return try root.descendants("testsuite").flatMap { suite in
      try suite.all("testcase").map { found in
        let failures = found.all("failure") + found.all("error")
        try require(failures.count <= 1, "several annotations for one case")
        var shown = shown(found, group: suite["name"] ?? "", name: try attribute("name", of: found))
        if ["disabled", "ignored"].contains(found["status"]) { shown.verdict = .skipped }
        // Without a message its first two lines are taken.
        if shown.message.isEmpty { shown.message = shown.details.split(separator: "\n").prefix(2).joined(separator: "\n") }
        let places = [found] + failures + [suite]
        shown.file = places.compactMap { $0["file"] }.first
        shown.line = places.compactMap { $0["line"].flatMap { Int($0) } }.first
        let key = "\(shown.name)|\(found["classname"] ?? "")|\(shown.file ?? "")"
        try require(keys.insert(key).inserted, "'\(key)' folds with another")
        return shown
      }
    }
  }
}
