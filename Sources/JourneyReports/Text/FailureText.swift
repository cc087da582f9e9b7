import Diagnostics
import JourneyModel
import JourneyRunner
import ModelCoding

/// Everything that a person needs about a case that did not pass: one look has to be enough.
struct FailureText {
  private static let maxMismatches = 20
  private static let maxDetails = 20
  private static let maxSteps = 8
  private static let excerptWidth = 110

  var planned: PlannedScenario
  /// The case's id in the run.
  var id: String
  var verdict: Verdict
  /// The attempts that did not pass, in their order; the last is shown in full.
  var attempts: [FailedAttempt]
  var seed: UInt64?
  /// Which one of several attempts is shown, e.g. `attempt 2 of 3`; `nil` if all are.
  var attemptNote: String?
  /// What a command that repeats the case needs in addition to its place, e.g. `--tenant acme-staging`.
  var againArguments: [String] = []
  /// Whether only the first links of a screen are drawn.
  var foldsLinks = false

  /// Title and place, e.g. `FAILED  Sign in with a password  journeys/sign-in.yaml:2`.
  var head: StyledText.Line {
    var line = StyledText.Line(verdict.word, verdict.style)
    line.add("  \(planned.name)", .heading)
    line.add("  \(planned.file):\(planned.line)", .place)
    if let note = attemptNote ?? (attempts.count > 1 ? "run \(attempts.count) times" : nil) { line.add("  (\(note))", .quiet) }
    return line
  }

  /// The head and all that follows it, without a blank line at the end.
  var whole: StyledText {
    var text = StyledText([head])
    guard let last = attempts.last else { return text }
    text.add(cause(last))
    for earlier in attempts.dropLast() {
      text.addBlank()
      text.add("  Attempt \(earlier.number): \(earlier.reason)")
    }
    text.addBlank()
    text.add(standing(last), indentedBy: 2)
    addRest(of: last, to: &text)
    return text
  }

  private func cause(_ attempt: FailedAttempt) -> StyledText {
    var text = StyledText()
    switch attempt.outcome.result {
    case .failed(let mismatches):
      for mismatch in mismatches.prefix(Self.maxMismatches) {
        text.addBlank()
        text.add(Self.lines(of: mismatch, in: attempt.step), indentedBy: 2)
      }
      let more = mismatches.count - Self.maxMismatches
      if more > 0 { text.add("    … and \(more) more", .quiet) }
    case .broken(let breakage):
      text.addBlank()
      text.add(Self.lines(of: breakage, in: attempt), indentedBy: 2)
    case .skipped(let reason):
      text.addBlank()
      text.add("  \(reason)")
    case .passed: break
    }
    return text
  }

  private func standing(_ attempt: FailedAttempt) -> StyledText {
    var text = StyledText()
    switch attempt.standing {
    case nil: text.add("No screen had been shown.")
    case .screen(let screen):
      text.add(StyledText.Line("Screen shown: ", .heading).adding(screen.id.text, .place))
      text.add(ScreenDrawing(screen, marking: Self.widgets(in: attempt.outcome.result), foldsLinks: foldsLinks).text, indentedBy: 2)
    case .handover(let handover):
      let what = handover.reason == .back ? "The web page had redirected back to the app: " : "The journey had left for a web page: "
      text.add(StyledText.Line(what, .heading).adding(ConcealedURL.text(of: handover.url), .place))
      if let cause = handover.cause { text.add("  \(cause)") }
    case .ended(let end): text.add(StyledText.Line("The journey had ended: ", .heading).adding(end.sentence))
    }
    return text
  }

  private func addRest(of attempt: FailedAttempt, to text: inout StyledText) {
    let left = attempt.outcome.stepsLeft
    text.addBlank()
    if !left.isEmpty {
      let more = left.count > Self.maxSteps ? ", and \(left.count - Self.maxSteps) more" : ""
      text.add(StyledText.Line("  Not reached: ", .heading).adding(left.prefix(Self.maxSteps).joined(separator: ", ") + more))
    }
    for problem in attempt.outcome.cleanUpProblems.prefix(Self.maxSteps) {
      text.add(StyledText.Line("  Clean-up: ", .heading).adding(problem))
    }
    text.add(StyledText.Line("  Run again: ", .heading).adding(againCommand))
  }

