import BrowserEngine
public import Diagnostics
import Encodings
import FoundationEssentials
import HostedDialect
import JourneyClient
import JourneyModel
public import JourneyReports
public import JourneyRunner
import JourneyScenario
import SystemCalls

/// A run that is read, checked and planned; nothing of it has touched the network yet.
public struct JourneyRun: Sendable {
  /// Everything found wrong, and the warnings, in the order of the files.
  public private(set) var diagnostics: [Diagnostic]
  /// Where random values come from.
  public let seed: UInt64
  /// Whether it may have no case: that is allowed, or the selection has cases and this share of it none.
  public let mayBeEmpty: Bool
  private let settings: RunSettings
  /// All cases before they were shared between runs.
  private let extent: String
  private let inputs: [RunInput: String]
  /// The caller's name for the run as outputs may show it.
  private let label: String?
  let project: Project
  private(set) var plan: Plan
  /// Set if scenarios are followed as scripts of answers.
  private var script: AnswerScript?
  /// Those that the selected scenarios name, and those of their rows that titles have.
  private let namedSecrets: [Secret]

  /// Reads the project, one file after the other, and plans.
  public init(_ settings: RunSettings) {
    var project = Self.project(settings)
    if settings.exploresMocks { project.exploreMocks() }
    var planner = RunPlanner(settings, project: project)
    let reading = planner.reading()
    self.init(settings, project, &planner, reading.outcomes(), of: reading.names)
    if planner.needsUnread { self = JourneyRun(settings.readingAll) }
  }

  /// Reads the project, several files at once, and plans. The result does not depend on how many are read at once.
  ///
  /// If the task is cancelled meanwhile, no case is planned: walking that makes reports which say that the run was interrupted.
  public init(_ settings: RunSettings, readers: Int) async {
    var project = Self.project(settings)
    if settings.exploresMocks { await project.exploreMocks(atATime: readers) }
    var planner = RunPlanner(settings, project: project)
    let reading = planner.reading()
    self.init(settings, project, &planner, await reading.outcomes(readers: readers), of: reading.names)
    if planner.needsUnread { self = await JourneyRun(settings.readingAll, readers: readers) }
  }

  private init(
    _ settings: RunSettings, _ project: Project, _ planner: inout RunPlanner, _ outcomes: [ProjectReading.Outcome], of names: [String]
  ) {
    self.settings = settings
    self.project = project
    seed = settings.seed ?? UInt64.random(in: 0...UInt64.max)
    plan = planner.plan(outcomes, of: names)
    mayBeEmpty = settings.allowsEmpty || !planner.isSelectionEmpty
    extent = planner.extent
    inputs = planner.inputs
    label = planner.label
    namedSecrets =
      project.environment.secrets(named: planner.needs) + planner.titledSecrets + project.secrets(ofTenants: planner.unshownTenants)
    diagnostics = planner.diagnostics
    // What was read of a project whose reading was cancelled is not all of it.
    if Task.isCancelled { (plan, diagnostics) = (Plan(cases: [], refusedFiles: []), []) }
  }

  /// The same run of some cases only, and of those that they are compared with.
  func only(_ ids: Set<String>) -> JourneyRun {
    var selection = RunSettings.Selection()
    selection.ids = ids
    var run = self
    run.plan.cases = selection.cases(of: plan.cases)
    return run
  }

  /// The same run of some cases, which follow their scenarios as scripts of answers: rows of a table are then not compared.
  func following(_ script: AnswerScript, only ids: Set<String>) -> JourneyRun {
    var run = self
    run.script = script
    var cases = plan.cases.filter { ids.contains($0.id) }
    for index in cases.indices { cases[index].indistinguishableFrom = nil }
    run.plan.cases = cases
    return run
  }

  static func project(_ settings: RunSettings) -> Project {
    var project = Project(settings)
    for address in settings.mockAddresses { project.serveMocks(at: address, settings.spelling) }
    return project
  }

  /// What its caller and tenants.yaml allow.
  var trust: TrustRules { project.trust }

  /// The tenant that a tenant's scenarios are run on.
  func installation(of tenant: String) -> String { project.installation(of: tenant, settings.tenants) }

  /// Whether any file is wrong, so that nothing is walked.
  public var isRefused: Bool { plan.isRefused }

  /// The cases in the order of reports, those that are skipped included.
  public var cases: [ListedCase] { plan.cases.map { ListedCase(id: $0.id, facts: $0.facts) } }

  /// Which checks the walked tenants switch off and why, a sentence each.
  public var switchedOff: [String] {
    let names = Set(plan.cases.map(\.tenant.name)).sorted()
    return names.flatMap { name in (project.sites[name]?.checks.notices ?? []).map { "tenant '\(name)': \($0)" } }
  }

