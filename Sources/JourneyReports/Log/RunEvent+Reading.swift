import Encodings
import JourneyModel
import JourneyRunner
import ModelCoding

extension RunEvent {
  /// The event that a line holds; `nil` for kinds that are unknown and for bodies of screens.
  ///
  /// - Parameter screen: finds the screen with a digest.
  init?(
    _ line: LogLine, at span: LogSpan, screen: (String) throws(EventLogError) -> Screen
  ) throws(EventLogError) {
    let name = try line.reading { line throws(LogLine.Problem) in LogName(rawValue: try line.text("kind")) }
    guard let name, name != .screen else { return nil }
    let kind: Kind
    if name == .screenShown {
      kind = .screenShown(try screen(try line.reading { line throws(LogLine.Problem) in try line.text("screen") }))
    } else {
      kind = try line.reading { line throws(LogLine.Problem) in try Kind(name, in: line) }
    }
    self = try line.reading { line throws(LogLine.Problem) in
      RunEvent(
        sequence: try line.integer("seq"), time: try line.duration("t"), scenario: line.text(ifPresent: "scenario"),
        attempt: line.json["attempt"]?.intValue, step: line.text(ifPresent: "step"), kind: kind)
    }
  }
}

extension RunEvent.Kind {
  fileprivate init(_ name: LogName, in line: LogLine) throws(LogLine.Problem) {
    switch name {
    case .runStarted: self = .runStarted(try RunStart(line))
    case .fileRefused: self = .fileRefused(try RefusedFile(line))
    case .scenarioPlanned: self = .scenarioPlanned(try PlannedScenario(line))
    case .attemptStarted: self = .attemptStarted(account: line.text(ifPresent: "account"))
    case .stepStarted: self = .stepStarted(try StepFacts(line))
    case .exchange: self = .exchange(try line.model("exchange", as: Exchange.self))
    case .screen, .screenShown: throw LogLine.Problem(message: "'\(name.rawValue)' is read with its screen")
    case .answered: self = .answered(try AnsweredForm(line))
    case .messageTaken: self = .messageTaken(try TakenMessage(line))
    case .handedOver: self = .handedOver(try line.model("handover", as: Handover.self))
    case .journeyEnded: self = .journeyEnded(try line.model("end", as: JourneyEnd.self))
    case .edgeTaken: self = .edgeTaken(try line.text("edge"))
    case .warning: self = .warning(try line.text("text"))
    case .note: self = .note(try line.text("text"))
    case .mismatch: self = .mismatch(try Mismatch(try line.object("mismatch")))
    case .stepEnded: self = .stepEnded(try StepOutcome(line))
    case .attemptEnded: self = .attemptEnded(try AttemptOutcome(line))
    case .scenarioEnded: self = .scenarioEnded(try ScenarioResult(line))
    case .runEnded: self = .runEnded(try RunEnd(line))
    }
  }
}

extension StepFacts {
  init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(head: try line.text("head"), place: try line.place("place"))
  }
}

extension RunStart {
  init(_ line: LogLine) throws(LogLine.Problem) {
    guard let seed = UInt64(try line.text("seed")) else { throw LogLine.Problem(message: "'seed' is not a number") }
    self.init(
      version: try line.text("version"), seed: seed, jobs: try line.integer("jobs"),
      startedAt: Instant(milliseconds: Int64(try line.integer("startedAt"))), host: try line.text("host"),
      shard: try line.text(ifPresent: "shard").map { text throws(LogLine.Problem) in try Shard(ofLog: text) })
    if line.json["selection"] != nil { selection = line.texts("selection") }
    label = line.text(ifPresent: "label")
    mayBeEmpty = line.json["mayBeEmpty"] == true
    failsOnFlaky = line.json["failsOnFlaky"] == true
    again = line.texts("again")
    tenants = try line.objects(ifPresent: "tenants").map { tenant throws(LogLine.Problem) in try WalkedTenant(tenant) }
    inputs = try line.inputs()
  }
}

extension LogLine {
  /// Kinds that are not known are left out: the log may be of a newer version.
  fileprivate func inputs() throws(LogLine.Problem) -> [RunInput: String] {
    var inputs: [RunInput: String] = [:]
    for object in try objects(ifPresent: "inputs") {
      guard let kind = RunInput.Kind(rawValue: try object.text("kind")) else { continue }
      inputs[RunInput(kind, name: object.text(ifPresent: "name"))] = try object.text("digest")
    }
    return inputs
  }
}

extension WalkedTenant {
  fileprivate init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(name: try line.text("name"), mock: line.text(ifPresent: "mock"), definition: line.text(ifPresent: "definition"))
  }
}

