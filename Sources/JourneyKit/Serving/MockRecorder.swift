import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyRecording
import JourneyRunner
import JourneyScenario

/// Writes what people do on a served mock as scenarios, each once its journey ends; those that were left, when the mock ends.
struct MockRecorder {
  private let recording: MockRecording
  /// With the texts of the secrets that were named in earlier journeys, so that no other one gets their names.
  private var settings: RunSettings
  private let tenant: String
  private let seed: UInt64

  /// Throws where a scenario cannot be written to the file, so that no walk is lost.
  ///
  /// - Parameters:
  ///   - settings: those that the mock was read with, whose paths name its project.
  ///   - tenant: the name of the tenant that is served.
  init(_ recording: MockRecording, _ settings: RunSettings, tenant: String) throws(RunFailure) {
    self.recording = recording
    self.settings = settings
    self.tenant = tenant
    seed = settings.seed ?? UInt64.random(in: 0...UInt64.max)
    let project = JourneyRun.project(settings)
    guard let file = project.files.nameToWrite(recording.file) else {
      throw .cannotWrite("'\(recording.file)' is outside the project of the mock")
    }
    _ = try RecordedFile(recording.file)
    let errors = RecordingPlanner(settings: settings, project: project, file: file).scenarios().errors
    guard errors.isEmpty else {
      throw .cannotWrite("'\(recording.file)' has errors, so nothing can be added to it:\n\(DiagnosticRenderer().render(errors))")
    }
  }

  /// Writes what is reported until the stream ends; how many journeys could not be written.
  mutating func write(_ acts: AsyncStream<JourneyAct>) async -> Int {
    var trails = JourneyTrails()
    var missing = 0
    for await act in acts {
      for trail in trails.add(act) where await !write(trail, &trails) { missing += 1 }
    }
    while let trail = trails.takeLeft() {
      if await !write(trail, &trails) { missing += 1 }
    }
    return missing
  }

  /// Says whether it could be written.
  private mutating func write(_ trail: JourneyTrail, _ trails: inout JourneyTrails) async -> Bool {
    do {
      try await add(trail, &trails)
      return true
    } catch let refusal as ProjectRefusal {
      tell("A journey cannot be written:\n\(refusal)")
    } catch let failure as RunFailure {
      tell("A journey cannot be written: \(failure.message)\n")
    } catch {
      tell("A journey cannot be written: \(error)\n")
    }
    return false
  }

  private func tell(_ text: String) { recording.tell(text) }

  private mutating func add(_ trail: JourneyTrail, _ trails: inout JourneyTrails) async throws {
    let project = JourneyRun.project(settings)
    guard let file = project.files.nameToWrite(recording.file) else {
      throw RunFailure.cannotWrite("'\(recording.file)' is outside the project now")
    }
    let planner = RecordingPlanner(settings: settings, project: project, file: file)
    var walked = try await walked(trail, planner)
    // What an earlier journey left behind, such as a new password, is not there in a new world.
    if walked.lost != nil, let earlier = trails.before(trail) {
      let both = try await self.walked(trail.after(earlier), planner)
      if both.lost == nil {
        walked = both
        trails.wrote(walked.trail, with: earlier)
      }
    }
    try await write(walked, planner)
  }

  /// A journey as it is walked again; where it does not come to what the person did, with the clock moved as it was, or with messages
  /// taken that the person left.
  private func walked(_ trail: JourneyTrail, _ planner: RecordingPlanner) async throws -> TrailWalk {
    let first = try await walked(trail, movesClock: false, takesUnread: false, planner)
    guard first.lost != nil else { return first }
    let moves = trail.clockMoves.isEmpty ? [] : [true]
    for (movesClock, takesUnread) in moves.map({ ($0, false) }) + ([false] + moves).map({ ($0, true) }) {
      let walked = try await walked(trail, movesClock: movesClock, takesUnread: takesUnread, planner)
      if walked.lost == nil { return walked }
    }
    return first
  }

