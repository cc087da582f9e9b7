public import Diagnostics
import JourneyMock
import JourneyReports
import LocatedYAML

/// Writes a mock tenant with everything that it extends, as YAML that another tenant's file may contain.
public struct ShowRun: Sendable {
  /// What is wrong with the project or with what is asked for.
  public private(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// The YAML, empty if it is refused. Passwords, keys and secrets of apps are `***`.
  public private(set) var text = ""

  /// Reads the tenant.
  public init(_ settings: ShowSettings) {
    if let path = settings.run.usedPaths.first, !Repository.holds(path) { refuse("no file or folder '\(path)'", nil) }
    guard !isRefused else { return }
    let project = Project(settings.run, only: settings.tenant)
    diagnostics = project.diagnostics.filter { $0.severity == .error }
    guard !isRefused, let (mock, site) = mock(of: project, settings.tenant) else { return }
    // Files of mocks may hold a secret of the caller.
    let redactor = Redactor(of: site)
    defer { text = redactor.redacted(text) }
    let shown = ShownTenant(mock.definition)
    var places = settings.paths.isEmpty ? shown.parts : []
    for path in settings.paths {
      do throws(ShownTenant.Problem) { places.append(try shown.found(path)) } catch { refuse(error.message, error.advice) }
    }
    guard !isRefused else { return }
    text = settings.isByPath ? Self.text(places.flatMap(shown.lines)) : shown.text(places)
  }

  private static func text(_ lines: [String]) -> String {
    (lines.contains { $0.hasPrefix("#") } ? ShownTenant.noteOfComments : "") + lines.joined()
  }

  private mutating func mock(of project: Project, _ name: String?) -> (MockTenant, TenantSite)? {
    let all = project.sites.keys.sorted()
    guard let name = name ?? project.defaultTenant else {
      refuse("--tenant: name the tenant", NameAdvice(for: "", among: all))
      return nil
    }
    guard let site = project.sites[name] else {
      refuse("--tenant: no tenant '\(name)'", NameAdvice(for: name, among: all))
      return nil
    }
    guard let mock = site.mock else {
      let mocks = all.filter { project.sites[$0]?.mock != nil }
      refuse("tenant '\(name)' is live: only a mock can be shown", NameAdvice(for: "", among: mocks))
      return nil
    }
    return (mock, site)
  }

  private mutating func refuse(_ message: String, _ advice: NameAdvice?) {
    diagnostics.append(
      Diagnostic(.badSelection, message + (advice?.expected ?? ""), at: nil, suggestion: advice?.suggestion))
  }
}
