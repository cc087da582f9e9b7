import JourneyRunner

// What is written once a run has ended.
extension ConsoleReport {
  /// Everything that did not pass, in full, and the counts.
  var conclusion: StyledText {
    var text = failures.text
    let cleanUps = cleanUps.text
    if !cleanUps.lines.isEmpty {
      text.addBlank()
      text.add(cleanUps)
    }
    if verbosity > .quiet, totals.refusedFiles == 0 {
      let asides = asides.text
      if !asides.lines.isEmpty {
        text.addBlank()
        text.add(asides)
      }
    }
    if !text.lines.isEmpty || verbosity > .quiet { text.addBlank() }
    text.add(summary)
    return text
  }

  /// E.g. `12 cases in 3.4 s: 9 passed, 1 failed, 1 broken, 1 flaky`.
  private var summary: StyledText.Line {
    if totals.refusedFiles > 0, !totals.hasResults { return refusal }
    let label = start?.label.map { "\($0): " } ?? ""
    guard totals.cases > 0 else { return nothingRun(label) }
    var line = StyledText.Line("\(label)\(Self.count(totals.cases, "case")) in \(DurationWords.short(totals.duration)): ", .heading)
    let counts: [(number: Int, word: String, style: StyledText.Style)] = [
      (totals.passed, "passed", .good), (totals.failed, "failed", .bad), (totals.broken, "broken", .bad),
      (totals.flaky, "flaky", .caution), (totals.skipped, "skipped", .quiet),
    ]
    for (place, count) in counts.filter({ $0.number > 0 }).enumerated() {
      line.add(place == 0 ? "" : ", ")
      line.add("\(count.number) \(count.word)", count.style)
    }
    if let note = totals.note { line.add("; \(note)", .caution) }
    switch RunEnd.interruption(of: end, totals) {
    case nil: break
    case .interrupted: line.add(" - interrupted", .bad)
    case .terminated: line.add(" - terminated", .bad)
    }
    return line
  }

  /// Of a run without cases, which is an error unless the selection as such had some, as with an empty shard.
  private func nothingRun(_ label: String) -> StyledText.Line {
    start?.mayBeEmpty == true
      ? StyledText.Line("\(label)no case to run, which is not an error", .quiet)
      : StyledText.Line("\(label)no scenario is selected, so nothing was run, which is an error", .bad)
  }

  private var refusal: StyledText.Line {
    let skipped = totals.cases == 0 ? "" : "; \(Self.count(totals.cases, "case")) skipped"
    let label = start?.label.map { "\($0): " } ?? ""
    return StyledText.Line(label + totals.refusal, .bad).adding(", nothing was run" + skipped)
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