  private func walked(_ trail: JourneyTrail, movesClock: Bool, takesUnread: Bool, _ planner: RecordingPlanner) async throws -> TrailWalk {
    let site = try site(of: trail, in: planner.project)
    let heard = HeardLines()
    var walked: TrailWalk?
    _ = try await RecordingSession.with(begun(trail, site, planner), planner, site, seed: seed, heard) { session in
      var walk = TrailWalk(session, trail, movesClock: movesClock, takesUnread: takesUnread, heard)
      try await walk.run()
      session = walk.session
      walked = walk
    }
    guard let walked else { throw RunFailure.cannotServe("the journey was not opened") }
    return walked
  }

  private mutating func write(_ walked: TrailWalk, _ planner: RecordingPlanner) async throws {
    var walked = walked
    walked.concealTexts()
    var session = walked.session
    let lost = walked.lost.map { $0 + (walked.trail.clockTold.map { told in "; \(told)" } ?? "") }
    guard !session.recording.steps.isEmpty else {
      guard let lost else { return }
      throw RunFailure.cannotWrite(lost)
    }
    let taken = Set(planner.scenarios().scenarios.compactMap { $0.title.constant })
    let title = WalkTitle.proposed(for: session.recording, person: session.account, besides: taken)
    session.recording = try session.written(as: title, to: recording.file, servedBy: "journey mock")
    let target = try RecordedFile(recording.file)
    tell("\(title)\(walked.trail.isOver ? "" : ", and leaves").\n")
    guard !target.holds(session.recording) else { return tell("\(recording.file) has this journey already: nothing is added.\n") }
    try target.add(session.recording.text)
    if let lost { tell("It is not written whole: \(lost).\n") }
    let names = walked.secretNames
    for name in names { settings.environment[name] = session.planner.settings.environment[name] }
    if !names.isEmpty { tell("To run it, set \(names.joined(separator: ", ")) to what was typed: it is written nowhere.\n") }
    _ = try await RecordingCheck(
      settings: session.planner.settings, file: recording.file, line: target.nextLine + session.recording.titleLine, site: session.site,
      screens: session.recording.screenCount, hasSnapshots: false, seed: seed, dialogue: ToldLines(tell: recording.tell)
    ).outcome()
  }

  private func begun(_ trail: JourneyTrail, _ site: TenantSite, _ planner: RecordingPlanner) -> Recording {
    var recording = Recording(title: "recorded")
    recording.account = trail.account.flatMap { site.accounts[$0] == nil ? nil : $0 }
    let description = site.dialect.description
    if let profile = trail.beginning.profile, let app = description.apps.first(where: { profile.hasPrefix($0.name) }),
      app.name != description.apps.first?.name
    {
      recording.app = app.name
    }
    recording.start = trail.beginning.asked(description).compactMap { member in
      member.value.text.map { Recording.Variable(member.name, $0) }
    }
    recording.tenant = planner.tenantKey(site.name, like: recording)
    return recording
  }

  /// The tenant of the project that walks the mock in the dialect of a journey: the served one, else the first.
  private func site(of trail: JourneyTrail, in project: Project) throws(RunFailure) -> TenantSite {
    guard let served = project.sites[tenant], let mock = served.mock else {
      throw .cannotRead("the tenant '\(tenant)' is not there any more")
    }
    let dialect = mock.dialects.indices.contains(trail.dialect) ? mock.dialects[trail.dialect] : mock.dialect
    let files = Set(mock.files.map(\.name))
    func walks(_ site: TenantSite) -> Bool {
      site.dialect.description.name == dialect && site.mock.map { Set($0.files.map(\.name)) == files } ?? false
    }
    if walks(served) { return served }
    let names = project.tenants?.tenants.map(\.name.value) ?? []
    if let site = names.lazy.compactMap({ project.sites[$0] }).first(where: walks) { return site }
    throw .cannotRead(
      "no tenant of tenants.yaml walks '\(tenant)' in \(dialect): add '\(tenant)-\(dialect): {like: \(tenant), dialect: \(dialect)}'")
  }
}