extension AnsweredForm {
  fileprivate init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(
      form: try line.text("form"), press: line.text(ifPresent: "press"),
      answers: try line.objects(ifPresent: "answers").map { answer throws(LogLine.Problem) in
        Answered(widget: try answer.text("widget"), from: AnswerSource(rawValue: try answer.text("from")))
      })
  }
}

extension TakenMessage {
  fileprivate init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(channel: try line.word("channel", as: InboxMessage.Channel.self), subject: line.text(ifPresent: "subject") ?? "")
  }
}

extension RunStart.Shard {
  /// The most shares that a log can be of; more than any run has cases.
  private static let maxShares = 1_000_000

  /// `2/4` is the second of four. Throws for anything else.
  fileprivate init(ofLog text: String) throws(LogLine.Problem) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], 1...Self.maxShares ~= count, 1...count ~= number else {
      throw LogLine.Problem(message: "'\(text)' is not a shard of a run")
    }
    self.init(number: number, count: count)
  }
}

extension RefusedFile {
  init(_ line: LogLine) throws(LogLine.Problem) {
    var problems: [Problem] = []
    for problem in try line.objects("problems") {
      problems.append(
        Problem(
          id: try problem.text("id"), message: try problem.text("message"), place: try problem.place(ifPresent: "place"),
          rendered: try problem.text("rendered")))
    }
    self.init(file: try line.text("file"), problems: problems)
  }
}

extension PlannedScenario {
  init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(
      name: try line.text("name"), file: try line.text("file"), line: try line.integer("line"),
      description: line.text(ifPresent: "description"), tags: line.texts("tags"), owner: line.text(ifPresent: "owner"),
      ticket: line.text(ifPresent: "ticket"), tenant: try line.text("tenant"), dialect: try line.text("dialect"),
      app: line.text(ifPresent: "app"), knownIssue: line.text(ifPresent: "knownIssue"),
      skipped: line.text(ifPresent: "skipped"))
    label = line.text(ifPresent: "label")
    place = line.json["place"]?.intValue
    content = line.text(ifPresent: "content")
    inputs = try line.inputs()
  }
}

extension Mismatch.Subject {
  init(_ line: LogLine) throws(LogLine.Problem) {
    let aspect = line.text(ifPresent: "aspect")
    if let id = line.text(ifPresent: "widget") {
      self = .widget(id, aspect: aspect)
    } else if let id = line.text(ifPresent: "form") {
      self = .form(id, aspect: aspect)
    } else if let widget = line.text(ifPresent: "answer") {
      self = .answer(widget)
    } else {
      self = .other(try line.text("subject"))
    }
  }
}

extension Mismatch {
  init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(
      try line.word("type", as: Kind.self), subject: try Subject(line), expected: try line.text("expected"),
      actual: try line.text("actual"), nearest: line.text(ifPresent: "nearest"), details: line.texts("details"),
      place: try line.place(ifPresent: "place"))
  }

  static func list(_ lines: [LogLine]) throws(LogLine.Problem) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    for line in lines { mismatches.append(try Mismatch(line)) }
    return mismatches
  }
}

extension Breakage {
  init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(kind: try line.word("type", as: DriverError.Kind.self), message: try line.text("message"))
  }
}

extension StepOutcome {
  init(_ line: LogLine) throws(LogLine.Problem) {
    switch try line.text("outcome") {
    case "passed": self = .passed
    case "failed": self = .failed(try Mismatch.list(try line.objects("mismatches")))
    case "broken": self = .broken(try Breakage(try line.object("breakage")))
    case "skipped": self = .skipped(try line.text("reason"))
    case let other: throw LogLine.Problem(message: "'\(other)' is not known as 'outcome'")
    }
  }
}

extension AttemptOutcome {
  init(_ line: LogLine) throws(LogLine.Problem) {
    self.init(
      result: Result(try StepOutcome(line)), duration: try line.duration("duration"), stepsLeft: line.texts("stepsLeft"),
      cleanUpProblems: line.texts("cleanUpProblems"))
  }
}

extension ScenarioResult {
  init(_ line: LogLine) throws(LogLine.Problem) {
    let verdict: Verdict
    switch try line.text("verdict") {
    case "passed": verdict = .passed
    case "failed": verdict = .failed
    case "broken": verdict = .broken
    case "flaky": verdict = .flaky
    case "skipped": verdict = .skipped(try line.text("reason"))
    case let other: throw LogLine.Problem(message: "'\(other)' is not known as 'verdict'")
    }
    self.init(
      verdict: verdict, attempts: try line.integer("attempts"), duration: try line.duration("duration"),
      cleanUpProblems: line.texts("cleanUpProblems"))
  }
}

extension RunEnd {
  init(_ line: LogLine) throws(LogLine.Problem) {
    let interruption = line.text(ifPresent: "interruption").flatMap(Interruption.init(rawValue:))
    self.init(interruption: interruption, duration: try line.duration("duration"))
  }
}
