import Diagnostics
import JourneyRunner

/// The cases whose `after` went wrong, whatever their verdict: a person has to find what they leave behind.
struct FailedCleanUps: Sendable {
  private static let maxCases = 20
  private static let maxProblems = 5

  private var cases: [(index: Int, lines: [String])] = []
  private var count = 0

  mutating func add(_ failure: FailureText, _ problems: [String], index: Int) {
    count += 1
    var lines = [HarmlessText.line("\(failure.planned.name)  \(failure.planned.file):\(failure.planned.line)", limit: 400)]
    lines += problems.prefix(Self.maxProblems).map { "  " + HarmlessText.line($0, limit: 400) }
    if problems.count > Self.maxProblems { lines.append("  … and \(problems.count - Self.maxProblems) more") }
    cases.append((index, lines))
    guard cases.count > Self.maxCases else { return }
    cases.sort { $0.index < $1.index }
    cases.removeLast()
  }

  /// The cases in the order of the plan, under a heading; empty if there are none.
  var text: StyledText {
    var text = StyledText()
    guard count > 0 else { return text }
    text.add("Clean-up failed:", .caution)
    for lines in cases.sorted(by: { $0.index < $1.index }).map(\.lines) {
      for line in lines { text.add("  \(line)") }
    }
    if count > cases.count { text.add("  … and \(count - cases.count) more", .quiet) }
    return text
  }
}
