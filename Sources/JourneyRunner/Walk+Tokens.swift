internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// A token step's turn arrived.
  ///
  /// - Parameter isAnswered: whether a button of the page that asked first was pressed.
  mutating func tokenTurned(isAnswered: Bool) -> Course {
    guard case .step(let step) = program.instructions[counter], case .token(let expected) = step.kind else { return .goOn }
    guard case .now(let now) = shown else { return pass() }
    if let press = expected.press, !isAnswered { return answer(press, now, step) }
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

  /// Presses what the page of a logout asks for; a logout that asks nothing is another than the one that the step describes.
  private mutating func answer(_ press: Located<Template>, _ now: Turn.Now, _ step: Step) -> Course {
    guard case .screen(let screen) = now else {
      isLookedAt = true
      var actual = now.said
      if case .ended(.finished(let finish)) = now, let problem = finish.checks.lazy.compactMap(\.problem).first { actual = problem }
      return fail(
        Mismatch(
          .press, subject: "what is pressed", expected: "a page that asks before it signs out", actual: actual,
          place: Excerpt(press.range)))
    }
    let unexpected = unexpectedMessages(on: screen)
    guard unexpected.isEmpty else {
      isLookedAt = true
      return fail(unexpected)
    }
    return self.press(press, on: screen, then: .tokenAnswered)
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
      let isNamed = expected.facts.contains { $0.name.value == "redirect" }
      collector.add(checks: checks.filter { !isNamed || $0.name != TokenCheck.logoutElsewhere }, at: step.range)
      collector.match(facts, expected.facts, in: &bindings)
    }
    return conclude(step, with: facts, collector.mismatches)
  }
}
