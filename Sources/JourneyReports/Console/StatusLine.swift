import Diagnostics
import JourneyRunner

/// The one line of a terminal that is written over and over while cases are walked.
struct StatusLine: Sendable {
  private static let interval = Duration.milliseconds(100)
  private static let clearing = "\r\u{1B}[2K"

  private var isShown = false
  private var drawnAt: Duration?

  /// What takes the line away, where it is there.
  mutating func clear() -> [ConsoleOutput] {
    guard isShown else { return [] }
    isShown = false
    return [ConsoleOutput(.standardError, Self.clearing)]
  }

  /// What shows where the run stands; nothing where it was shown a moment ago.
  mutating func draw(_ report: ConsoleReport, at time: Duration, isForced: Bool) -> [ConsoleOutput] {
    guard report.end == nil else { return clear() }
    if !isForced, let drawnAt, time - drawnAt < Self.interval { return [] }
    guard report.plannedCases > 0, report.totals.refusedFiles == 0 else { return [] }
    drawnAt = time
    isShown = true
    let text = Self.cut(Self.text(report, time), to: report.style.width - 1)
    return [ConsoleOutput(.standardError, Self.clearing + text)]
  }

  private static func text(_ report: ConsoleReport, _ time: Duration) -> String {
    let totals = report.totals
    var text = "\(totals.cases)/\(report.plannedCases)  \(DurationWords.short(time))"
    let bad = totals.failed + totals.broken
    if bad > 0 { text += "  \(bad) not passed" }
    if let walk = report.walks.values.min(by: { $0.index < $1.index }) {
      text += "  \(walk.name)"
      if let step = walk.step { text += " › \(step.head)" }
      if report.walks.count > 1 { text += "  and \(report.walks.count - 1) more" }
    }
    return HarmlessText.line(text)
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard DisplayText.columns(of: text) > width else { return text }
    var result = String.UnicodeScalarView()
    var columns = 0
    for scalar in text.unicodeScalars {
      columns += DisplayText.width(scalar)
      guard columns < width else { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
