import BrowserEngine
import JourneyModel
import JourneyRecording
import JourneyRunner

extension RecordingSession {
  /// A session on a tenant as the body leaves it; what was opened for it is closed then.
  static func with(
    _ recording: Recording, _ planner: RecordingPlanner, _ site: TenantSite, seed: UInt64, _ dialogue: any RecordingDialogue,
    _ body: (inout RecordingSession) async throws -> Void
  ) async throws -> RecordingSession {
    let settings = planner.settings
    let engine = site.engine.map { settings.engine ?? $0 }
    let programs = engine == .browser ? try settings.findBrowser() : nil
    let (account, spelling) = (recording.account, settings.spelling)
    let passcodes = PasscodeLedger(environment: settings.environment)
    var walked: RecordingSession?
    try await RunContext.withConnections(to: [site], jobs: 1, browsers: programs) { transports, browsers in
      let runID = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      var session = try await RecordingSession.opened(recording, planner, site, account: account, seed: seed, dialogue) { project in
        RunContext(
          sites: project.sites, transports: transports, environment: project.environment, trust: project.trust, seed: seed,
          files: project.files, updatesSnapshots: false, runID: runID, browsers: browsers, spelling: spelling,
          passcodes: passcodes)
      }
      let result: Result<Void, any Error>
      do { result = .success(try await body(&session)) } catch { result = .failure(error) }
      await session.walk.close()
      try result.get()
      walked = session
    }
    guard let walked else { throw RunFailure.cannotServe("the journey was not opened") }
    return walked
  }
}
