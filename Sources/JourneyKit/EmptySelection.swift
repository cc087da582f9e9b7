import Diagnostics
import JourneyScenario

/// Says which of the selectors found nothing, where no case is selected.
struct EmptySelection {
  private let given: RunSettings.Selection
  private let spelling: SettingSpelling
  private let read: CaseSelection
  /// Of each file.
  private let scenarios: [[Scenario]]

  init(_ settings: RunSettings, _ read: CaseSelection, scenarios: [[Scenario]]) {
    (given, spelling, self.read, self.scenarios) = (settings.selection, settings.spelling, read, scenarios)
  }

  /// Cases are named by their ids, and the project has none of them.
  static func noneLeft(_ spelling: SettingSpelling) -> Diagnostic {
    warning("\(spelling[.ids]): the scenarios contain none of the cases that did not pass in this log")
  }

  /// Some cases that are named by their ids are not in the project; the others are run.
  static func missing(_ ids: Set<String>, _ spelling: SettingSpelling) -> Diagnostic? {
    guard !ids.isEmpty else { return nil }
    let named = ids.sorted().prefix(mostNamed).map { "'\($0)'" }.joined(separator: ", ")
    let more = ids.count > mostNamed ? " and \(ids.count - mostNamed) more" : ""
    let subject = ids.count == 1 ? "1 case of the log is not run again" : "\(ids.count) cases of the log are not run again"
    return warning("\(spelling[.ids]): \(subject), because no selected scenario has \(ids.count == 1 ? "it" : "them"): \(named)\(more)")
  }

  private static let mostNamed = 5

  /// One for each selector that finds nothing; one for all where only together they find nothing.
  var warnings: [Diagnostic] {
    guard scenarios.contains(where: { !$0.isEmpty }) else { return [] }
    let single = ofTags + ofPlaces
    if !single.isEmpty { return single }
    if !finds(read) { return [Self.warning("\(spelling[.tags]) and \(spelling[.places]) select no scenario together")] }
    return given.name.map { [Self.warning("\(spelling[.name]): no selected case has a name that matches '\($0)'")] } ?? []
  }

  /// Tags that no scenario has are likely why.
  private var ofTags: [Diagnostic] {
    guard let expression = read.tags, let text = given.tags else { return [] }
    let tags = Set(scenarios.joined().flatMap(\.tags))
    let unknown = Set(expression.tags).subtracting(tags).sorted()
    guard unknown.isEmpty else {
      return unknown.map { tag in
        let nearest = ClosestMatch.of(tag, in: tags.sorted()).map { "did you mean '\($0)'?" }
        return Self.warning("\(spelling[.tags]): no scenario has the tag '\(tag)'", nearest)
      }
    }
    return finds(CaseSelection(tags: expression)) ? [] : [Self.warning("\(spelling[.tags]): no scenario matches '\(text)'")]
  }

  private var ofPlaces: [Diagnostic] {
    zip(read.places, given.places).filter { !finds(CaseSelection(places: [$0.0])) }
      .map { Self.warning("\(spelling[.places]): no scenario at '\($0.1)'") }
  }

  private func finds(_ selection: CaseSelection) -> Bool {
    scenarios.contains { scenarios in
      let extents = scenarios.map(\.extent)
      return scenarios.contains { selection.selects($0, among: extents) }
    }
  }

  private static func warning(_ message: String, _ suggestion: String? = nil) -> Diagnostic {
    Diagnostic(.badSelection, message, at: nil, severity: .warning, suggestion: suggestion)
  }
}
