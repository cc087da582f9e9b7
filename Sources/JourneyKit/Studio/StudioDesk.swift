import BrowserEngine
import Diagnostics
import Encodings
import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyRunner
import JourneyScenario

/// What a person does in the studio: a recording that grows by the forms that they post, and the page that shows it.
struct StudioDesk {
  let project: Project
  let makeContext: (Project, UInt64) -> RunContext
  /// Why pages cannot be shown in a real browser; `nil` where they can, or none is needed.
  let browserProblem: String?
  /// What is said, to be shown on the page.
  let noted = NotedLines()
  /// How the journey was begun.
  var beginning: RecordSettings
  var planner: RecordingPlanner
  /// `nil` where no journey could be begun.
  var session: RecordingSession?
  /// Who walks where.
  var greeting = ""
  /// The messages that no step has taken.
  var arrivals: [Arrival] = []
  /// What the tenant's clock shows.
  var now: Instant?
  /// Counts what was done, so that a form of an earlier page does nothing.
  var revision = 1
  /// The ways of the tenant, once the person wanted to know them.
  var ways: StudioWays?
  /// The code that the person wants to use.
  var wantedCode: String?
  /// The file to write and its scenario's title, as the person names them; empty until then.
  var file: String
  var title = ""
  /// What was recorded when it was written last, so that nothing unwritten is lost on leaving.
  var saved: Recording?

  /// Does what a request asks for.
  mutating func answer(_ request: HTTPRequestMessage) async -> HTTPResponseMessage {
    guard request.url.path == "/" || request.url.path.isEmpty else { return Self.text(404, "There is one page here: /") }
    guard request.method == "POST" else {
      var response = page()
      if request.method == "HEAD" { response.body = [] }
      return response
    }
    guard let posted = PostedForm(request) else { return Self.text(400, "This is not a form of the page.") }
    await take(posted)
    // A page that is loaded again posts nothing again.
    return HTTPResponseMessage(status: 303, headers: ["Location": "./"])
  }

  private static func text(_ status: Int, _ text: String) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("\(text)\n".utf8))
  }

  private mutating func take(_ posted: PostedForm) async {
    noted.clear()
    guard posted["rev"] == String(revision) else {
      noted.say("That form was of an earlier page, perhaps in another tab: nothing was done. This is where the journey is now.")
      return
    }
    guard let action = StudioAction(posted["do"] ?? "") else {
      noted.say("No button of this page does that: nothing was done.")
      return
    }
    revision += 1
    do { try await perform(action, posted) } catch { say(error) }
    await lookAround()
  }

  private func say(_ error: any Error) {
    let text =
      switch error {
      case let problem as PostedForm.Problem: problem.text
      case let failure as RunFailure: failure.message
      case let refusal as ProjectRefusal: refusal.diagnostics.map(\.message).joined(separator: "\n")
      default: "\(error)"
      }
    noted.say(redactor.redacted(text))
  }

  /// Does what needs no person, and sees what came meanwhile.
  mutating func lookAround() async {
    guard var session else { return }
    self.session = nil
    await session.settle()
    arrivals = await session.arrivals()
    now = await session.walk.now()
    self.session = session
  }

  /// Begins a journey; the one before stays where it cannot be begun.
  mutating func begin(_ wish: RecordSettings) async throws {
    let beginning = try RecordingBeginning(wish, planner)
    if let browserProblem, beginning.site.needsBrowser(wish.run) { throw RunFailure.cannotServe(browserProblem) }
    let seed = wish.run.seed ?? UInt64.random(in: 0...UInt64.max)
    let session = try await RecordingSession.opened(
      beginning.recording, planner, beginning.site, account: beginning.recording.account, seed: seed, noted
    ) { [makeContext] project in makeContext(project, seed) }
    await self.session?.walk.close()
    self.session = session
    self.beginning = wish
    (greeting, wantedCode, saved, title) = (beginning.greeting, nil, nil, "")
  }

  /// Ends what was opened.
  func close() async { await session?.walk.close() }
}

extension StudioDesk {
  /// What is known before connections are opened.
  struct Opening {
    private let settings: StudioSettings
    private let project: Project
    private let planner: RecordingPlanner

    /// Throws where the file cannot be written to, or has an error, so that no walk is lost.
    init(_ settings: StudioSettings) throws {
      self.settings = settings
      project = JourneyRun.project(settings.recording.run)
      let path = settings.recording.file
      guard let file = project.files.name(ofArgument: path) else { throw RunFailure.cannotWrite("'\(path)' is outside the project") }
      _ = try RecordedFile(path)
      planner = RecordingPlanner(settings: settings.recording.run, project: project, file: file)
      let existing = planner.scenarios()
      guard existing.errors.isEmpty else { throw ProjectRefusal(diagnostics: existing.errors) }
    }

    /// Opens connections to the tenants of the project, begins the journey, and closes everything, whatever happens.
    func withDesk(_ body: (inout StudioDesk) async throws -> Void) async throws {
      let (settings, isFileNamed, project, planner) = (settings.recording, settings.isFileNamed, project, planner)
      let sites = project.sites.values.sorted { $0.name < $1.name }
      let (programs, browserProblem) = Self.browsers(for: sites, settings.run)
      let (spelling, passcodes) = (settings.run.spelling, PasscodeLedger(environment: settings.run.environment))
      try await RunContext.withConnections(to: sites, jobs: 1, browsers: programs) { transports, browsers in
        let runID = String(UInt32.random(in: 0...UInt32.max), radix: 36)
        var desk = StudioDesk(
          project: project,
          makeContext: { project, seed in
            RunContext(
              sites: project.sites, transports: transports, environment: project.environment, trust: project.trust, seed: seed,
              files: project.files, updatesSnapshots: false, runID: runID, browsers: browsers, spelling: spelling,
              passcodes: passcodes)
          }, browserProblem: browserProblem, beginning: settings, planner: planner, file: isFileNamed ? settings.file : "")
        try await desk.begin(settings)
        await desk.lookAround()
        let result: Result<Void, any Error>
        do { result = .success(try await body(&desk)) } catch { result = .failure(error) }
        await desk.close()
        try result.get()
      }
    }

    /// For a tenant that needs a browser, a missing one is reported once the tenant is chosen.
    private static func browsers(for sites: [TenantSite], _ settings: RunSettings) -> (BrowserPrograms?, String?) {
      guard sites.contains(where: { $0.needsBrowser(settings) }) else { return (nil, nil) }
      do throws(BrowserPrograms.Missing) { return (try BrowserPrograms.find(settings.environment), nil) } catch {
        return (nil, "\(error.message): \(error.advice)")
      }
    }
  }
}

extension TenantSite {
  /// Whether its pages are shown in a real browser.
  fileprivate func needsBrowser(_ settings: RunSettings) -> Bool { engine.map { settings.engine ?? $0 } == .browser }
}
