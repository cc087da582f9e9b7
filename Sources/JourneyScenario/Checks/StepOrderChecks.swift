internal import Diagnostics
internal import JourneyModel

/// Follows a scenario's steps and knows whether the journey has ended, and whether there are tokens.
struct StepOrderChecks {
  private(set) var diagnostics: [Diagnostic] = []
  /// The step that ended the journey on every way that leads here.
  private var end: Step?
  /// Whether a `finish` may have come before.
  private var mayHaveTokens = false
  /// What rounds were found to come to, by their step and what held before: rounds in rounds would be followed without end.
  private var rounds: [Round: (end: Step?, mayHaveTokens: Bool)] = [:]

  private struct Round: Hashable {
    /// The id of the step that repeats.
    let step: String
    let hasEnded: Bool
    let mayHaveTokens: Bool
  }

  /// How often the steps at hand are walked: the rounds around them, multiplied.
  private var times = 1
  /// The steps that repeat too much, which is said once.
  private var manyRounds: Set<String> = []

  mutating func follow(_ steps: [Step]) {
    for step in steps { follow(step) }
  }

  private mutating func follow(_ step: Step) {
    let before = end
    switch step.kind {
    case .finish:
      checkEnd(step)
      end = step
      mayHaveTokens = true
    case .handOver(let handover):
      checkEnd(step)
      checkPage(handover.steps)
      end = nil
      follow(handover.steps)
      end = handover.goesOn ? nil : step
    case .repeated(let count, let steps): follow(steps, count, of: step)
    case .either(let branches): follow(branches)
    default: followRole(of: step)
    }
    if step.maySkip, before == nil { end = nil }
  }

  /// What ends a journey, and what needs its tokens, is the app's, which has it back only after the page.
  private mutating func checkPage(_ steps: [Step]) {
    steps.forEachStep { step in
      let head = step.kind.head
      let isOfApp = [.end, .start, .tokens].contains(head.specification.role) && head != .open || head == .reset
      guard isOfApp else { return }
      report(
        .misplacedKey,
        "'\(head.rawValue)' cannot stand among the steps of a web page: write it after the 'hand_over', where the app goes on",
        step)
    }
  }

  private mutating func followRole(of step: Step) {
    switch step.kind.head.specification.role {
    case .screen, .action: checkEnd(step)
    case .end:
      checkEnd(step)
      end = step
    case .start: end = nil
    case .outside: break
    case .tokens: checkTokens(step)
    case .group: for steps in step.kind.children { follow(steps) }
    }
  }

  /// Rounds; the second one begins where the first one left off.
  private mutating func follow(_ steps: [Step], _ count: Int, of step: Step) {
    let round = Round(step: step.id, hasEnded: end != nil, mayHaveTokens: mayHaveTokens)
    if let known = rounds[round] {
      (end, mayHaveTokens) = known
      return
    }
    let outer = times
    defer { times = outer }
    times = min(times * count, StepHead.maxRounds + 1)
    if outer <= StepHead.maxRounds, times > StepHead.maxRounds, manyRounds.insert(step.id).inserted {
      report(.tooLarge, "nested 'repeat' steps have more than \(StepHead.maxRounds) rounds", step)
    }
    follow(steps)
    if count > 1 { follow(steps) }
    rounds[round] = (end, mayHaveTokens)
  }

  private mutating func follow(_ branches: [[Step]]) {
    let before = end
    var ends: [Step?] = []
    for branch in branches {
      check(branch)
      end = before
      follow(branch)
      ends.append(end)
    }
    end = ends.contains(where: { $0 == nil }) ? nil : ends.last ?? before
  }

  /// What is shown decides which branch is taken, so each begins with what can be shown.
  private mutating func check(_ branch: [Step]) {
    guard let first = branch.first else { return }
    let head = first.kind.head
    if !head.beginsBranch {
      let heads = StepHead.list(where: \.beginsBranch)
      report(.badBranch, "a branch of 'either' begins with one of \(heads), found '\(head.rawValue)'", first)
    }
    if first.within != nil {
      report(.misplacedKey, "'within' goes next to 'either', not in a branch's first step", first)
    }
    if case .screen(let screen) = first.kind, screen.isOptional {
      report(.clashingKeys, "a branch is taken only when its first screen is shown, so 'optional' has no effect there", first)
    }
  }

  private mutating func checkEnd(_ step: Step) {
    guard let last = end else { return }
    end = nil
    let may = StepHead.list { [.start, .outside].contains($0.specification.role) }
    let (head, ending) = (step.kind.head.rawValue, last.kind.head.rawValue)
    diagnostics.append(
      Diagnostic(
        .stepAfterEnd, "'\(head)' cannot follow '\(ending)', which ends the journey; it may be followed by \(may) and token steps",
        at: step.range, suggestion: "a new journey begins with '- start_again:'", notes: [.init("the journey ends here", at: last.range)]))
  }

  private mutating func checkTokens(_ step: Step) {
    guard !mayHaveTokens else { return }
    report(.tokenBeforeFinish, "'\(step.kind.head.rawValue)' needs tokens: add a 'finish' step before it", step)
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ step: Step) {
    diagnostics.append(Diagnostic(id, message, at: step.range))
  }
}
