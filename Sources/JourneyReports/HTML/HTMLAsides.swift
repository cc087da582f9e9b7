import Diagnostics
import JourneyRunner
import ScreenPages

/// What was not walked and why, and the issues that scenarios know of.
struct HTMLAsides {
  private static let maxRows = 500

  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Whether there are cases that were not walked for another reason than a known issue.
  var hasSkipped: Bool { report.cases.contains { Self.reason(of: $0) != nil } }

  /// Why a case was not walked; `nil` where it was, and where its known issue is the reason, which has a section of its own.
  private static func reason(of reported: ReportedCase) -> String? {
    guard case .skipped(let reason) = reported.verdict else { return nil }
    return reported.planned.knownIssue.map { reason.hasSuffix($0) } ?? false ? nil : reason
  }

  var elements: [MarkupElement] { [skipped, known].compactMap(\.self) }

  private var skipped: MarkupElement? {
    var reasons: [String] = []
    var names: [String: [String]] = [:]
    for reported in report.cases {
      guard let reason = Self.reason(of: reported) else { continue }
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

  /// Each issue once, with the journeys that know of it.
  private var known: MarkupElement? {
    var issues: [String] = []
    var rows: [String: [String]] = [:]
    for reported in report.cases {
      guard let text = reported.planned.knownIssue else { continue }
      let issue = text + (reported.planned.ticket.map { " (\($0))" } ?? "")
      if rows[issue] == nil { issues.append(issue) }
      rows[issue, default: []].append("\(reported.verdict.name): \(HTMLCase.name(of: reported.planned))")
    }
    guard !issues.isEmpty else { return nil }
    var section = MarkupElement.section("known", "Known issues")
    for issue in issues.prefix(Self.maxRows) {
      section.add(MarkupElement("h3", text: HarmlessText.line(issue, limit: 600)))
      section.add(Self.list(rows[issue] ?? []))
    }
    return section
  }

  private static func list(_ rows: [String]) -> MarkupElement {
    var list = MarkupElement("ul")
    for row in rows.prefix(maxRows) { list.add(MarkupElement("li", text: HarmlessText.line(row, limit: 600))) }
    if rows.count > maxRows { list.add(MarkupElement("li", text: "… and \(rows.count - maxRows) more")) }
    return list
  }
}
