import Diagnostics
import JourneyScenario

/// Says which of the selectors found nothing, where no case is selected.
struct EmptySelection {
  private let given: RunSettings.Selection
  private let read: CaseSelection
  /// Of each file.
  private let scenarios: [[Scenario]]

  init(_ given: RunSettings.Selection, _ read: CaseSelection, scenarios: [[Scenario]]) {
    (self.given, self.read, self.scenarios) = (given, read, scenarios)
  }

  /// `--rerun-failed` names cases, and the project has no such case.
  static let noneLeft = warning("--rerun-failed: the scenarios have none of the cases that did not pass in this log")

  /// One for each selector that finds nothing; one for all where only together they find nothing.
  var warnings: [Diagnostic] {
    guard scenarios.contains(where: { !$0.isEmpty }) else { return [] }
    let single = ofTags + ofPlaces
    if !single.isEmpty { return single }
    if !finds(read) { return [Self.warning("--tag and --at select no scenario together")] }
    return given.name.map { [Self.warning("--name: no case that is selected else has a name that fits '\($0)'")] } ?? []
  }

  /// Tags that no scenario has are likely why.
  private var ofTags: [Diagnostic] {
    guard let expression = read.tags, let text = given.tags else { return [] }
    let tags = Set(scenarios.joined().flatMap(\.tags))
    let unknown = Set(expression.tags).subtracting(tags).sorted()
    guard unknown.isEmpty else {
      return unknown.map { tag in
        let nearest = ClosestMatch.of(tag, in: tags.sorted()).map { "did you mean '\($0)'?" }
        return Self.warning("--tag: no scenario has the tag '\(tag)'", nearest)
      }
    }
    return finds(CaseSelection(tags: expression)) ? [] : [Self.warning("--tag: no scenario fits '\(text)'")]
  }

  private var ofPlaces: [Diagnostic] {
    zip(read.places, given.places).filter { !finds(CaseSelection(places: [$0.0])) }
      .map { Self.warning("--at: no scenario stands at '\($0.1)'") }
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
