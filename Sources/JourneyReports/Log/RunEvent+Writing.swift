import Encodings
import JourneyModel
import JourneyRunner
import ModelCoding

extension RunEvent.Kind {
  /// Writes the line's members in addition to those that every line has.
  func appendMembers(to line: inout JSONStreamWriter, screenDigest: String?) {
    switch self {
    case .runStarted(let start): start.appendMembers(to: &line)
    case .fileRefused(let refused): refused.appendMembers(to: &line)
    case .scenarioPlanned(let planned): planned.appendMembers(to: &line)
    case .attemptStarted(let account): line.member("account", ifPresent: account)
    case .stepStarted(let facts):
      line.member("head", facts.head)
      line.member("place", facts.place)
    case .exchange(let exchange): line.model("exchange", exchange)
    case .screenShown(let screen):
      line.member("id", screen.id.text)
      line.member("screen", ifPresent: screenDigest)
    case .answered(let form): form.appendMembers(to: &line)
    case .messageTaken(let message):
      line.member("channel", message.channel.rawValue)
      if !message.subject.isEmpty { line.member("subject", message.subject) }
    case .handedOver(let handover): line.model("handover", handover)
    case .journeyEnded(let end): line.model("end", end)
    case .edgeTaken(let edge): line.member("edge", edge)
    case .warning(let text), .note(let text): line.member("text", text)
    case .mismatch(let mismatch): line.member("mismatch", object: mismatch.appendMembers)
    case .stepEnded(let outcome): outcome.appendMembers(to: &line)
    case .attemptEnded(let outcome): outcome.appendMembers(to: &line)
    case .scenarioEnded(let result): result.appendMembers(to: &line)
    case .runEnded(let end):
      line.member("interruption", ifPresent: end.interruption?.rawValue)
      line.member("duration", end.duration)
    }
  }
}

extension JSONStreamWriter {
  mutating func member(_ name: String, ifPresent text: String?) {
    if let text { member(name, text) }
  }

  mutating func member(_ name: String, _ duration: Duration) {
    self.name(name)
    value(appending: { LogTime.append(duration, to: &$0) })
  }

  /// Left out where it is empty.
  mutating func member(_ name: String, texts: [String]) {
    guard !texts.isEmpty else { return }
    member(name, array: { list in for text in texts { list.value(text) } })
  }

  mutating func member(_ name: String, _ place: Excerpt) {
    member(
      name,
      object: { object in
        object.member("file", place.file)
        object.member("line", place.line)
        object.member("column", place.column)
        object.member("length", place.length)
        object.member("text", place.text)
      })
  }

  mutating func model(_ name: String, _ model: some ModelCodable) {
    self.name(name)
    value(appending: { model.appendJSON(to: &$0) })
  }

  mutating func member(_ name: String, inputs: [RunInput: String]) {
    guard !inputs.isEmpty else { return }
    member(
      name,
      array: { list in
        for (input, digest) in inputs.sorted(by: { $0.key < $1.key }) {
          list.object { object in
            object.member("kind", input.kind.rawValue)
            object.member("name", ifPresent: input.name)
            object.member("digest", digest)
          }
        }
      })
  }

  mutating func member(_ name: String, mismatches: [Mismatch]) {
    member(name, array: { list in for mismatch in mismatches { list.object(mismatch.appendMembers) } })
  }
}

extension RunStart {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    line.member("version", version)
    // A seed has 64 bits, more than a number of JSON keeps everywhere.
    line.member("seed", String(seed))
    line.member("jobs", jobs)
    line.member("startedAt", Int(startedAt.milliseconds))
    line.member("host", host)
    if let shard { line.member("shard", "\(shard.number)/\(shard.count)") }
    if let selection { line.member("selection", array: { list in for word in selection { list.value(word) } }) }
    line.member("label", ifPresent: label)
    if mayBeEmpty { line.member("mayBeEmpty", true) }
    if failsOnFlaky { line.member("failsOnFlaky", true) }
    line.member("again", texts: again)
    line.member("inputs", inputs: inputs)
    guard !tenants.isEmpty else { return }
    line.member(
      "tenants",
      array: { list in
        for tenant in tenants {
          list.object { object in
            object.member("name", tenant.name)
            object.member("mock", ifPresent: tenant.mock)
            object.member("definition", ifPresent: tenant.definition)
          }
        }
      })
  }
}

