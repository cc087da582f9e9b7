import JourneyModel
import JourneyRunner
import ModelCoding

// The lines that are written during a run.
extension ConsoleReport {
  private static let bodyLimit = 2000
  /// A command that is cut makes nothing again.
  private static let curlLimit = 64 * 1024

  func heading(_ start: RunStart) -> StyledText {
    let label = start.label.map { ", \($0)" } ?? ""
    return StyledText([StyledText.Line("journey \(start.version), seed \(start.seed), \(start.jobs) at a time\(label)", .quiet)])
  }

  /// The line of a case that ended, e.g. `FAILED   Sign in with a password  1.2 s  journeys/sign-in.yaml:2`.
  func line(_ failure: FailureText, _ result: ScenarioResult) -> StyledText.Line {
    let word = result.verdict.word
    var line = StyledText.Line(word, result.verdict.style)
    line.add(String(repeating: " ", count: max(9 - word.utf8.count, 1)) + failure.planned.name)
    switch result.verdict {
    case .passed: line.add("  \(DurationWords.short(result.duration))", .quiet)
    case .skipped(let reason): line.add("  \(reason)", .quiet)
    case .failed, .broken:
      line.add("  \(DurationWords.short(result.duration))", .quiet)
      line.add("  \(failure.planned.file):\(failure.planned.line)", .place)
    case .flaky:
      line.add("  \(DurationWords.short(result.duration))", .quiet)
      line.add("  passed on attempt \(result.attempts)", .caution)
    }
    return line
  }

  /// What went wrong while a case was cleaned up, below its line.
  func cleanUpLines(_ result: ScenarioResult) -> [StyledText.Line] {
    result.cleanUpProblems.prefix(3).map { StyledText.Line("         clean-up failed: ", .caution).adding($0) }
  }

  /// What `--verbose` and `--trace` write about an event; nothing for most.
  func detail(_ event: RunEvent, _ watch: WalkWatch) -> StyledText {
    switch event.kind {
    case .stepEnded(let outcome): return StyledText([stepLine(outcome, event, watch)])
    case .warning(let text): return StyledText([StyledText.Line("  warning  ", .caution).adding("\(text)  (\(watch.name))")])
    case .note(let text): return StyledText([StyledText.Line("  note     ", .quiet).adding("\(text)  (\(watch.name))")])
    case .exchange(let exchange): return verbosity == .trace ? trace(exchange, watch) : StyledText()
    case .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .stepStarted, .screenShown, .answered, .messageTaken, .handedOver,
      .journeyEnded, .edgeTaken, .mismatch, .attemptEnded, .scenarioEnded, .runEnded:
      return StyledText()
    }
  }

  private func stepLine(_ outcome: StepOutcome, _ event: RunEvent, _ watch: WalkWatch) -> StyledText.Line {
    let (word, style, rest): (String, StyledText.Style, String) =
      switch outcome {
      case .passed: ("passed", .good, "")
      case .failed(let mismatches): ("failed", .bad, mismatches.count == 1 ? "" : "  \(mismatches.count) mismatches")
      case .broken(let breakage): ("broken", .bad, "  \(breakage.message)")
      case .skipped(let reason): ("skipped", .quiet, "  \(reason)")
      }
    var line = StyledText.Line("  \(word)" + String(repeating: " ", count: 9 - word.utf8.count), style)
    let isCleanUp = event.step.map(StepID.isCleanUp) ?? false
    let step = isCleanUp ? watch.cleanUpStep : watch.step
    line.add((isCleanUp ? "clean-up: " : "") + (step?.head ?? event.step ?? "step"))
    line.add("  \(DurationWords.short(event.time - watch.stepStartedAt))", .quiet)
    line.add(rest)
    line.add("  (\(watch.name))", .quiet)
    return line
  }

  private func trace(_ exchange: Exchange, _ watch: WalkWatch) -> StyledText {
    var text = StyledText()
    var asked = StyledText.Line("    > \(exchange.method) \(exchange.url)", .heading)
    asked.add("  \(exchange.purpose)  (\(watch.name))", .quiet)
    text.add(asked)
    var curl = StyledText.Line("      ")
    curl.add(CurlLine.text(exchange), .quiet, limit: Self.curlLimit)
    text.add(curl)
    guard let response = exchange.response else {
      text.add("    < no response in \(DurationWords.short(exchange.duration))", .bad)
      return text
    }
    text.add("    < \(response.status) in \(DurationWords.short(exchange.duration))", .heading)
    for header in response.headers { text.add("      \(header.name): \(Self.shown(header.value))", .quiet) }
    let body = response.concealedBody(limit: Self.bodyLimit)
    if !body.isEmpty { text.add("      \(body)") }
    return text
  }

  private static func shown(_ value: Value) -> String { value.text ?? value.quoted }
}

extension StyledText {
  private static let maxProblems = 200

  /// A wrong file: its diagnostics as they were rendered.
  init(_ file: RefusedFile) {
    self.init()
    for problem in file.problems.prefix(Self.maxProblems) {
      for (number, line) in problem.rendered.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
        add(String(line), number == 0 ? .heading : .plain)
      }
    }
    let more = file.problems.count - Self.maxProblems
    if more > 0 { add("… and \(more) more in \(file.file)", .quiet) }
  }
}
