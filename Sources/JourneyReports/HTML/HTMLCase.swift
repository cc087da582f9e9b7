import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// One case of the page: its head, what is known of it, and each of its walks.
struct HTMLCase {
  private let reported: ReportedCase
  private let failure: FailureText
  private let walks: [HTMLWalk]

  /// - Parameter drawsScreens: whether its screens are drawn, in addition to being named.
  init(_ reported: ReportedCase, _ report: Report, drawsScreens: Bool) throws(ReportError) {
    self.reported = reported
    failure = try ReportError.reading { () throws(EventLogError) in try report.text(of: reported) }
    var walks: [HTMLWalk] = []
    for attempt in reported.attempts {
      var walk = HTMLWalk(attempt, of: reported, drawsScreens: drawsScreens)
      try ReportError.reading { () throws(EventLogError) in try report.events(of: attempt, in: reported) { walk.take($0) } }
      walks.append(walk)
    }
    self.walks = walks
  }

  var element: MarkupElement {
    var details = MarkupElement("details", class: "case \(reported.verdict.name)")
    if reported.verdict.needsSomebody || !reported.cleanUpProblems.isEmpty { details.set("open", "") }
    details.add(head)
    details.add(facts)
    for problem in reported.cleanUpProblems {
      details.add(MarkupElement("p", class: "notice", text: "Clean-up failed: " + HarmlessText.line(problem)))
    }
    for walk in walks { details.add(walk.element) }
    if reported.verdict.needsSomebody {
      details.add(MarkupElement("p", class: "again", [MarkupElement("code", text: HarmlessText.line(failure.againCommand))]))
    }
    return details
  }

  private var head: MarkupElement {
    let planned = reported.planned
    var summary = MarkupElement("summary", class: "head")
    summary.add(MarkupElement("b", class: "verdict", text: reported.verdict.name))
    summary.add(MarkupElement("span", class: "name", text: planned.name.isEmpty ? "unnamed" : HarmlessText.line(planned.name, limit: 500)))
    summary.add(MarkupElement("span", class: "place", text: HarmlessText.line("\(planned.file):\(planned.line)", limit: 500)))
    if !reported.attempts.isEmpty { summary.add(MarkupElement("span", class: "time", text: DurationWords.short(reported.duration))) }
    if !reported.cleanUpProblems.isEmpty { summary.add(MarkupElement("span", class: "reason", text: "clean-up failed")) }
    if let reason { summary.add(MarkupElement("span", class: "reason", text: HarmlessText.line(reason, limit: 300))) }
    return summary
  }

  private var reason: String? {
    switch reported.verdict {
    case .passed: nil
    case .skipped(let reason): reason
    case .flaky: "passed on attempt \(reported.attempts.count)"
    case .failed, .broken: failure.attempts.last?.reason
    }
  }

  private var facts: MarkupElement {
    let planned = reported.planned
    let known: [(name: String, value: String?)] = [
      ("what for", planned.description), ("tags", planned.tags.joined(separator: ", ")), ("owner", planned.owner),
      ("ticket", planned.ticket),
      ("tenant", "\(planned.tenant), \(planned.dialect)"), ("app", planned.app), ("known issue", planned.knownIssue), ("id", reported.id),
    ]
    var list = MarkupElement("dl", class: "facts")
    for (name, value) in known {
      guard let value, !value.isEmpty else { continue }
      list.add(MarkupElement("dt", text: name))
      list.add(MarkupElement("dd", text: HarmlessText.line(value)))
    }
    return list
  }
}

extension Verdict {
  /// Whether a person has to look at it.
  fileprivate var needsSomebody: Bool {
    switch self {
    case .failed, .broken: true
    case .passed, .skipped, .flaky: false
    }
  }
}