  /// The command that walks this case again with the same random values.
  var againCommand: String {
    var words = ["journey", "run", "--at", "\(planned.file):\(planned.line)"]
    if let app = planned.app, id.hasSuffix("@\(app)") { words += ["--app", app] }
    words += againArguments
    if let seed { words += ["--seed", String(seed)] }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

extension FailureText {
  /// The place with its source line and caret, then expected and actual.
  private static func lines(of mismatch: Mismatch, in step: StepFacts?) -> StyledText {
    let place = mismatch.place ?? step?.place
    var text = place.map { excerpt($0, mismatch.subject.sentence) } ?? StyledText([StyledText.Line(mismatch.subject.sentence, .heading)])
    let pair = TextPair(expected: mismatch.expected, actual: mismatch.actual)
    text.add(StyledText.Line("        expected  ").adding(pair.expected, .good))
    text.add(StyledText.Line("        actual    ").adding(pair.actual, .bad))
    if let pointer = pair.pointer {
      text.add(StyledText.Line(String(repeating: " ", count: 18 + pointer)).adding("^ first difference", .quiet))
    }
    if let nearest = mismatch.nearest { text.add(StyledText.Line("        nearest   ").adding(nearest, .caution)) }
    for detail in mismatch.details.prefix(maxDetails) { text.add("                  \(detail)") }
    let more = mismatch.details.count - maxDetails
    if more > 0 { text.add("                  … \(more) more", .quiet) }
    return text
  }

  /// The request and the response, at the step in which they happened.
  private static func lines(of breakage: Breakage, in attempt: FailedAttempt) -> StyledText {
    let subject = "could not be run: \(breakage.kind.rawValue)"
    var text = attempt.step.map { excerpt($0.place, "\($0.head) \(subject)") } ?? StyledText([StyledText.Line(subject, .heading)])
    text.add(StyledText.Line("        problem   ").adding(breakage.message, .bad))
    guard let exchange = attempt.exchange else { return text }
    text.add(StyledText.Line("        request   \(exchange.asked)").adding("  (\(exchange.purpose))", .quiet))
    text.add("        response  \(exchange.came)")
    if !exchange.body.isEmpty { text.add("                  \(exchange.body)", .quiet) }
    return text
  }

  static func excerpt(_ place: Excerpt, _ subject: String) -> StyledText {
    let shown = SourceExcerpt(line: place.text, column: place.column, length: place.length, width: excerptWidth)
    let number = String(place.line)
    let gutter = String(repeating: " ", count: max(5 - number.utf8.count, 0)) + number
    let margin = String(repeating: " ", count: gutter.utf8.count)
    var text = StyledText([
      StyledText.Line("\(place.file):\(place.line):\(place.column)", .place).adding(": ").adding(subject, .heading)
    ])
    text.add(StyledText.Line("\(gutter) | ", .quiet).adding(shown.text))
    text.add(
      StyledText.Line("\(margin) | ", .quiet).adding(String(repeating: " ", count: shown.caretOffset)).adding(shown.caret, .bad))
    return text
  }

  /// The widgets that something was expected of.
  static func widgets(in result: AttemptOutcome.Result) -> Set<String> {
    guard case .failed(let mismatches) = result else { return [] }
    var ids: Set<String> = []
    for mismatch in mismatches {
      if case .widget(let id, _) = mismatch.subject { ids.insert(id) }
    }
    return ids
  }
}

extension Verdict {
  /// As at the beginning of a list's line: what needs a person is in capitals.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "FAILED"
    case .broken: "BROKEN"
    case .skipped: "skipped"
    case .flaky: "flaky"
    }
  }

  var style: StyledText.Style {
    switch self {
    case .passed: .good
    case .failed, .broken: .bad
    case .skipped: .quiet
    case .flaky: .caution
    }
  }
}

extension JourneyEnd {
  /// The end as a person would say it.
  var sentence: String {
    switch self {
    case .completed: "complete"
    case .finished: "complete, tokens fetched"
    case .refused(let refusal): "refused, \(refusal.error)" + (refusal.description.map { ": \($0)" } ?? "")
    case .expired(let status, let messages):
      "the session was refused as expired, status \(status)" + messages.map { ", '\($0.text.visible)'" }.joined()
    }
  }
}
