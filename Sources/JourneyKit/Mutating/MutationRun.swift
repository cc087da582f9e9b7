public import Diagnostics
import JourneyMock
import JourneyModel
import JourneyRunner
import MockMutation

/// Finds out whether scenarios bite: changes mocked tenants one element at a time, and walks the cases that use that element.
public struct MutationRun: Sendable {
  /// Everything found wrong before anything is walked.
  public private(set) var diagnostics: [Diagnostic]
  /// Whether any file or argument is wrong, so that nothing is walked.
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// How many mutants there are.
  public var count: Int { jobs.count }

  private let walker: MutationWalker
  private let cases: [PlannedCase]
  private let limit: Int
  private let allowed: AllowedMutants
  private var jobs: [Job] = []

  /// One mutant, and the tenants that are it: those that share a file.
  private struct Job: Sendable {
    var mutant: Mutant
    var original: MockTenant
    var sites: [String]
  }

  /// Scenarios that are red already would notice everything.
  public struct RedBaseline: Error, Sendable {
    /// The ids of the cases, at least one, in the order of the plan.
    public let cases: [String]
  }

  /// Reads the project, plans, and makes the mutants.
  public init(_ settings: MutationSettings) {
    let run = JourneyRun(settings.run)
    let project = run.project
    var found = run.diagnostics.filter { $0.severity == .error }
    allowed = settings.allowed.map { AllowedMutants($0, in: project.files, diagnostics: &found) } ?? AllowedMutants()
    walker = MutationWalker(project: project, seed: run.seed)
    limit = max(settings.run.jobs, 1)
    cases = run.plan.cases.filter { planned in
      guard planned.facts.skipped == nil, case .inProcess = project.sites[planned.tenant.name]?.reach else { return false }
      return true
    }
    diagnostics = found
    makeJobs(settings)
  }

  private mutating func makeJobs(_ settings: MutationSettings) {
    let walked = Set(cases.map(\.tenant.name)).sorted()
    for name in settings.tenants where !walked.contains(name) {
      let possible = walked.isEmpty ? "there is none" : "expected one of \(walked.joined(separator: ", "))"
      report("\(settings.run.spelling[.tenants]): no scenario runs on a mock tenant '\(name)': \(possible)", .unknownTenant, name, walked)
    }
    for name in settings.operators where MutationOperator(rawValue: name) == nil {
      let known = MutationSettings.operatorNames
      report(
        "\(settings.run.spelling[.operators]): no operator '\(name)'; there are \(known.joined(separator: ", "))", .badSelection, name,
        known)
    }
    var all: [Job] = []
    for name in walked where settings.tenants.isEmpty || settings.tenants.contains(name) {
      guard let mock = walker.project.sites[name]?.mock else { continue }
      if let place = all.firstIndex(where: { $0.original.file.name == mock.file.name }) {
        let shared = all[place].original.file.name
        for index in all.indices where all[index].original.file.name == shared { all[index].sites.append(name) }
        continue
      }
      all += mock.mutants().map { Job(mutant: $0, original: mock, sites: [name]) }
    }
    if settings.tenants.isEmpty { allowed.checkNames(among: all.map(\.mutant.id), diagnostics: &diagnostics) }
    jobs = all.filter { job in
      (settings.operators.isEmpty || settings.operators.contains(job.mutant.operation.rawValue))
        && (settings.mutants.isEmpty || settings.mutants.contains { job.mutant.id.hasPrefix($0) })
    }
    if jobs.isEmpty, !isRefused { report("no mutant is selected", .nothingFound, "", []) }
  }

  private mutating func report(_ message: String, _ id: DiagnosticID, _ name: String, _ known: [String]) {
    let nearest = ClosestMatch.of(name, in: known).map { "did you mean '\($0)'?" }
    diagnostics.append(Diagnostic(id, message, at: nil, suggestion: nearest))
  }

  /// Runs the tenants as they are, then every mutant, several at a time; the outcome does not depend on their number.
  ///
  /// - Parameter progress: called, from one task, with how many mutants are done and how many of them were not noticed.
  public func walk(progress: (Int, Int) -> Void) async throws(RedBaseline) -> MutationReport {
    let baseline = await walker.walk(cases, jobs: limit)
    let red = cases.map(\.id).filter { id in
      switch baseline.verdicts[id] {
      case .failed, .broken: true
      case .passed, .flaky, .skipped, nil: false
      }
    }
    guard red.isEmpty else { throw RedBaseline(cases: red) }
    let green = cases.filter { baseline.verdicts[$0.id] == .passed }
    var results = await judge(green, baseline.traces, progress)
    var found: [Diagnostic] = []
    allowed.apply(to: &results, diagnostics: &found)
    return MutationReport(results: results, diagnostics: found)
  }

  private func judge(
    _ green: [PlannedCase], _ traces: [String: CaseTrace], _ progress: (Int, Int) -> Void
  ) async -> [MutantResult] {
    await withTaskGroup(of: (Int, MutantResult).self) { group in
      var results = [MutantResult?](repeating: nil, count: jobs.count)
      var next = 0
      var done = (all: 0, unnoticed: 0)
      func deal() {
        guard next < jobs.count, !Task.isCancelled else { return }
        let index = next
        next += 1
        group.addTask { (index, await judge(jobs[index], green, traces)) }
      }
      for _ in 0..<min(limit, jobs.count) { deal() }
      while let (index, result) = await group.next() {
        results[index] = result
        done = (done.all + 1, done.unnoticed + (result.isUnnoticed ? 1 : 0))
        progress(done.all, done.unnoticed)
        deal()
      }
      return results.compactMap { $0 }
    }
  }

  private func judge(_ job: Job, _ green: [PlannedCase], _ traces: [String: CaseTrace]) async -> MutantResult {
    let mutant = job.mutant
    func result(_ outcome: MutantResult.Outcome) -> MutantResult {
      MutantResult(
        id: mutant.id, operation: mutant.operation.rawValue, place: mutant.place, sentence: mutant.sentence, outcome: outcome)
    }
    var mistakes: [Diagnostic] = []
    guard let mutated = MockTenant.mutated(mutant, of: job.original, diagnostics: &mistakes) else {
      return result(.refused(mistakes.first { $0.severity == .error }?.message ?? ""))
    }
    let met = meeting(mutant, green.filter { job.sites.contains($0.tenant.name) }, traces)
    guard !met.isEmpty else { return result(.notWalked) }
    if let scenario = await walker.firstFailure(of: met, on: mutated, as: job.sites) { return result(.noticed(by: scenario)) }
    return result(.survived(walkedBy: met.map(\.id)))
  }

  /// The cases that use the changed element, the short ones first; rows that must not differ are walked together.
  private func meeting(_ mutant: Mutant, _ cases: [PlannedCase], _ traces: [String: CaseTrace]) -> [PlannedCase] {
    let met = cases.filter { traces[$0.id]?.meets(mutant.touch) ?? false }
    let groups = Set(met.compactMap(\.indistinguishableFrom))
    let walked = cases.filter { planned in
      met.contains { $0.id == planned.id } || planned.indistinguishableFrom.map { groups.contains($0) } ?? false
    }
    return walked.enumerated().sorted { left, right in
      (traces[left.element.id]?.length ?? 0, left.offset) < (traces[right.element.id]?.length ?? 0, right.offset)
    }.map(\.element)
  }
}
