import JourneyReports
import JourneyTestSupport

/// EnricoMi/publish-unit-test-result: totals are those of the suites' attributes, the worst outcome of a case counts.
struct EnricoMiConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = true
  let showsPlaces = true

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    try suites(of: root).flatMap { suite in
      let shown = suite.all("testcase").compactMap(read)
      let counts: [(String, Int)] = [
        ("tests", shown.count), ("failures", shown.filter { $0.verdict == .failed }.count),
        ("errors", shown.filter { $0.verdict == .broken }.count), ("skipped", shown.filter { $0.verdict == .skipped }.count),
      ]
      for (name, count) in counts { try require(suite[name] == String(count), "'\(name)' is not \(count)") }
      return shown
    }
  }

  /// Nothing for a case that has neither a name nor a class.
  private func read(_ found: XMLTree.Element) -> ShownCase? {
    guard found["name"] != nil || found["classname"] != nil else { return nil }
    var shown = shown(found, group: found["classname"] ?? "", name: found["name"] ?? "", looking: ["error", "failure", "skipped"])
    // Paths are those of the repository.
    shown.file = found["file"].flatMap { $0.hasPrefix("/") ? nil : $0 }
    shown.line = found["line"].flatMap { Int($0) }
    return shown
  }
}
