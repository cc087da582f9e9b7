import Diagnostics
import JourneyRunner
import ScreenPages

/// The top of the page: the verdict in a sentence, on what it was walked, and what else the page has.
struct HTMLTop {
  private let report: Report
  private let heading: String
  private let earlier: EarlierRun?
  private let sentence: RunSentence
  private let mode: TenantMode

  init(_ report: Report, heading: String, _ earlier: EarlierRun?) {
    self.report = report
    self.heading = heading
    self.earlier = earlier
    sentence = RunSentence(report)
    mode = TenantMode(report.start)
  }

  /// What the window is called.
  var title: String { "\(heading) (\(mode.rawValue)): \(sentence.text)" }

  var header: MarkupElement {
    var header = MarkupElement("header")
    header.add(MarkupElement("h1", text: heading))
    var line = MarkupElement(
      "p", class: "found \(["wrong file", "incomplete", "cut off"].contains(sentence.word) ? "broken" : sentence.word)",
      [MarkupElement("b", class: "verdict", text: sentence.word)])
    line.add(text: " \(sentence.text)")
    header.add(line)
    var place = MarkupElement("p", children: [MarkupElement("b", class: "mode", text: mode.rawValue)])
    place.add(text: " \(walkedOn)")
    header.add(place)
    header.add(MarkupElement("p", class: "quiet", text: sentence.counts))
    if let note = mode.note { header.add(MarkupElement("p", class: "quiet", text: note)) }
    if let since { header.add(MarkupElement("p", class: "since-line", text: since)) }
    return header
  }

  /// The tenants and the day, e.g. `acme-staging, 2026-11-21 06:47 UTC`.
  private var walkedOn: String {
    guard let start = report.start else { return "" }
    let names = start.tenants.prefix(8).map(\.name)
    let more = start.tenants.count - names.count
    let tenants = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let moment = RunTime.text(start, after: .zero).prefix(16).replacing("T", with: " ")
    return HarmlessText.line(tenants.isEmpty ? "\(moment) UTC" : "\(tenants), \(moment) UTC", limit: 500)
  }

  /// What changed since the earlier run; `nil` without one.
  private var since: String? {
    guard let earlier else { return nil }
    let moment = RunTime.text(earlier.start, after: .zero).prefix(16).replacing("T", with: " ")
    var counts: [String] = CaseTransition.allCases.compactMap { transition in
      let count = report.cases.count { earlier.transition(of: $0) == transition }
      return count == 0 ? nil : "\(count) \(transition.rawValue)"
    }
    let gone = earlier.goneCount(in: report)
    if gone > 0 { counts.append("\(gone) not in this run any more") }
    return "Since the run of \(moment) UTC: " + (counts.isEmpty ? "nothing changed" : counts.joined(separator: ", "))
  }

  /// Links to the page's parts.
  var contents: MarkupElement {
    var list = MarkupElement("ul")
    for (id, name, isThere) in parts where isThere { list.add(MarkupElement("li", children: [.link(to: id, name)])) }
    var nav = MarkupElement("nav", children: [list])
    nav.set("aria-label", "On this page")
    return nav
  }

  private var parts: [(id: String, name: String, isThere: Bool)] {
    let totals = report.totals
    let isWalked = report.cases.contains { !$0.attempts.isEmpty }
    return [
      ("failures", "Not as described", totals.failed + totals.broken > 0),
      ("overview", "Overview", !RunOverview(report).parts.isEmpty), ("journeys", "Journeys", totals.cases > 0),
      ("skipped", "Not walked", HTMLAsides(report).hasSkipped),
      ("known", "Known issues", report.cases.contains { $0.planned.knownIssue != nil }),
      ("screens", "Screens", isWalked), ("evidence", "Evidence", true),
    ]
  }
}
