import Diagnostics
import JourneyInsight
import JourneyMock
import JourneyModel
import JourneyRunner

/// Walks the cases of a plan over tenants as they are, and over one mutant after the other.
struct MutationWalker: Sendable {
  let project: Project
  let seed: UInt64
  /// Of one walk by the machine's clock: a mutant that leads in circles has to end.
  private static let timeout = Duration.seconds(30)

  /// The cases on the tenants as they are, a number at a time.
  func walk(_ cases: [PlannedCase], jobs: Int) async -> TraceSink {
    var sink = TraceSink()
    await walk(cases, on: project.sites, RunLimits(jobs: jobs, timeout: Self.timeout, seed: seed), into: &sink)
    return sink
  }

  /// The first of the cases that ends badly where some tenants are changed; `nil` if all are green.
  func firstFailure(of cases: [PlannedCase], on mutated: MockTenant, as names: [String]) async -> String? {
    var sites = project.sites
    for name in names { sites[name]?.reach = .inProcess(mutated) }
    var sink = FirstFailure()
    await walk(cases, on: sites, RunLimits(jobs: 1, maxFailures: 1, timeout: Self.timeout, seed: seed), into: &sink)
    return sink.scenario
  }

  /// What the cases meet, as scripts of answers, on the tenants as they are or on a mutant.
  func met(_ cases: [PlannedCase], on mutated: MockTenant?, as names: [String]) async -> MetRun {
    var sites = project.sites
    if let mutated { for name in names { sites[name]?.reach = .inProcess(mutated) } }
    var limits = RunLimits(jobs: 1, timeout: Self.timeout, seed: seed)
    limits.script = AnswerScript()
    var sink = MeetingSink()
    var alone = cases
    for index in alone.indices { alone[index].indistinguishableFrom = nil }
    await walk(alone, on: sites, limits, into: &sink)
    return sink.met
  }

  /// Cases on a tenant as this mock has it.
  func walk(_ cases: [PlannedCase], on tenant: MockTenant, as name: String, into sink: inout some EventSink) async {
    var sites = project.sites
    sites[name]?.reach = .inProcess(tenant)
    await walk(cases, on: sites, RunLimits(jobs: 1, timeout: Self.timeout, seed: seed), into: &sink)
  }

  private func walk(_ cases: [PlannedCase], on sites: [String: TenantSite], _ limits: RunLimits, into sink: inout some EventSink) async {
    let context = RunContext(
      sites: sites, transports: [:], environment: project.environment, trust: project.trust, seed: seed, files: project.files,
      updatesSnapshots: false, runID: "mutants")
    let start = RunStart(version: JourneyVersion.text, seed: seed, jobs: limits.jobs, startedAt: .machine, host: "")
    await Scheduler(context: context, limits: limits).run(Plan(cases: cases), start: start, into: &sink)
  }
}