extension AnsweredForm {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    line.member("form", form)
    line.member("press", ifPresent: press)
    guard !answers.isEmpty else { return }
    line.member(
      "answers",
      array: { list in
        for answer in answers {
          list.object { object in
            object.member("widget", answer.widget)
            object.member("from", answer.from.rawValue)
          }
        }
      })
  }
}

extension RefusedFile {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    line.member("file", file)
    line.member(
      "problems",
      array: { list in
        for problem in problems {
          list.object { object in
            object.member("id", problem.id)
            object.member("message", problem.message)
            if let place = problem.place { object.member("place", place) }
            object.member("rendered", problem.rendered)
          }
        }
      })
  }
}

extension PlannedScenario {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    line.member("name", name)
    line.member("file", file)
    line.member("line", self.line)
    line.member("description", ifPresent: description)
    line.member("tags", texts: tags)
    line.member("owner", ifPresent: owner)
    line.member("ticket", ifPresent: ticket)
    line.member("tenant", tenant)
    line.member("dialect", dialect)
    line.member("app", ifPresent: app)
    line.member("knownIssue", ifPresent: knownIssue)
    line.member("skipped", ifPresent: skipped)
    line.member("label", ifPresent: label)
    if let place { line.member("place", place) }
    line.member("content", ifPresent: content)
    line.member("inputs", inputs: inputs)
  }
}

extension Mismatch {
  fileprivate func appendMembers(to object: inout JSONStreamWriter) {
    object.member("type", kind.rawValue)
    object.member("subject", subject.sentence)
    subject.appendMembers(to: &object)
    object.member("expected", expected)
    object.member("actual", actual)
    object.member("nearest", ifPresent: nearest)
    object.member("details", texts: details)
    if let place { object.member("place", place) }
  }
}

extension Mismatch.Subject {
  /// What the sentence does not say to a machine.
  fileprivate func appendMembers(to object: inout JSONStreamWriter) {
    switch self {
    case .widget(let id, let aspect):
      object.member("widget", id)
      object.member("aspect", ifPresent: aspect)
    case .form(let id, let aspect):
      object.member("form", id)
      object.member("aspect", ifPresent: aspect)
    case .answer(let widget): object.member("answer", widget)
    case .other: break
    }
  }
}

extension Breakage {
  fileprivate func appendMembers(to object: inout JSONStreamWriter) {
    object.member("type", kind.rawValue)
    object.member("message", message)
  }
}

extension StepOutcome {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    switch self {
    case .passed: line.member("outcome", "passed")
    case .failed(let mismatches):
      line.member("outcome", "failed")
      line.member("mismatches", mismatches: mismatches)
    case .broken(let breakage):
      line.member("outcome", "broken")
      line.member("breakage", object: breakage.appendMembers)
    case .skipped(let reason):
      line.member("outcome", "skipped")
      line.member("reason", reason)
    }
  }
}

extension AttemptOutcome {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    StepOutcome(result).appendMembers(to: &line)
    line.member("duration", duration)
    line.member("stepsLeft", texts: stepsLeft)
    line.member("cleanUpProblems", texts: cleanUpProblems)
  }
}

extension ScenarioResult {
  fileprivate func appendMembers(to line: inout JSONStreamWriter) {
    line.member("verdict", verdict.name)
    if case .skipped(let reason) = verdict { line.member("reason", reason) }
    line.member("attempts", attempts)
    line.member("duration", duration)
    line.member("cleanUpProblems", texts: cleanUpProblems)
  }
}
