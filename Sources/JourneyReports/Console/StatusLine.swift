import Diagnostics
import JourneyRunner

/// How far a run has come.
struct RunProgress {
  var totals: RunTotals
  var plannedCases: Int
  /// What is walked now, by the ids of the cases.
  var walks: [String: WalkWatch]
  /// Of the terminal, in columns.
  var width: Int
}

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

  /// Shows the progress of the run; nothing if it was shown a moment ago.
  ///
  /// - Parameter progress: `nil` once the run has ended.
  mutating func draw(_ progress: RunProgress?, at time: Duration, isForced: Bool) -> [ConsoleOutput] {
    guard let progress else { return clear() }
    if !isForced, let drawnAt, time - drawnAt < Self.interval { return [] }
    guard progress.plannedCases > 0, progress.totals.refusedFiles == 0 else { return [] }
    drawnAt = time
    isShown = true
    let text = Self.cut(Self.text(progress, time), to: progress.width - 1)
    return [ConsoleOutput(.standardError, Self.clearing + text)]
  }

  private static func text(_ progress: RunProgress, _ time: Duration) -> String {
    let totals = progress.totals
    var text = "\(totals.cases)/\(progress.plannedCases)  \(DurationWords.short(time))"
    let bad = totals.failed + totals.broken
    if bad > 0 { text += "  \(bad) not passed" }
    if let walk = progress.walks.values.min(by: { $0.index < $1.index }) {
      text += "  \(walk.name)"
      if let step = walk.step { text += " › \(step.head)" }
      if progress.walks.count > 1 { text += "  and \(progress.walks.count - 1) more" }
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
