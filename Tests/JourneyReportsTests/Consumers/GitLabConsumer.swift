import JourneyReports
import JourneyTestSupport

/// GitLab: one `testsuites`, classes for suites, text and not messages, and of two with one class and name the last.
struct GitLabConsumer: ReportConsumer {
  let dialect = JUnitDialect.generic
  let tellsErrors = true
  let showsPlaces = true

  func cases(of root: XMLTree.Element) throws -> [ShownCase] {
    try require(root.name == "testsuites", "the root is '\(root.name)'")
    var order: [String] = []
    var shown: [String: ShownCase] = [:]
    for found in root.descendants("testcase") {
      let name = try attribute("name", of: found)
      let className = try attribute("classname", of: found)
      var read = self.shown(found, group: className, name: name)
      // Only the text is shown, of skipped cases too.
      read.message = read.details
      read.file = found["file"]
      if shown.updateValue(read, forKey: "\(className)\u{0}\(name)") == nil { order.append("\(className)\u{0}\(name)") }
      let output = found.all("system-out").map(\.text).joined()
      try require(!output.contains("[[ATTACHMENT|"), "an attachment that nobody made")
    }
    return order.compactMap { shown[$0] }
  }
}
