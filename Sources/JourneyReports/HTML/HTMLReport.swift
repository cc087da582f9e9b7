import Diagnostics
import JourneyRunner
import ScreenPages

/// A run as one page that needs nothing else: no script, no network, no other file.
///
/// Totals and filters, then each scenario with its steps, each screen drawn as a person saw it, expectations next to what was
/// there, exchanges without secrets. The page's own policy forbids it to load anything, and whatever a tenant or a
/// scenario says is text in it. Written piece by piece: of all cases one is in memory.
public struct HTMLReport: ReportWriter {
  /// How many passed cases have their screens drawn: the page is for those that did not pass.
  private static let maxDrawnPasses = 200

  public init() {}

  public var content: ReportContent { .markup }

  /// Writes the whole page.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var html = HTMLWriter()
    html.doctype()
    html.begin(Self.root)
    Self.writeHead("\(Self.title(report)): \(Self.summary(report.totals))", &html)
    html.begin(MarkupElement("body"))
    html.write(Self.heading(report))
    for input in HTMLFilter.inputs { html.write(input) }
    html.write(HTMLFilter.bar(report.totals))
    html.begin(MarkupElement("main"))
    for file in report.refusedFiles { html.write(Self.element(of: file)) }
    var passes = 0
    for reported in report.cases {
      if reported.verdict == .passed { passes += 1 }
      let drawn = try HTMLCase(reported, report, drawsScreens: reported.verdict != .passed || passes <= Self.maxDrawnPasses)
      html.write(drawn.element)
      try sink(html.take()[...])
    }
    for _ in 0..<3 { html.end() }
    try sink(html.take()[...])
  }

  /// Writes a page of one case alone.
  func write(_ reported: ReportedCase, of report: Report, to sink: ReportSink) throws(ReportError) {
    var html = HTMLWriter()
    html.doctype()
    html.begin(Self.root)
    Self.writeHead(reported.planned.name, &html)
    html.begin(MarkupElement("body"))
    html.begin(MarkupElement("main"))
    html.write(try HTMLCase(reported, report, drawsScreens: true).element)
    for _ in 0..<3 { html.end() }
    try sink(html.take()[...])
  }

  private static var root: MarkupElement {
    var root = MarkupElement("html")
    root.set("lang", "en")
    return root
  }

  private static func writeHead(_ title: String, _ html: inout HTMLWriter) {
    html.begin(MarkupElement("head"))
    var charset = MarkupElement("meta")
    charset.set("charset", "utf-8")
    html.write(charset)
    html.write(meta("http-equiv", "Content-Security-Policy", HTMLStyle.policy))
    html.write(meta("name", "referrer", "no-referrer"))
    html.write(meta("name", "viewport", "width=device-width, initial-scale=1"))
    html.write(MarkupElement("title", text: HarmlessText.line(title, limit: 300)))
    html.style(HTMLStyle.sheet)
    html.end()
  }

  private static func meta(_ kind: String, _ name: String, _ content: String) -> MarkupElement {
    var meta = MarkupElement("meta")
    meta.set(kind, name)
    meta.set("content", content)
    return meta
  }

  private static func title(_ report: Report) -> String { "Journeys" + (report.start?.label.map { " (\($0))" } ?? "") }

  private static func heading(_ report: Report) -> MarkupElement {
    var header = MarkupElement("header")
    header.add(MarkupElement("h1", text: title(report)))
    header.add(MarkupElement("p", class: "summary", text: summary(report.totals)))
    if let interruption = report.interruption {
      header.add(MarkupElement("p", class: "notice", text: "The run was \(interruption.rawValue)."))
    }
    guard let start = report.start else { return header }
    let began = RunTime.text(start, after: .zero)
    let text = "journey \(start.version), seed \(start.seed), \(start.jobs) at a time, on \(start.host), begun \(began) UTC"
    header.add(MarkupElement("p", class: "quiet", text: text))
    return header
  }

  private static func summary(_ totals: RunTotals) -> String {
    if totals.refusedFiles > 0 { return "\(totals.refusal), nothing was run" }
    let counts = [
      (totals.passed, "passed"), (totals.failed, "failed"), (totals.broken, "broken"), (totals.flaky, "flaky"), (totals.skipped, "skipped"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let words = totals.cases == 1 ? "1 scenario" : "\(totals.cases) scenarios"
    let note = totals.cleanUpNote.map { "; \($0)" } ?? ""
    return "\(words) in \(DurationWords.short(totals.duration)): "
      + (counts.isEmpty ? "nothing selected" : counts.joined(separator: ", ")) + note
  }

  private static func element(of file: RefusedFile) -> MarkupElement {
    let text = file.problems.map(\.rendered).joined(separator: "\n")
    var details = MarkupElement("details", class: "case broken")
    details.set("open", "")
    details.add(
      MarkupElement(
        "summary", class: "head",
        [
          MarkupElement("b", class: "verdict", text: file.isRight ? "not set" : "wrong file"),
          MarkupElement("span", class: "name", text: HarmlessText.line(file.file, limit: 500)),
        ]))
    details.add(MarkupElement("pre", text: HarmlessText.ends(of: text, limit: 100_000)))
    return details
  }
}
