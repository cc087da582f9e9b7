import JourneyReports
import JourneyTestSupport

/// CircleCI: splitting by timings and running failed ones again need four attributes of each case.
struct CircleCIConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  /// The rules at hand do not say.
  let tellsErrors = false
  let showsPlaces = true

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    try root.descendants("testcase").map { found in
      var shown = shown(found, group: try attribute("classname", of: found), name: try attribute("name", of: found))
      shown.file = try attribute("file", of: found)
      try require(Double(try attribute("time", of: found)) != nil, "a time that is not a number")
      return shown
    }
  }
}
