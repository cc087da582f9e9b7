import Diagnostics
import JourneyRunner
import ScreenPages

/// The properties of suites and cases besides their outcome, as name and value.
enum JUnitProperties {
  /// The property that every suite written here has.
  static let version = "journey.version"

  /// The suite's properties; the element is there also where it is empty.
  static func element(of suite: JUnitSuite, _ report: Report) -> MarkupElement {
    var element = MarkupElement("properties")
    if let start = report.start {
      add(version, start.version, to: &element)
      add("seed", String(start.seed), to: &element)
      add("jobs", String(start.jobs), to: &element)
      add("label", start.label, to: &element)
    }
    add("fail_on_flaky", report.totals.flakyFails ? "true" : nil, to: &element)
    add("tenant", suite.tenants.joined(separator: ","), to: &element)
    add("dialect", suite.dialects.joined(separator: ","), to: &element)
    add("app", suite.apps.joined(separator: ","), to: &element)
    return element
  }

  /// The properties of a case; `screens` are the ids of those it was shown.
  static func element(of reported: ReportedCase, screens: [String]) -> MarkupElement {
    var element = MarkupElement("properties")
    let planned = reported.planned
    add("id", reported.id, to: &element)
    add("description", planned.description, to: &element)
    add("tags", planned.tags.joined(separator: ","), to: &element)
    add("owner", planned.owner, to: &element)
    add("ticket", planned.ticket, to: &element)
    add("label", planned.label, to: &element)
    add("tenant", planned.tenant, to: &element)
    add("dialect", planned.dialect, to: &element)
    add("app", planned.app, to: &element)
    add("known_issue", planned.knownIssue, to: &element)
    add("screens", screens.joined(separator: ","), to: &element)
    return element
  }

  private static func add(_ name: String, _ value: String?, to element: inout MarkupElement) {
    guard let value, !value.isEmpty else { return }
    var property = MarkupElement("property")
    property.set("name", name)
    property.set("value", HarmlessText.line(value))
    element.add(property)
  }
}
