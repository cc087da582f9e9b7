import JourneyRunner

/// What a run found, in a sentence for people.
struct RunSentence {
  private let totals: RunTotals
  private let interruption: RunEnd.Interruption?

  init(_ report: Report) {
    totals = report.totals
    interruption = report.interruption
  }

  /// E.g. `2 of 5 journeys are not as described, and 1 could not be walked to its end.`
  var text: String {
    var cut = interruption.map { "The run was \($0.rawValue), so the result is incomplete. " } ?? ""
    if totals.refusedFiles > 0, !totals.hasResults { return cut + "Nothing was walked: \(totals.refusal)." }
    if totals.refusedFiles > 0 { cut += "The result is incomplete: \(totals.refusal). " }
    guard totals.cases > 0 else { return cut + "Nothing was walked: no journey was selected." }
    let problems = problems
    guard problems.isEmpty else { return cut + problems + "." }
    let walked = totals.passed + totals.flaky
    if walked == 0 { return cut + "Nothing was walked: \(Self.journeys(totals.skipped)) skipped." }
    let skipped = totals.skipped > 0 ? "; \(totals.skipped) \(totals.skipped == 1 ? "was" : "were") not walked" : ""
    let whole = walked == 1 ? "The 1 journey that was walked is as described" : "All \(walked) journeys that were walked are as described"
    let fails = totals.flakyFails ? ", which fails the run" : ""
    let flaky = totals.flaky > 0 ? ", \(totals.flaky) of them only when walked again\(fails)" : ""
    return cut + whole + flaky + skipped + "."
  }

  private var problems: String {
    let failed = totals.failed == 0 ? nil : "\(totals.failed) of \(Self.journeys(totals.cases)) \(Self.are(totals.failed)) not as described"
    guard totals.broken > 0 else { return failed ?? "" }
    let ends = "could not be walked to \(totals.broken == 1 ? "its" : "their") end"
    return failed.map { "\($0), and \(totals.broken) \(ends)" } ?? "\(totals.broken) of \(Self.journeys(totals.cases)) \(ends)"
  }

  /// The counts of all verdicts, e.g. `5 cases in 1.2 s: 4 passed, 1 failed`.
  var counts: String {
    if totals.refusedFiles > 0, !totals.hasResults { return "\(totals.refusal), nothing was run" }
    let counts = [
      (totals.passed, "passed"), (totals.failed, "failed"), (totals.broken, "broken"), (totals.flaky, "flaky"), (totals.skipped, "skipped"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let words = totals.cases == 1 ? "1 case" : "\(totals.cases) cases"
    let note = totals.note.map { "; \($0)" } ?? ""
    return "\(words) in \(DurationWords.short(totals.duration)): "
      + (counts.isEmpty ? "nothing selected" : counts.joined(separator: ", ")) + note
  }

  /// The one word for it, which is shown next to its colour.
  var word: String {
    if totals.refusedFiles > 0 { return totals.hasResults ? "incomplete" : "wrong file" }
    if interruption != nil { return "cut off" }
    if totals.cases == 0 { return "nothing" }
    if totals.broken > 0 { return "broken" }
    if totals.failed > 0 || totals.flakyFails { return "failed" }
    return totals.passed + totals.flaky == 0 ? "skipped" : totals.flaky > 0 ? "flaky" : "passed"
  }

  private static func journeys(_ count: Int) -> String { count == 1 ? "1 journey" : "\(count) journeys" }
  private static func are(_ count: Int) -> String { count == 1 ? "is" : "are" }
}
