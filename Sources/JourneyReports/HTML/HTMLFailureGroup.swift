import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// One reason for which cases did not pass: the sentence, the screen once, the command, and who else.
struct HTMLFailureGroup {
  private static let maxMembers = 200

  private let group: FailureGroup
  private let report: Report
  private let failure: FailureText
  /// How the first of them got there; `nil` if it saw nothing.
  private var strip: MarkupElement?

  /// - Parameter screens: the screens that the strip's cards lead to.
  init(_ group: FailureGroup, _ report: Report, _ screens: inout DrawnScreens) throws(ReportError) {
    self.group = group
    self.report = report
    let reported = report.cases[group.first]
    do throws(EventLogError) {
      failure = try report.text(of: reported)
      guard let attempt = reported.failedAttempts.last else { return }
      var course = WalkCourse()
      try report.happenings(of: attempt, in: reported, readsExchanges: false) { happening, _ throws(EventLogError) in
        course.take(happening)
      }
      strip = try HTMLStrip(course, &screens).element
    } catch { throw .log(error) }
  }

  var element: MarkupElement {
    var article = MarkupElement("article", class: "group \(group.verdict.name)")
    var heading = MarkupElement("h3", children: [MarkupElement("b", class: "verdict", text: group.verdict.name)])
    let count = group.members.count
    heading.add(text: " \(count == 1 ? "1 journey" : "\(count) journeys"): \(group.sentence(failure))")
    article.add(heading)
    var sides = MarkupElement("div", class: "sides")
    sides.add(facts)
    if let standing { sides.add(standing) }
    article.add(sides)
    return article
  }

  private var facts: MarkupElement {
    var side = MarkupElement("div")
    guard let last = failure.attempts.last else { return side }
    for block in HTMLFailure.blocks(of: last.outcome.result, at: last.step?.place) { side.add(block) }
    if let exchange = last.exchange, last.isBroken {
      side.add(MarkupElement("p", class: "quiet", text: HarmlessText.line("\(exchange.asked) → \(exchange.came)", limit: 400)))
      if !exchange.body.isEmpty { side.add(MarkupElement("pre", text: exchange.body)) }
    }
    if group.expected.count > 1 {
      var list = MarkupElement("ul")
      for (text, count) in group.expected.prefix(20) {
        list.add(MarkupElement("li", text: "\(count) expected \(HarmlessText.line(text, limit: 300))"))
      }
      side.add(list)
    }
    var again = MarkupElement("p", class: "again", text: "Run again: ")
    again.add(MarkupElement("code", text: HarmlessText.line(failure.againCommand)))
    side.add(again)
    if let strip {
      let planned = report.cases[group.first].planned
      var line = MarkupElement("p", class: "quiet", text: group.members.count > 1 ? "For instance: " : "")
      line.add(.link(to: "c\(group.first + 1)", HTMLCase.name(of: planned)))
      side.add(line)
      side.add(strip)
    }
    if group.members.count > 1 { side.add(members) }
    return side
  }

  /// The screen as it was, what an expectation did not hold of marked.
  private var standing: MarkupElement? {
    guard let last = failure.attempts.last else { return nil }
    switch last.standing {
    case nil: return nil
    case .screen(let screen): return ScreenFigure(screen, marking: FailureText.widgets(in: last.outcome.result)).element
    case .handover(let handover):
      let what = handover.reason == .back ? "The web page had led back to the app: " : "The journey had left for a web page: "
      return MarkupElement("p", text: HarmlessText.line(what + ConcealedURL.text(of: handover.url)))
    case .ended(let end): return MarkupElement("p", text: HarmlessText.line("The journey had ended: \(end.sentence)"))
    }
  }

  private var members: MarkupElement {
    var details = MarkupElement("details")
    details.add(MarkupElement("summary", text: "All \(group.members.count) journeys"))
    var list = MarkupElement("ul")
    for index in group.members.prefix(Self.maxMembers) {
      let planned = report.cases[index].planned
      var item = MarkupElement("li", children: [.link(to: "c\(index + 1)", HTMLCase.name(of: planned))])
      item.add(MarkupElement("span", class: "place", text: HarmlessText.line(" \(planned.file):\(planned.line)", limit: 500)))
      list.add(item)
    }
    let more = group.members.count - Self.maxMembers
    if more > 0 { list.add(MarkupElement("li", text: "… and \(more) more")) }
    details.add(list)
    return details
  }
}
