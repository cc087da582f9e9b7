import Diagnostics
import JourneyRunner

/// The cases that the summary names in addition to those that failed: flaky ones, and skipped ones by their reason.
struct ConsoleAsides: Sendable {
  private static let maxNames = 20
  private static let maxReasons = 40

  private struct Named: Sendable {
    var index: Int
    var text: String
  }

  private var flaky: [Named] = []
  private var flakyCount = 0
  private var skipped: [String: (names: [Named], count: Int)] = [:]

  mutating func addFlaky(_ failure: FailureText, _ result: ScenarioResult, index: Int) {
    flakyCount += 1
    let before = failure.attempts.last.map { ", before: \($0.reason)" } ?? ""
    let place = "\(failure.planned.file):\(failure.planned.line)"
    let text = HarmlessText.line("\(failure.planned.name)  \(place)  passed on attempt \(result.attempts)\(before)", limit: 400)
    Self.keep(Named(index: index, text: text), in: &flaky)
  }

  mutating func addSkipped(_ planned: PlannedScenario, _ reason: String, index: Int) {
    // Reasons of a single case are not worth a heading each.
    let reason = skipped.count < Self.maxReasons || skipped[reason] != nil ? reason : "for other reasons"
    skipped[reason, default: ([], 0)].count += 1
    Self.keep(Named(index: index, text: HarmlessText.line(planned.name, limit: 200)), in: &skipped[reason, default: ([], 0)].names)
  }

  /// Keeps the first ones of the plan, not the first that ended.
  private static func keep(_ name: Named, in names: inout [Named]) {
    names.append(name)
    guard names.count > maxNames else { return }
    names.sort { $0.index < $1.index }
    names.removeLast()
  }

  /// The names, each kind under its heading; empty if there are none.
  var text: StyledText {
    var text = StyledText()
    if flakyCount > 0 {
      text.add("Flaky, passed after a failure:", .caution)
      Self.list(flaky, of: flakyCount, in: &text)
    }
    for (reason, cases) in skipped.sorted(by: { ($0.value.names.first?.index ?? 0) < ($1.value.names.first?.index ?? 0) }) {
      text.add("Skipped, \(reason):", .quiet)
      Self.list(cases.names, of: cases.count, in: &text)
    }
    return text
  }

  private static func list(_ names: [Named], of count: Int, in text: inout StyledText) {
    for name in names.sorted(by: { $0.index < $1.index }) { text.add("  \(name.text)") }
    if count > names.count { text.add("  … and \(count - names.count) more", .quiet) }
  }
}
