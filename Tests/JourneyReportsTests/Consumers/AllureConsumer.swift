import JourneyReports
import JourneyTestSupport

/// Allure 2: suites of one level, errors are broken, reruns are retries and flaky failures ignored.
struct AllureConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = true
  let attempts: Set = ["rerunFailure", "rerunError"]

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    suites(of: root).flatMap { suite in
      suite.all("testcase").map { found in
        var shown = shown(found, group: found["classname"] ?? suite["name"] ?? "", name: found["name"] ?? "")
        if found["status"] == "notrun" { shown.verdict = .skipped }
        return shown
      }
    }
  }
}
