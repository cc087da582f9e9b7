public import Diagnostics
import JourneyHealing
import JourneyReports
public import JourneyRunner
import JourneyScenario

/// Walks scenarios, and finds the smallest changes with which those pass that fail over a name, a label or a screen that asks nothing.
///
/// Nothing is offered that was not walked green with two seeds.
public struct HealRun: Sendable {
  /// How often a case may fail at another place once the first is fixed.
  static let maximumRounds = 20

  /// Everything found wrong before anything is walked.
  public let diagnostics: [Diagnostic]
  /// Whether any file is wrong, so that nothing is walked.
  public var isRefused: Bool { run.isRefused }

  private let settings: RunSettings
  private let run: JourneyRun
  private let cases: Set<String>

  /// Reads the project and plans.
  public init(_ settings: RunSettings) {
    var settings = settings
    settings.seed = settings.seed ?? UInt64.random(in: 0...UInt64.max)
    settings.retries = 0
    // A screen or widget with another name is what is to be fixed.
    settings.checksInventories = false
    self.settings = settings
    let all = JourneyRun(settings)
    // What is known to fail is not to be fixed.
    cases = Set(all.plan.cases.filter { $0.facts.knownIssue == nil }.map(\.id))
    run = all
    diagnostics = run.diagnostics.filter { $0.severity == .error }
  }

  /// What is walked on live tenants, and how often, as a sentence; `nil` if all tenants are mocks.
  public var liveWalks: String? {
    let sites = run.plan.cases.compactMap { planned -> TenantSite? in
      guard planned.facts.skipped == nil, let site = run.project.sites[planned.tenant.name], site.isLive else { return nil }
      return site
    }
    guard !sites.isEmpty else { return nil }
    let names = Set(sites.map { "'\($0.name)' (\($0.issuer))" }).sorted().joined(separator: ", ")
    let subject = sites.count == 1 ? "1 scenario is" : "\(sites.count) scenarios are"
    return "\(subject) walked on \(names), LIVE: each once, again after every change made for it, and twice for every patch that is tried"
      + "; what a walk does there stays"
  }

  /// Walks until everything is fixed that can be. Throws as `JourneyRun.walk` does.
  public func walk(interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }) async throws -> Healing {
    var first = FailureListener()
    let report = try await run.walk(log: nil, into: &first, interruption: interruption)
    first.forget(Set(run.plan.cases.map(\.id)).subtracting(cases))
    var healing = Healing(of: report)
    guard !Task.isCancelled else {
      healing.isInterrupted = true
      return healing
    }
    var attempt = HealingAttempt(failing: first)
    // A change that only cases need which stay red is not offered, so each case that does is left out from the start.
    while true {
      try await mend(&attempt, from: first, interruption)
      guard attempt.hasNewRefusals, !attempt.drafts.isEmpty, !Task.isCancelled else { break }
      attempt = HealingAttempt(failing: first, refused: attempt.refused)
    }
    healing.isInterrupted = Task.isCancelled
    attempt.report(in: &healing, names: first.names, files: run.project.files)
    return healing
  }

  private func failures(
    of run: JourneyRun, _ interruption: @escaping @Sendable () -> RunEnd.Interruption
  ) async throws -> FailureListener {
    var listener = FailureListener()
    _ = try await run.walk(log: nil, into: &listener, interruption: interruption)
    return listener
  }

  private func run(with drafts: [String: String], seed: UInt64? = nil) -> JourneyRun {
    var settings = settings
    settings.drafts = drafts
    if let seed { settings.seed = seed }
    return JourneyRun(settings).only(cases)
  }

  /// Fixes one step of each failing case per round, then walks everything with the seed and with another one.
  private func mend(
    _ attempt: inout HealingAttempt, from first: FailureListener, _ interruption: @escaping @Sendable () -> RunEnd.Interruption
  ) async throws {
    var run = run
    var failures = first.failures
    for _ in 0..<Self.maximumRounds {
      let open = failures.filter { attempt.refused[$0.key] == nil }
      guard !open.isEmpty, !Task.isCancelled else { break }
      attempt.mend(open, cases: run.plan.cases)
      guard attempt.isChanged else { break }
      let next = self.run(with: attempt.drafts)
      guard !next.isRefused else { return attempt.refuseAll("with the change its file would no longer be right") }
      run = next
      let ids = Set(open.keys.filter { attempt.refused[$0] == nil })
      failures = try await self.failures(of: run.only(ids), interruption).failures
    }
    for id in failures.keys where attempt.refused[id] == nil { attempt.refuse(id, "it fails at ever new places") }
    guard !attempt.drafts.isEmpty, !attempt.hasNewRefusals else { return }
    for seed in [run.seed, run.seed &+ 1] {
      let again = try await self.failures(of: self.run(with: attempt.drafts, seed: seed), interruption).failures
      for (id, failure) in again where attempt.refused[id] == nil {
        attempt.refuse(id, "with the change it is red, with seed \(seed): \(failure.words)")
      }
    }
  }
}

extension FailureListener.Failure {
  /// In a few words.
  var words: String {
    guard breakage == nil else { return breakage ?? "" }
    return mismatches.first.map { "\($0.subject.sentence): expected \($0.expected), actual \($0.actual)" } ?? "it failed"
  }
}
