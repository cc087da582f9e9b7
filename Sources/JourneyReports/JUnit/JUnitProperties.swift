import Diagnostics
import JourneyRunner
import ScreenPages

/// The properties of suites and cases in addition to their outcome, as name and value.
enum JUnitProperties {
  /// The property that every suite written here has.
  static let version = "journey.version"
  private static let shard = "shard"
  private static let label = "label"

  /// The suite's properties; the element is there also where it is empty.
  static func element(of suite: JUnitSuite, _ report: Report) -> MarkupElement {
    var element = MarkupElement("properties")
    if let start = report.start {
      add(version, start.version, to: &element)
      add("seed", String(start.seed), to: &element)
      add("jobs", String(start.jobs), to: &element)
      add(label, start.label, to: &element)
      add(shard, start.shard.map(Self.text), to: &element)
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

  private static func text(_ shard: RunStart.Shard) -> String { "\(shard.number)/\(shard.count)" }

  /// Which run wrote a file, by its first suite's properties; `nil` for a file that was not written here.
  static func part(ofFile text: String) -> RunPart? {
    guard let version = text.firstRange(of: "<property name=\"\(version)\"") else { return nil }
    let properties = text[version.lowerBound...]
    let suite = properties[..<(properties.firstRange(of: "</properties>")?.lowerBound ?? properties.endIndex)]
    let numbers = value(of: shard, in: suite)?.split(separator: "/").compactMap { Int($0) } ?? []
    return RunPart(
      label: value(of: label, in: suite),
      shard: numbers.count == 2 ? RunStart.Shard(number: numbers[0], count: numbers[1]) : nil)
  }

  /// As it is written: a label and a shard have nothing to escape.
  private static func value(of name: String, in properties: Substring) -> String? {
    guard let start = properties.firstRange(of: "<property name=\"\(name)\" value=\"")?.upperBound else { return nil }
    return String(properties[start...].prefix { $0 != "\"" })
  }

  private static func add(_ name: String, _ value: String?, to element: inout MarkupElement) {
    guard let value, !value.isEmpty else { return }
    var property = MarkupElement("property")
    property.set("name", name)
    property.set("value", HarmlessText.line(value))
    element.add(property)
  }
}
