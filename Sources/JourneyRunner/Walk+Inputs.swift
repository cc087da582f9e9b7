internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Takes the input and returns how the walk continues.
  mutating func take(_ input: WalkInput) -> Course {
    let purpose = pending
    pending = .nothing
    switch input {
    case .began: return begin()
    case .resumed: return .goOn
    case .turned(let turn):
      record(turn, isPoll: purpose.isAskedAgain)
      return turned(for: purpose)
    case .failed(let error): return failed(error, purpose)
    case .mails(let messages):
      guard case .mails(let question) = purpose, let mail = currentMail else { return lost(input) }
      return read(messages, question, mail.expected, mail.step)
    case .passed: return passed(purpose)
    case .leased: return lost(input)
    case .answered(let exchange):
      guard case .request(let call) = purpose else { return lost(input) }
      return answered(exchange, call)
    case .ran(let result): return ran(result)
    case .compared(let differences):
      guard case .snapshot(let submission, let problems) = purpose else { return lost(input) }
      return settle(submission, problems + differences)
    case .timedOut(let limit): return timedOut(limit)
    case .interrupted: return interrupted()
    }
  }

  private mutating func turned(for purpose: Pending) -> Course {
    switch purpose {
    case .start, .askedAgain: .goOn
    case .turnOfStep: pass()
    case .finish: finishFollowed()
    case .token: tokenTurned(isAnswered: false)
    case .tokenAnswered: tokenTurned(isAnswered: true)
    case .nothing, .interval, .snapshot, .mails, .mailInterval, .passage, .request, .requestInterval, .command:
      breakOff(Breakage(kind: .impossible, message: "an unexpected turn arrived"))
    }
  }

  private mutating func passed(_ purpose: Pending) -> Course {
    switch purpose {
    case .interval:
      pending = .askedAgain
      return .ask(.perform(pollAction))
    case .passage: return pass()
    case .mailInterval(let question): return ask(question)
    case .requestInterval(let call):
      pending = .request(call)
      return .ask(.request(call))
    case .nothing, .start, .turnOfStep, .askedAgain, .finish, .token, .tokenAnswered, .snapshot, .mails, .request, .command:
      return lost(.passed)
    }
  }

  /// The performer returned something unexpected: an error of ours, reported as such.
  private mutating func lost(_ input: WalkInput) -> Course {
    breakOff(Breakage(kind: .impossible, message: "the walk got '\(input.name)', which it did not expect"))
  }

  private mutating func failed(_ error: DriverError, _ purpose: Pending) -> Course {
    for exchange in error.exchanges { record(exchange) }
    if case .request(let call) = purpose, let course = askAgain(call) { return course }
    if purpose.isJourneys, let last = error.exchanges.last, last.response != nil {
      exchange = last
      if isExpected(last) { return pardoned(purpose) }
    }
    if tenant.isLive, let last = error.exchanges.last, let product = BotDetection.product(answering: last) {
      return breakOff(BotDetection.breakage(product: product))
    }
    return breakOff(Breakage(kind: error.kind, message: error.message))
  }

  /// Whether the next step expects the response that broke the walk.
  private mutating func isExpected(_ exchange: Exchange) -> Bool {
    let next = current == nil ? counter : counter + 1
    guard let status = exchange.response?.status, program.instructions.indices.contains(next),
      case .step(let step) = program.instructions[next], case .screen(let screen) = step.kind,
      let expected = screen.response?.status
    else { return false }
    do throws(MatchFailure) {
      return try expected.holds(for: MatchSubject(.number(String(status))), in: &bindings)
    } catch {
      // The step itself reports it when it runs.
      return false
    }
  }

  /// The person still sees what they saw.
  private mutating func pardoned(_ purpose: Pending) -> Course {
    switch purpose {
    case .turnOfStep: pass()
    case .start, .askedAgain, .nothing, .interval, .finish, .token, .tokenAnswered, .snapshot, .mails, .mailInterval, .passage, .request,
      .requestInterval, .command:
      .goOn
    }
  }

  private mutating func timedOut(_ limit: Duration) -> Course {
    let time = DurationText.format(limit)
    // A walk that paused is between two steps.
    let place = current?.head ?? (counter > 0 ? headsLeft(from: counter).first : nil)
    guard phase != .cleanUp else {
      cleanUpProblems.append("'after' did not finish within \(time)" + (place.map { ", at '\($0)'" } ?? ""))
      return over()
    }
    let standing = place.map { ", at '\($0)'" } ?? ", before its first step"
    let said = openMessages.map { "; the screen says \($0)" }.joined()
    return breakOff(Breakage(kind: .timeout, message: "the walk took longer than \(time)" + standing + said))
  }

  private mutating func interrupted() -> Course {
    let reason = "the run was interrupted"
    guard verdict == nil, case .stop(let result) = leave(reason) else { return over() }
    verdict = result
    return over()
  }
}

extension Walk.Pending {
  fileprivate var isAskedAgain: Bool {
    guard case .askedAgain = self else { return false }
    return true
  }

  /// Whether the action was one of the journey's own driver.
  fileprivate var isJourneys: Bool {
    switch self {
    case .start, .turnOfStep, .askedAgain: true
    case .nothing, .interval, .finish, .token, .tokenAnswered, .snapshot, .mails, .mailInterval, .passage, .request, .requestInterval,
      .command:
      false
    }
  }
}

extension WalkInput {
  fileprivate var name: String {
    switch self {
    case .began: "began"
    case .resumed: "resumed"
    case .turned: "turned"
    case .failed: "failed"
    case .mails: "mails"
    case .passed: "passed"
    case .answered: "answered"
    case .leased: "leased"
    case .ran: "ran"
    case .compared: "compared"
    case .timedOut: "timed out"
    case .interrupted: "interrupted"
    }
  }
}
