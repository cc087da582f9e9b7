import Diagnostics
import JourneyRunner
import ScreenPages

/// The journeys by the folders of their files, each as a strip of screens.
struct HTMLJourneys {
  /// A page with more is one to look things up in: folders without problems are closed.
  private static let openJourneys = 40

  private let report: Report
  private let page: PageSettings

  init(_ report: Report, _ page: PageSettings) {
    self.report = report
    self.page = page
  }

  func write(
    _ html: inout HTMLWriter, _ sink: ReportSink, _ screens: inout DrawnScreens, _ ways: inout HTMLWays
  ) throws(ReportError) {
    guard !report.cases.isEmpty else { return }
    html.begin(.section("journeys", "Journeys"))
    html.write(HTMLFilter.element(report.totals))
    if let bound { html.write(MarkupElement("p", class: "notice", text: bound)) }
    var passes = 0
    var failures = 0
    for folder in folders {
      html.begin(head(of: folder))
      for index in folder {
        let reported = report.cases[index]
        if reported.verdict == .passed { passes += 1 } else { failures += 1 }
        if reported.verdict == .passed ? passes <= PageSettings.maxPasses : failures <= PageSettings.maxFailures {
          let whole = try HTMLCase(reported, at: index, of: report, as: page, &screens)
          html.write(whole.element)
          do throws(EventLogError) {
            for course in whole.courses { try ways.take(course, on: reported.planned.tenant, &screens) }
          } catch { throw .log(error) }
        } else {
          html.write(HTMLCase.line(of: reported, at: index, page.transition(of: reported)))
        }
        try sink(html.take()[...])
      }
      html.end()
    }
    html.end()
  }

  /// What is left out of a page that would not open; `nil` if nothing is.
  private var bound: String? {
    let passed = report.totals.passed
    let others = report.totals.cases - passed
    var parts: [String] = []
    if passed > PageSettings.maxPasses { parts.append("the first \(PageSettings.maxPasses) of \(passed) that passed") }
    if others > PageSettings.maxFailures { parts.append("the first \(PageSettings.maxFailures) of \(others) that did not") }
    guard !parts.isEmpty else { return nil }
    return "Told screen by screen: \(parts.joined(separator: ", and ")). Of the others there is a line each; select fewer to see them."
  }

  /// The places of the cases of each folder, one behind the other in the plan.
  private var folders: [Range<Int>] {
    var folders: [Range<Int>] = []
    for index in report.cases.indices {
      if let last = folders.last, Self.folder(of: report.cases[last.lowerBound]) == Self.folder(of: report.cases[index]) {
        folders[folders.count - 1] = last.lowerBound..<index + 1
      } else {
        folders.append(index..<index + 1)
      }
    }
    return folders
  }

  private static func folder(of reported: ReportedCase) -> Substring {
    let file = reported.planned.file
    return file.lastIndex(of: "/").map { file[..<$0] } ?? "."
  }

  /// Opens the folder, with what is to be known of it where it stays closed.
  private func head(of folder: Range<Int>) -> MarkupElement {
    var totals = RunTotals()
    for index in folder { totals.count(report.cases[index].verdict) }
    var details = MarkupElement("details", class: "folder")
    if report.cases.count <= Self.openJourneys || totals.failed + totals.broken + totals.flaky > 0 { details.set("open", "") }
    var summary = MarkupElement("summary")
    summary.add(MarkupElement("h3", text: HarmlessText.line(String(Self.folder(of: report.cases[folder.lowerBound])), limit: 300)))
    let counts = [
      (totals.failed, "failed"), (totals.broken, "broken"), (totals.flaky, "flaky"), (totals.skipped, "skipped"), (totals.passed, "passed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    summary.add(MarkupElement("span", class: "quiet", text: counts.joined(separator: ", ")))
    details.add(summary)
    return details
  }
}
