public import Diagnostics
import JourneyInsight
import JourneyMock
import JourneyModel
import JourneyReports
public import JourneyRunner

/// Draws the journeys of tenants: every screen and way of a mock, of a live tenant what was seen; and who walked which.
public struct MapRun: Sendable {
  /// Errors of files whose scenarios are left out, where the rest is to be drawn all the same.
  public private(set) var wrongFiles: [Diagnostic] = []
  /// Everything else found wrong before anything is walked.
  public private(set) var diagnostics: [Diagnostic]
  /// Whether any file or argument is wrong, so that nothing is walked.
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }

  private let settings: MapSettings
  private let run: JourneyRun
  /// The mock tenants whose scenarios are walked on another one.
  private let moved: [TenantOverride]

  /// Reads the project, and plans.
  public init(_ settings: MapSettings) {
    self.settings = settings
    var run = JourneyRun(settings.run)
    let project = run.project
    let moved = settings.log == nil ? settings.tenants.map(TenantOverride.init).filter { Self.isMoved($0, in: project) } : []
    if !moved.isEmpty {
      var others = settings.run
      others.tenants += moved
      // As in a comparison, another version need not have what scenarios expect.
      others.checksInventories = false
      run = JourneyRun(others)
      run = run.following(AnswerScript(), only: Set(run.plan.cases.map(\.id)))
    }
    self.run = run
    self.moved = moved
    let asked = settings.tenants.flatMap { TenantOverride($0).names }
    diagnostics = run.diagnostics.filter { $0.severity == .error }
    let errorsOfAsked = asked.flatMap(run.project.errors)
    if settings.run.keepsGoing, !run.isRefused {
      wrongFiles = diagnostics.filter { $0.range != nil && !errorsOfAsked.contains($0) }
      diagnostics.removeAll(where: wrongFiles.contains)
    }
    for error in errorsOfAsked where !diagnostics.contains(error) { diagnostics.append(error) }
    let known = Set(run.project.sites.keys).sorted()
    for name in asked where !run.project.knows(name) {
      let nearest = ClosestMatch.of(name, in: known).map { "did you mean '\($0)'?" }
      diagnostics.append(
        Diagnostic(
          .unknownTenant, "\(settings.run.spelling[.tenants]): no tenant '\(name)': expected one of \(known.joined(separator: ", "))",
          at: nil, suggestion: nearest))
    }
  }

  /// Walks the scenarios, or reads the log, and draws; a map for each tenant, by name.
  public func maps(interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }) async throws -> [TenantMap] {
    var met = MetRun()
    if let log = settings.log {
      met = try MetRun(log: log)
    } else {
      var listener = MeetingListener()
      _ = try await run.walk(log: nil, into: &listener, interruption: interruption)
      met = listener.met
    }
    let asked = settings.tenants.map(TenantOverride.init)
    let laid = asked.filter { $0.tenant != nil }.compactMap { over -> TenantMap? in
      guard let name = over.tenant else { return nil }
      var map = drawn([over.target])
      if moved.contains(over) {
        map.tenant = "\(over.target) with the scenarios of \(name)"
        map.take(met, of: [over.target])
      } else {
        // What a live tenant shows is laid over the map of its mock.
        map.tenant = "\(name) over \(over.target)"
        map.take(met, of: [name])
      }
      return TenantMap(map)
    }
    let names = settings.tenants.isEmpty ? met.tenants.sorted() : asked.filter { $0.tenant == nil }.map(\.target)
    return laid
      + groups(names).map { group in
        var map = drawn(group)
        map.take(met, of: Set(group))
        return TenantMap(map)
      }
  }

  /// Whether the scenarios of a mock tenant are walked on another one, as in a run.
  private static func isMoved(_ override: TenantOverride, in project: Project) -> Bool {
    guard let name = override.tenant, let site = project.sites[name], project.sites[override.target]?.mock != nil else { return false }
    return !site.isLive
  }

  /// Tenants of one mock that speak one dialect share a map.
  private func groups(_ names: [String]) -> [[String]] {
    var groups: [[String]] = []
    var places: [String: Int] = [:]
    for name in names {
      guard let site = run.project.sites[name], let mock = site.mock else {
        groups.append([name])
        continue
      }
      let key = "\(mock.definition.name.range.file.name) \(site.dialect.description.name)"
      if let place = places[key] {
        groups[place].append(name)
      } else {
        places[key] = groups.count
        groups.append([name])
      }
    }
    return groups
  }

  private func drawn(_ names: [String]) -> JourneyMap {
    let name = names.joined(separator: ", ")
    guard let mock = names.first.flatMap({ run.project.sites[$0]?.mock }) else {
      return JourneyMap(tenant: name, isComplete: false, start: "", screens: [])
    }
    return MockMap(mock).map(named: name)
  }
}
