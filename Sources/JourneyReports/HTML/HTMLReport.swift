import Diagnostics
import JourneyRunner
import ScreenPages

/// A run as one page that needs nothing else, for people first: no script, no network, no other file.
///
/// The verdict in a sentence, what is not as described by its reasons, each journey as a strip of screens, every screen once,
/// and what the run was made of. The page's own policy forbids it to load anything, and whatever a tenant or a scenario says
/// is text in it. Written piece by piece: of all cases one is in memory.
public struct HTMLReport: ReportWriter {
  /// So many journeys are seen at a glance.
  private static let maxAtAGlance = 8

  private var settings = PageSettings()

  public init() {}

  public var content: ReportContent { .markup }

  /// What the page is called; `nil` for `Journeys` and the run's label.
  public var title: String? {
    get { settings.title }
    set { settings.title = newValue }
  }

  /// Whether requests and responses are shown, which are most of a run.
  public var showsExchanges: Bool {
    get { settings.showsExchanges }
    set { settings.showsExchanges = newValue }
  }

  /// Has the page say what changed since an earlier run.
  public mutating func compare(with earlier: Report) { settings.earlier = EarlierRun(earlier) }

  /// Writes the whole page.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var html = HTMLWriter()
    let top = HTMLTop(report, heading: heading(report), settings.earlier)
    try HTMLStyle(report).head.begin(top.title, &html)
    html.write(top.header)
    html.write(top.contents)
    html.begin(MarkupElement("main"))
    var screens = DrawnScreens(report)
    for file in report.refusedFiles { html.write(Self.element(of: file)) }
    var ways = HTMLWays()
    // A few journeys are seen at a glance; of many, only the reasons are.
    let beginsWithJourneys = report.cases.count <= Self.maxAtAGlance
    if !beginsWithJourneys { try writeFailures(report, &html, sink, &screens) }
    if let overview = HTMLOverview.element(report) { html.write(overview) }
    try HTMLJourneys(report, settings).write(&html, sink, &screens, &ways)
    if beginsWithJourneys { try writeFailures(report, &html, sink, &screens) }
    for aside in HTMLAsides(report).elements { html.write(aside) }
    if let element = ways.element { html.write(element) }
    try Self.write(screens, &html, sink)
    html.write(HTMLEvidence(report, settings.earlier).element)
    for _ in 0..<3 { html.end() }
    try sink(html.take()[...])
  }

  /// Writes a page of one case alone.
  func write(_ reported: ReportedCase, at index: Int, of report: Report, to sink: ReportSink) throws(ReportError) {
    var html = HTMLWriter()
    try HTMLStyle(report).head.begin(reported.planned.name.isEmpty ? "unnamed" : reported.planned.name, &html)
    html.begin(MarkupElement("main"))
    html.write(MarkupElement("h1", text: HTMLCase.name(of: reported.planned)))
    html.write(MarkupElement("p", class: "mode", text: TenantMode(report.start).rawValue))
    var screens = DrawnScreens(report)
    html.write(try HTMLCase(reported, at: index, of: report, as: settings, &screens).element)
    try Self.write(screens, &html, sink)
    for _ in 0..<3 { html.end() }
    try sink(html.take()[...])
  }

  private func heading(_ report: Report) -> String {
    if let title = settings.title, !title.isEmpty { return HarmlessText.line(title, limit: 300) }
    return "Journeys" + (report.start?.label.map { " (\(HarmlessText.line($0, limit: 200)))" } ?? "")
  }

  private func writeFailures(
    _ report: Report, _ html: inout HTMLWriter, _ sink: ReportSink, _ screens: inout DrawnScreens
  ) throws(ReportError) {
    guard report.totals.failed + report.totals.broken > 0 else { return }
    let list = try FailureGroupList(report)
    html.begin(.section("failures", "What is not as described"))
    for group in list.groups {
      html.write(try HTMLFailureGroup(group, report, &screens).element)
      try sink(html.take()[...])
    }
    if list.untold > 0 {
      html.write(MarkupElement("p", text: "\(list.untold) more did not pass, for other reasons; the journeys below tell them."))
    }
    html.end()
  }

  private static func write(_ screens: DrawnScreens, _ html: inout HTMLWriter, _ sink: ReportSink) throws(ReportError) {
    guard screens.count > 0 else { return }
    html.begin(.section("screens", "Screens"))
    let more = screens.undrawn > 0 ? " \(screens.undrawn) more have no room here." : ""
    html.write(MarkupElement("p", class: "quiet", text: "Every screen that was shown, each look of it once.\(more)"))
    html.write(idSwitch)
    try screens.draw { id, figures throws(ReportError) in
      var section = MarkupElement("section", class: "looks")
      section.add(MarkupElement("h3", text: HarmlessText.line(id, limit: 300)))
      section.add(MarkupElement("div", class: "screens", figures))
      html.write(section)
      try sink(html.take()[...])
    }
    html.end()
  }

  /// Ids help only those who write scenarios.
  private static var idSwitch: MarkupElement {
    var input = MarkupElement("input")
    input.set("type", "checkbox")
    input.set("id", "show-ids")
    var label = MarkupElement("label", text: "Show the ids that scenarios use")
    label.set("for", "show-ids")
    return MarkupElement("p", class: "option", [input, label])
  }

  private static func element(of file: RefusedFile) -> MarkupElement {
    let text = file.problems.map(\.rendered).joined(separator: "\n")
    var section = MarkupElement("section", class: "case broken")
    var heading = MarkupElement("h2", children: [MarkupElement("b", class: "verdict", text: file.isRight ? "not set" : "wrong file")])
    heading.add(text: " \(HarmlessText.line(file.file, limit: 500))")
    section.add(heading)
    section.add(MarkupElement("pre", text: HarmlessText.ends(of: text, limit: 100_000)))
    return section
  }
}
