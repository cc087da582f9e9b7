import BrowserEngine
import Diagnostics
import Encodings
import JourneyClient
public import JourneyModel
import JourneyRunner
import JourneyScenario

/// A tenant of a project, with a driver for a journey that is walked by hand instead of by a scenario.
public struct OpenJourney: Sendable {
  public var driver: any JourneyDriver
  /// Where messages of the tenant arrive; `nil` if it names no inbox.
  public let inbox: (any Inbox)?
  /// Its clock, and the person's device.
  public let control: any TenantControl
}

/// Opens connections to a tenant of a project, hands over a driver for one journey, and closes them, whatever happens.
///
/// Throws `ProjectRefusal` where the project is wrong or has no such tenant; a mock in process gets a world of its own.
///
/// - Parameters:
///   - tenant: its name in tenants.yaml.
///   - app: the app that the driver behaves as; `nil` for the dialect's first.
public func withJourney<Outcome: Sendable>(
  on tenant: String, app: String? = nil, _ settings: RunSettings, _ body: (inout OpenJourney) async throws -> Outcome
) async throws -> Outcome {
  try await withJourney(in: JourneyRun.project(settings), on: tenant, app: app, settings, body)
}

/// The same in a project that was read before, or that is not written yet.
func withJourney<Outcome: Sendable>(
  in project: Project, on tenant: String, app: String? = nil, _ settings: RunSettings,
  _ body: (inout OpenJourney) async throws -> Outcome
) async throws -> Outcome {
  let errors = project.errors(of: tenant)
  guard errors.isEmpty else { throw ProjectRefusal(diagnostics: errors) }
  guard let site = project.sites[tenant] else { throw ProjectRefusal(diagnostics: [project.missing(tenant)]) }
  var outcome: Outcome?
  let engine = site.engine.map { settings.engine ?? $0 }
  let programs = engine == .browser ? try settings.findBrowser() : nil
  try await RunContext.withConnections(to: [site], jobs: 1, browsers: programs) { transports, browsers in
    let context = RunContext(
      sites: project.sites, transports: transports, environment: project.environment, trust: project.trust,
      seed: settings.seed ?? UInt64.random(in: 0...UInt64.max), files: project.files, updatesSnapshots: false,
      runID: String(UInt32.random(in: 0...UInt32.max), radix: 36), browsers: browsers, spelling: settings.spelling)
    var planned = PlannedCase(byHandOn: site, app: app)
    planned.tenant.engine = engine
    let attempt = try await context.open(planned, attempt: 1, account: nil)
    var journey = OpenJourney(driver: attempt.driver, inbox: attempt.inbox, control: attempt.control)
    let result: Result<Outcome, any Error>
    do { result = .success(try await body(&journey)) } catch { result = .failure(error) }
    await attempt.close()
    outcome = try result.get()
  }
  guard let outcome else { throw RunFailure.cannotServe("the journey was not opened") }
  return outcome
}

extension PlannedCase {
  /// A case without steps.
  fileprivate init(byHandOn site: TenantSite, app: String?) {
    let dialect = site.dialect.description
    self.init(
      id: "by hand", facts: PlannedScenario(name: "by hand", file: "", line: 1, tenant: site.name, dialect: dialect.name, app: app),
      main: Program(), tenant: CaseTenant(name: site.name, dialect: dialect, app: app))
  }
}
