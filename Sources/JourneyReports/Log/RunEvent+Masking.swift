import Encodings
import JourneyModel
public import JourneyRunner
import ModelCoding

/// An event that was searched for secrets, whole, before anything of it is cut, joined, drawn or written.
///
/// Reports and the console take no other events, so that nothing can be shown that was not searched.
public struct SearchedEvent: Sendable, Hashable {
  public let event: RunEvent

  /// The event with `***` for everything that the redactor knows.
  package init(_ event: RunEvent, by redactor: Redactor) {
    guard !redactor.isEmpty else {
      self.event = event
      return
    }
    var event = event
    event.kind = event.kind.masked(by: redactor)
    self.event = event
  }

  /// An event of a log, which was searched when it was written.
  init(ofLog event: RunEvent) { self.event = event }
}

/// A follower of a run: a console, a report, a program that uses the library.
///
/// One consumer feeds it, so it is a value that needs no lock. What it gets may be shown: it was searched for secrets.
public protocol RunListener: Sendable {
  /// Takes the next event; events come in the order of their sequence numbers.
  mutating func record(_ searched: SearchedEvent)
}

extension RunEvent.Kind {
  fileprivate func masked(by mask: Redactor) -> RunEvent.Kind {
    switch self {
    // Names of the project, and what is known before anything is walked.
    case .attemptStarted, .runEnded: self
    case .answered(let form): .answered(form.masked(by: mask))
    case .messageTaken(let message): .messageTaken(TakenMessage(channel: message.channel, subject: mask.redacted(message.subject)))
    case .runStarted(let start): .runStarted(start.masked(by: mask))
    case .fileRefused(let file): .fileRefused(file.masked(by: mask))
    case .scenarioPlanned(let facts): .scenarioPlanned(facts.masked(by: mask))
    case .stepStarted(let facts): .stepStarted(facts.masked(by: mask))
    case .exchange(let exchange): .exchange(exchange.masked(by: mask))
    case .screenShown(let screen): .screenShown(screen.masked(by: mask))
    case .handedOver(let handover): .handedOver(handover.masked(by: mask))
    case .journeyEnded(let end): .journeyEnded(end.masked(by: mask))
    case .edgeTaken(let edge): .edgeTaken(mask.redacted(edge))
    case .warning(let text): .warning(mask.redactedFully(text))
    case .note(let text): .note(mask.redactedFully(text))
    case .mismatch(let mismatch): .mismatch(mismatch.masked(by: mask))
    case .stepEnded(let outcome): .stepEnded(outcome.masked(by: mask))
    case .attemptEnded(let outcome): .attemptEnded(outcome.masked(by: mask))
    case .scenarioEnded(let result): .scenarioEnded(result.masked(by: mask))
    }
  }
}

extension RunStart {
  fileprivate func masked(by mask: Redactor) -> RunStart {
    var start = self
    start.again = again.map(mask.redacted)
    start.selection = selection?.map(mask.redacted)
    return start
  }
}

extension RefusedFile {
  fileprivate func masked(by mask: Redactor) -> RefusedFile {
    RefusedFile(
      file: mask.redacted(file),
      problems: problems.map { problem in
        var place = problem.place?.masked(by: mask)
        // A path that contains a secret is a reason to refuse a run.
        if let file = place?.file { place?.file = mask.redacted(file) }
        return Problem(id: problem.id, message: mask.redacted(problem.message), place: place, rendered: mask.redacted(problem.rendered))
      })
  }
}

extension PlannedScenario {
  /// Place, tenant and app are names that hold the run together.
  fileprivate func masked(by mask: Redactor) -> PlannedScenario {
    var facts = self
    facts.name = mask.redacted(name)
    facts.description = description.map(mask.redacted)
    facts.tags = tags.map(mask.redacted)
    facts.owner = owner.map(mask.redacted)
    facts.ticket = ticket.map(mask.redacted)
    facts.knownIssue = knownIssue.map(mask.redacted)
    facts.skipped = skipped.map(mask.redacted)
    return facts
  }
}

extension Excerpt {
  fileprivate func masked(by mask: Redactor) -> Excerpt {
    Excerpt(file: file, line: line, column: column, length: length, text: mask.redacted(text))
  }
}

extension StepFacts {
  fileprivate func masked(by mask: Redactor) -> StepFacts {
    StepFacts(head: mask.redacted(head), place: place.masked(by: mask))
  }
}

extension Exchange {
  fileprivate func masked(by mask: Redactor) -> Exchange {
    var exchange = self
    exchange.purpose = mask.redacted(purpose)
    exchange.method = mask.redacted(method)
    exchange.url = mask.redacted(url)
    exchange.requestHeaders = requestHeaders.masked(by: mask)
    exchange.requestBody = requestBody.masked(by: mask)
    guard var answer = response else { return exchange }
    answer.headers = answer.headers.masked(by: mask)
    // What is known to be secret is cut first: a search that finds something looks again.
    answer.body = mask.redactedBody(answer.bodyWithoutConcealedMembers)
    answer.cookies = answer.cookies.map { ReceivedCookie(name: mask.redacted($0.name), attributes: $0.attributes.masked(by: mask)) }
    exchange.response = answer
    return exchange
  }
}

extension Exchange.Header {
  fileprivate func masked(by mask: Redactor) -> Exchange.Header { Exchange.Header(mask.redacted(name), value.masked(by: mask)) }
}

