import JourneyInsight
import JourneyRunner
import TenantDecisions

/// The rules of two versions of a tenant alone, where nothing can be walked on the second one.
struct RuleComparison {
  let before: (name: String, rules: TenantRules)
  let now: (name: String, rules: TenantRules)

  /// - Parameter run: of a project that is right; no case of it is walked.
  func difference(in run: JourneyRun) async throws -> TenantDifference {
    var listener = MeetingListener(people: [:])
    _ = try await run.following(AnswerScript(), only: []).walk(log: nil, into: &listener)
    var difference = RunDifference(
      listener.met, as: RunDifference.Side(name: before.name), listener.met, as: RunDifference.Side(name: now.name), isExact: true)
    difference.rules = [ComparedRules((before.name, before.rules), (now.name, now.rules))]
    return TenantDifference(difference, hiding: [run.redactor])
  }
}