  private var walkedTenants: Set<String> { Set(plan.cases.map(\.tenant.name)) }

  /// What every output of the run hides from its start.
  private var hiddenSecrets: [Secret] { project.secrets(ofTenants: walkedTenants) + namedSecrets }

  private func secrets(keeping hidden: [Secret]) -> RunSecrets {
    var secrets = RunSecrets(isLive: walkedTenants.contains { project.sites[$0]?.isLive ?? false })
    secrets.keep(hidden)
    return secrets
  }

  /// Hides what every output of the run hides from its start.
  package var redactor: Redactor { secrets(keeping: hiddenSecrets).redactor }

  /// Nothing walked yet of the flows that the cases are planned on.
  public var edgeCoverage: EdgeCoverage { EdgeCoverage(plan.cases, on: project.sites) }

  /// Walks the plan and hands every event to the listener; keeps the event log, and makes the report of it.
  ///
  /// - Parameters:
  ///   - log: where the log is kept; `nil` for nowhere.
  ///   - interruption: what cancelled the task, used only if something did.
  ///   - unkept: called if the log or the pictures cannot be kept, as where the disk is full; the report is complete anyway.
  ///   - warned: called with a sentence about what may make other runs fail.
  public func walk(
    log: String?, into listener: inout some RunListener,
    interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted },
    unkept told: @Sendable (RunFailure) -> Void = { _ in },
    warned: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Report {
    let spool = try LogSpool(path: log, settings.spelling)
    let walked = walkedTenants
    let hidden = hiddenSecrets
    let secrets = secrets(keeping: hidden)
    var recorder = RunRecorder(spool: spool, secrets: secrets, next: listener)
    defer { recorder.spool.close() }
    var start = RunStart(
      version: JourneyVersion.text, seed: seed, jobs: settings.jobs, startedAt: .machine, host: Machine.hostName,
      shard: settings.shard.map { RunStart.Shard(number: $0.number, count: $0.count) })
    start.selection = settings.selectionWords + (settings.shard == nil ? [] : [extent])
    start.inputs = inputs
    start.label = label
    start.mayBeEmpty = mayBeEmpty
    start.failsOnFlaky = settings.failsOnFlaky
    start.tenants = project.walkedTenants(walked)
    start.again = (project.files.isNamedFromHere ? [] : settings.usedPaths) + settings.againArguments
    let (settings, started) = (settings, start)
    var limits = RunLimits(
      jobs: settings.jobs, retries: settings.retries, maxFailures: settings.maximumFailures, timeout: settings.timeout,
      maxWait: settings.maximumWait, seed: seed)
    limits.script = script
    let (plan, project, seed, limited) = (plan, project, seed, limits)
    if let folder = settings.picturesFolder, let problem = PictureFolder.problem(with: folder) { told(.cannotWrite(problem)) }
    let programs = !isRefused && plan.cases.contains(where: \.isWalkedInBrowser) ? try BrowserPrograms.find(settings.environment) : nil
    let passcodes = PasscodeLedger(environment: settings.environment)
    let live = project.sites.values.filter { $0.isLive && walked.contains($0.name) }
    let accounts = AccountLedger(environment: settings.environment, sites: live, said: warned)
    try await RunContext.withConnections(
      to: project.sites.values.filter { walked.contains($0.name) }, jobs: settings.jobs, browsers: programs
    ) { transports, browsers in
      let context = RunContext(
        sites: project.sites, transports: transports, environment: project.environment, trust: project.trust, seed: seed,
        mockStart: settings.mockStart, files: project.files,
        updatesSnapshots: settings.updatesSnapshots,
        runID: String(UInt32.random(in: 0...UInt32.max), radix: 36), browsers: browsers,
        picturesFolder: settings.picturesFolder, spelling: settings.spelling, passcodes: passcodes,
        accountLeases: live.isEmpty ? nil : accounts, hidden: hidden)
      let scheduler = Scheduler(context: context, limits: limited)
      await scheduler.run(plan, start: started, into: &recorder, interruption: interruption)
    }
    for problem in [passcodes.isUsed ? passcodes.problem : nil, accounts.problem].compactMap(\.self) { warned(problem) }
    listener = recorder.next
    recorder.hideLate()
    if let failure = recorder.spool.failure { throw failure }
    recorder.spool.share()
    if let unkept = recorder.spool.unkept { told(unkept) }
    var report = try Report(reading: LogFile(path: recorder.spool.readablePath))
    report.redactor = recorder.secrets.redactor
    return report
  }
}
