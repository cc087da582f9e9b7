import Diagnostics
import JourneyRunner
import ScreenPages

/// What was not walked and why, and the issues that scenarios know of.
struct HTMLAsides {
  private static let maxRows = 500

  private let report: Report

  init(_ report: Report) { self.report = report }

  var elements: [MarkupElement] { [skipped, known].compactMap(\.self) }

  private var skipped: MarkupElement? {
    var reasons: [String] = []
    var names: [String: [String]] = [:]
    for reported in report.cases {
      guard case .skipped(let reason) = reported.verdict else { continue }
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(HTMLCase.name(of: reported.planned))
    }
    guard !reasons.isEmpty else { return nil }
    var section = MarkupElement.section("skipped", "Not walked")
    for reason in reasons.prefix(Self.maxRows) {
      let found = names[reason] ?? []
      section.add(MarkupElement("h3", text: HarmlessText.line(reason, limit: 300)))
      section.add(Self.list(found))
    }
    return section
  }

  private var known: MarkupElement? {
    let cases = report.cases.filter { $0.planned.knownIssue != nil }
    guard !cases.isEmpty else { return nil }
    var section = MarkupElement.section("known", "Known issues")
    section.add(
      Self.list(
        cases.map { reported in
          let ticket = reported.planned.ticket.map { " (\($0))" } ?? ""
          return "\(reported.verdict.name): \(HTMLCase.name(of: reported.planned)): \(reported.planned.knownIssue ?? "")\(ticket)"
        }))
    return section
  }

  private static func list(_ rows: [String]) -> MarkupElement {
    var list = MarkupElement("ul")
    for row in rows.prefix(maxRows) { list.add(MarkupElement("li", text: HarmlessText.line(row, limit: 600))) }
    if rows.count > maxRows { list.add(MarkupElement("li", text: "… and \(rows.count - maxRows) more")) }
    return list
  }
}
