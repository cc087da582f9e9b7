import Diagnostics
import JourneyInsight
import JourneyModel
import JourneyReports
import JourneyRunner

/// The ways between the screens of a mock, and which of them scenarios of the project walk.
struct StudioWays: Sendable {
  /// A way out of a screen.
  struct Way: Sendable, Hashable {
    /// E.g. `Continue, right`.
    var name: String
    /// Where it leads.
    var target: String
    /// How many scenarios walk it.
    var count: Int
  }

  let tenant: String
  private let map: JourneyMap

  /// Walks the scenarios of one mock; those of other tenants are left out, live ones above all.
  init(of site: TenantSite, in project: Project, _ settings: RunSettings) async throws {
    guard let mock = site.mock, !site.isLive else { throw PostedForm.Problem("The ways of a live tenant are not known.") }
    tenant = site.name
    var map = MockMap(mock).map(named: site.name)
    var settings = settings
    settings.paths = [project.files.absolute(project.files.name(below: "journeys"))]
    let listed = JourneyRun(settings).cases.filter { $0.facts.tenant == site.name && $0.facts.skipped == nil }
    let places = Set(listed.map { ScenarioPlace(file: project.files.absolute($0.facts.file), line: $0.facts.line) })
    if !places.isEmpty {
      settings.selection.places = places.sorted { "\($0)" < "\($1)" }
      var listener = MeetingListener()
      let run = JourneyRun(settings)
      guard !run.isRefused else {
        throw RunFailure.cannotRead(run.diagnostics.first { $0.severity == .error }?.message ?? "a file has an error")
      }
      _ = try await run.walk(log: nil, into: &listener)
      map.take(listener.met, of: [site.name])
    }
    self.map = map
  }

  /// The ways out of a screen, in the order tried.
  func ways(from screen: ScreenID) -> [Way] {
    let place = map.screens.first { $0.id == screen.text } ?? map.screens.first { screen.text.hasPrefix("\($0.id)/") }
    return (place?.ways ?? []).filter(\.isReachable).map { way in
      let name = ([way.press] + way.conditions).filter { !$0.isEmpty }.joined(separator: ", ")
      return Way(name: name, target: way.target.name, count: Set(way.walked).count)
    }
  }
}
