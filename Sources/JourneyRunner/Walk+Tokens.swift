internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// A token step's turn arrived.
  mutating func tokenTurned() -> Course {
    guard case .step(let step) = program.instructions[counter], case .token(let expected) = step.kind else { return .goOn }
    guard case .now(let now) = shown else { return pass() }
    switch now {
    case .ended(.refused(let refusal)): return check(refusal, expected, step)
    case .ended(.finished(let finish)): return check(.map(finish.facts), finish.checks, expected, step)
    case .handover(let handover):
      return check(.map([Value.Member("redirect", .text(handover.url))]), [], expected, step)
    case .ended(.completed), .screen: return check(.map([]), [], expected, step)
    case .ended(.expired):
      isLookedAt = true
      return fail(unfit(expected: "'\(expected.action.head.rawValue)' is answered", within: nil, at: step.range))
    }
  }

  private mutating func check(_ refusal: OAuthErrorResponse, _ expected: TokenStep, _ step: Step) -> Course {
    var collector = MismatchCollector()
    if let matcher = expected.refused {
      collector.match(MatchSubject(.text(refusal.error)), matcher, .token, "error of '\(expected.action.head.rawValue)'", in: &bindings)
    } else {
      collector.add(
        Mismatch(
          .token, subject: "'\(expected.action.head.rawValue)'", expected: "not refused",
          actual: "refused with '\(refusal.error)'" + (refusal.description.map { ": \($0)" } ?? ""), place: Excerpt(step.range)))
    }
    return conclude(step, with: .map([]), collector.mismatches)
  }

  private mutating func check(_ facts: Value, _ checks: [TokenCheck], _ expected: TokenStep, _ step: Step) -> Course {
    var collector = MismatchCollector()
    if let refused = expected.refused {
      collector.add(
        Mismatch(
          .token, subject: "'\(expected.action.head.rawValue)'", expected: "refused", actual: "not refused", place: Excerpt(refused.range)))
    } else {
      collector.add(checks: checks, at: step.range)
      collector.match(facts, expected.facts, in: &bindings)
    }
    return conclude(step, with: facts, collector.mismatches)
  }
}
