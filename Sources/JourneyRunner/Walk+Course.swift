internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Opens a step, unless it is open already because it has to wait.
  mutating func begin(_ id: String, head: @autoclosure () -> String, at range: @autoclosure () -> SourceRange) {
    guard current == nil else { return }
    let head = head()
    stepsTaken += 1
    current = CurrentStep(id: id, head: head)
    emit(.stepStarted(StepFacts(head: head, place: Excerpt(range()))))
  }

  mutating func begin(_ step: Step) { begin(step.id, head: step.head, at: step.range) }

  private mutating func close(_ outcome: StepOutcome) {
    if current != nil { emit(.stepEnded(outcome)) }
    current = nil
    deadline = nil
    asked = 0
    pending = .nothing
  }

  mutating func pass() -> Course {
    if phase == .journey, looksAtTenant { hasLooked = true }
    close(.passed)
    counter += 1
    return .goOn
  }

  private var looksAtTenant: Bool {
    guard program.instructions.indices.contains(counter), case .step(let step) = program.instructions[counter] else { return false }
    return step.looksAtTenant
  }

  mutating func skip(_ reason: String) -> Course {
    if phase == .journey { hasPassedOver = true }
    close(.skipped(reason))
    counter += 1
    return .goOn
  }

  /// Ends the step with its mismatches; in the clean-up the next step follows anyway.
  ///
  /// In a walk that follows a script an expectation does not count.
  mutating func fail(_ mismatches: [Mismatch]) -> Course {
    if let course = passOver() { return course }
    if let breakage = robotBreakage(mismatches) { return breakOff(breakage) }
    for mismatch in mismatches { emit(.mismatch(mismatch)) }
    return end(.failed(mismatches), .failed(mismatches)) { head in
      mismatches.map { "\(head): \($0.subject.sentence): expected \($0.expected), found \($0.actual)" }
    }
  }

  mutating func fail(_ mismatch: Mismatch) -> Course { fail([mismatch]) }

  mutating func fail(_ failure: BindingFailure) -> Course { fail([Mismatch(failure, of: .other(current?.head ?? "variables"))]) }

  mutating func breakOff(_ breakage: Breakage) -> Course {
    end(.broken(breakage), .broken(breakage)) { head in ["\(head): \(breakage.message)"] }
  }

  /// Ends the walk because only a mock supports the step.
  mutating func leave(_ reason: String) -> Course {
    end(.skipped(reason), .skipped(reason)) { head in ["\(head): \(reason)"] }
  }

  private mutating func end(
    _ outcome: StepOutcome, _ result: AttemptOutcome.Result, problems: (String) -> [String]
  ) -> Course {
    let head = current?.head
    if phase != .cleanUp { stepsLeft = headsLeft(from: head == nil ? counter : counter + 1) }
    close(outcome)
    guard phase == .cleanUp else { return .stop(result) }
    cleanUpProblems += problems(head ?? "after")
    counter += 1
    return .goOn
  }

  /// Keeps the outcome of the journey, then cleans up.
  mutating func conclude(_ result: AttemptOutcome.Result) -> Course {
    if verdict == nil {
      verdict = withFindings(result)
      hasBegun = phase != .before
    }
    return enterCleanUp()
  }

  /// The outcome of the steps with what is wrong with the exchanges, which fails a case whose steps all passed.
  private mutating func withFindings(_ result: AttemptOutcome.Result) -> AttemptOutcome.Result {
    let findings = Mismatch.together(findings)
    guard !findings.isEmpty else { return result }
    switch result {
    case .broken:
      for finding in findings { emit(.warning(finding.found)) }
      return result
    case .failed(let mismatches):
      for finding in findings { emit(.mismatch(finding)) }
      return .failed(mismatches + findings)
    case .passed, .skipped:
      for finding in findings { emit(.mismatch(finding)) }
      return .failed(findings)
    }
  }

  /// Continues with the next program when the current one is done.
  mutating func finishProgram() -> Course {
    switch phase {
    case .before: return enterJourney()
    case .journey:
      if let course = endDetour() { return course }
      if mayGrow { return .ask(.pause) }
      if let course = lookAtEnd() { return course }
      return conclude(verdictOfSteps)
    case .cleanUp, .over: return over()
    }
  }

  /// A case of which no step looked at the tenant shows nothing; one without steps is only begun by hand.
  private var verdictOfSteps: AttemptOutcome.Result {
    if hasLooked || planned.main.instructions.isEmpty { return .passed }
    return .skipped(hasPassedOver ? Self.everyStepPassedOver : Self.noStepLooked)
  }

  private static let noStepLooked =
    "no step looked at the tenant: a 'wait', a 'check', an empty branch, and a 'request' without 'response' check nothing of it"
  private static let everyStepPassedOver = "every step was passed over: no 'when' was true, or no optional screen was shown"

  private mutating func enterJourney() -> Course {
    phase = .journey
    counter = 0
    let isBegunByHand = mayGrow && planned.main.instructions.isEmpty
    return planned.main.opensByItself || isBegunByHand ? startJourney() : .goOn
  }

  /// Begins the journey with the scenario's `start`.
  mutating func startJourney() -> Course {
    do throws(BindingFailure) {
      let parameters = try startParameters(planned.start)
      isOnPage = false
      pending = .start
      return .ask(.perform(.start(parameters)))
    } catch {
      return fail([Mismatch(error, of: "start")])
    }
  }

  private mutating func enterCleanUp() -> Course {
    unwind()
    detour = nil
    phase = .cleanUp
    counter = 0
    stepsTaken = 0
    return planned.after.instructions.isEmpty ? over() : .goOn
  }

  mutating func over() -> Course {
    phase = .over
    return .ask(
      .end(
        AttemptOutcome(
          result: verdict ?? .passed, duration: .zero, stepsLeft: stepsLeft, cleanUpProblems: cleanUpProblems)))
  }

  /// The heads of the steps from an instruction on, those of the journey too if it has not begun.
  func headsLeft(from first: Int) -> [String] {
    if let detour { return planned.main.instructions.dropFirst(detour.back).compactMap(\.head) }
    let here = program.instructions.dropFirst(first).compactMap(\.head)
    return phase == .before ? here + planned.main.instructions.compactMap(\.head) : here
  }
}

extension Program {
  /// Whether a journey is begun before its first step; not if a link from a message begins it.
  var opensByItself: Bool {
    for instruction in instructions {
      guard case .step(let step) = instruction else { continue }
      if case .open = step.kind { return false }
      if step.kind.head.specification.role != .outside { return true }
    }
    return !instructions.isEmpty
  }
}

extension Instruction {
  fileprivate var head: String? {
    guard case .step(let step) = self else { return nil }
    return step.head
  }
}
