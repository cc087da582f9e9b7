import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// One case of the page: its head, its walks as strips of cards, and its steps for those who open them.
struct HTMLCase {
  private let reported: ReportedCase
  private let failure: FailureText
  private let anchor: String
  private let transition: CaseTransition?
  private let showsSteps: Bool
  private var walks: [(strip: MarkupElement?, walk: HTMLWalk, course: WalkCourse)] = []

  /// - Parameters:
  ///   - index: its place in the plan.
  ///   - screens: the screens that its cards lead to.
  init(
    _ reported: ReportedCase, at index: Int, of report: Report, as page: PageSettings, _ screens: inout DrawnScreens
  ) throws(ReportError) {
    self.reported = reported
    anchor = "c\(index + 1)"
    transition = page.transition(of: reported)
    showsSteps = page.showsExchanges || reported.verdict.needsALook
    failure = try ReportError.reading { () throws(EventLogError) in try report.text(of: reported) }
    do throws(EventLogError) {
      for attempt in reported.attempts {
        var walk = HTMLWalk()
        var course = WalkCourse()
        try report.happenings(of: attempt, in: reported, readsExchanges: page.showsExchanges) { happening, time throws(EventLogError) in
          course.take(happening)
          walk.take(happening, at: time)
        }
        walks.append((try HTMLStrip(course, &screens).element, walk, course))
      }
    } catch { throw .log(error) }
  }

  /// What was seen on its walks.
  var courses: [WalkCourse] { walks.map(\.course) }

  var element: MarkupElement {
    var article = MarkupElement("article", class: "case \(reported.verdict.name)")
    article.set("id", anchor)
    article.add(Self.head(reported, transition, account: walks.last?.course.account))
    if let reason { article.add(MarkupElement("p", class: "reason", text: HarmlessText.line(reason, limit: 300))) }
    for problem in reported.cleanUpProblems {
      article.add(MarkupElement("p", class: "notice", text: "Clean-up failed: " + HarmlessText.line(problem)))
    }
    for (index, walk) in walks.enumerated() {
      if walks.count > 1 { article.add(MarkupElement("p", class: "quiet", text: "Attempt \(index + 1) of \(walks.count)")) }
      if let strip = walk.strip { article.add(strip) }
    }
    article.add(more)
    return article
  }

  /// A line of it, for a page that has no room for its walks.
  static func line(of reported: ReportedCase, at index: Int, _ transition: CaseTransition?) -> MarkupElement {
    var article = MarkupElement("article", class: "case \(reported.verdict.name)")
    article.set("id", "c\(index + 1)")
    article.add(head(reported, transition, account: nil))
    return article
  }

  static func name(of planned: PlannedScenario) -> String {
    planned.name.isEmpty ? "unnamed" : HarmlessText.line(planned.name, limit: 500)
  }

  private static func head(_ reported: ReportedCase, _ transition: CaseTransition?, account: String?) -> MarkupElement {
    let planned = reported.planned
    var head = MarkupElement("p", class: "head")
    head.add(MarkupElement("b", class: "verdict", text: reported.verdict.name))
    if let transition, transition != .still { head.add(MarkupElement("b", class: "since", text: transition.rawValue)) }
    head.add(MarkupElement("span", class: "name", text: name(of: planned)))
    if let account { head.add(MarkupElement("span", class: "who", text: HarmlessText.line(account, limit: 100))) }
    return head
  }

  private var reason: String? {
    switch reported.verdict {
    case .passed: nil
    case .skipped(let reason): reason
    case .flaky: "passed on attempt \(reported.attempts.count)"
    case .failed, .broken: failure.attempts.last?.reason
    }
  }

  private var more: MarkupElement {
    var details = MarkupElement("details")
    details.add(MarkupElement("summary", text: showsSteps && !walks.isEmpty ? "Step by step" : "More"))
    details.add(facts)
    guard showsSteps else { return details }
    for (index, walk) in walks.enumerated() {
      if walks.count > 1 { details.add(MarkupElement("p", class: "subject", text: "Attempt \(index + 1)")) }
      details.add(walk.walk.element)
    }
    if reported.verdict.needsALook {
      details.add(MarkupElement("p", class: "again", [MarkupElement("code", text: HarmlessText.line(failure.againCommand))]))
    }
    return details
  }

  private var facts: MarkupElement {
    let planned = reported.planned
    let known: [(name: String, value: String?)] = [
      ("file", "\(planned.file):\(planned.line)"), ("what for", planned.description), ("tags", planned.tags.joined(separator: ", ")),
      ("owner", planned.owner), ("ticket", planned.ticket), ("tenant", "\(planned.tenant), \(planned.dialect)"), ("app", planned.app),
      ("known issue", planned.knownIssue), ("took", reported.attempts.isEmpty ? nil : DurationWords.short(reported.duration)),
      ("id", reported.id),
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
  /// Whether a person may want to see each step.
  fileprivate var needsALook: Bool {
    switch self {
    case .failed, .broken, .flaky: true
    case .passed, .skipped: false
    }
  }
}