extension [Exchange.Header] {
  fileprivate func masked(by mask: Redactor) -> [Exchange.Header] {
    let headers = map { $0.masked(by: mask) }
    let names = mask.redactedTogether(headers.map(\.name))
    let values = mask.redactedTogether(headers.map { $0.value.text ?? "" })
    return headers.indices.map { place in
      let isHidden = values[place] != (headers[place].value.text ?? "")
      return Exchange.Header(names[place], isHidden ? .text(values[place]) : headers[place].value)
    }
  }
}

extension Exchange.Body {
  fileprivate func masked(by mask: Redactor) -> Exchange.Body {
    switch self {
    case .none: .none
    case .form(let members): .form(members.masked(by: mask))
    case .json(let value): .json(value.masked(by: mask))
    case .text(let text): .text(mask.redacted(text))
    }
  }
}

extension Value {
  fileprivate func masked(by mask: Redactor) -> Value {
    switch self {
    case .null, .bool, .secret: return self
    case .text(let text): return .text(mask.redacted(text))
    case .number(let spelling):
      let masked = mask.redacted(spelling)
      return masked == spelling ? self : .text(masked)
    case .list(let elements):
      let masked = elements.map { $0.masked(by: mask) }
      return .list(zip(masked, mask.redactedTogether(masked.map { $0.text ?? "" })).map { $1 == "***" ? .text($1) : $0 })
    case .map(let members): return .map(members.masked(by: mask))
    }
  }
}

extension [Value.Member] {
  fileprivate func masked(by mask: Redactor) -> [Value.Member] {
    map { Value.Member(mask.redacted($0.name), $0.value.masked(by: mask)) }
  }
}

extension Screen {
  fileprivate func masked(by mask: Redactor) -> Screen {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return mask.masked(self, text: bytes) ?? self
  }
}

extension AnsweredForm {
  fileprivate func masked(by mask: Redactor) -> AnsweredForm {
    AnsweredForm(
      form: mask.redacted(form), press: press.map(mask.redacted),
      answers: answers.map { Answered(widget: mask.redacted($0.widget), from: $0.from) })
  }
}

extension Handover {
  fileprivate func masked(by mask: Redactor) -> Handover {
    Handover(url: mask.redacted(url), reason: reason, cause: cause.map(mask.redacted))
  }
}

extension JourneyEnd {
  fileprivate func masked(by mask: Redactor) -> JourneyEnd {
    switch self {
    case .completed: self
    case .expired(let status, let messages):
      .expired(status: status, messages: Screen(id: ScreenID(""), messages: messages).masked(by: mask).messages)
    case .refused(let refusal):
      .refused(OAuthErrorResponse(error: mask.redacted(refusal.error), description: refusal.description.map(mask.redacted)))
    case .finished(let finish):
      .finished(
        Finish(
          facts: finish.facts.masked(by: mask), checks: finish.checks.map { TokenCheck($0.name, problem: $0.problem.map(mask.redacted)) },
          probes: finish.probes.map { ProbeResult($0.name, problem: $0.problem.map(mask.redacted)) }))
    }
  }
}

extension Mismatch {
  fileprivate func masked(by mask: Redactor) -> Mismatch {
    Mismatch(
      kind, subject: subject.map(mask.redactedFully), expected: mask.redactedFully(expected), actual: mask.redactedFully(actual),
      nearest: nearest.map(mask.redactedFully), details: mask.redactedTogether(details.map(mask.redactedFully)),
      place: place?.masked(by: mask))
  }
}

extension [Mismatch] {
  /// What several of them hold together is hidden as well: a tenant may show a piece in each of its texts.
  fileprivate func masked(by mask: Redactor) -> [Mismatch] {
    var mismatches = map { $0.masked(by: mask) }
    for member in [\Mismatch.expected, \.actual] {
      for (place, text) in mask.redactedTogether(mismatches.map { $0[keyPath: member] }).enumerated() {
        mismatches[place][keyPath: member] = text
      }
    }
    return mismatches
  }
}

extension Breakage {
  fileprivate func masked(by mask: Redactor) -> Breakage { Breakage(kind: kind, message: mask.redactedFully(message)) }
}

extension StepOutcome {
  fileprivate func masked(by mask: Redactor) -> StepOutcome {
    switch self {
    case .passed: .passed
    case .failed(let mismatches): .failed(mismatches.masked(by: mask))
    case .broken(let breakage): .broken(breakage.masked(by: mask))
    case .skipped(let reason): .skipped(mask.redacted(reason))
    }
  }
}

extension AttemptOutcome {
  fileprivate func masked(by mask: Redactor) -> AttemptOutcome {
    let result: Result =
      switch result {
      case .passed: .passed
      case .failed(let mismatches): .failed(mismatches.masked(by: mask))
      case .broken(let breakage): .broken(breakage.masked(by: mask))
      case .skipped(let reason): .skipped(mask.redacted(reason))
      }
    return AttemptOutcome(
      result: result, duration: duration, stepsLeft: stepsLeft.map(mask.redacted), cleanUpProblems: cleanUpProblems.map(mask.redacted))
  }
}

extension ScenarioResult {
  fileprivate func masked(by mask: Redactor) -> ScenarioResult {
    var result = self
    if case .skipped(let reason) = verdict { result.verdict = .skipped(mask.redacted(reason)) }
    result.cleanUpProblems = cleanUpProblems.map(mask.redacted)
    return result
  }
}
