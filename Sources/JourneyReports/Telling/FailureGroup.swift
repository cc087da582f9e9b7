import Diagnostics
import JourneyModel
import JourneyRunner

/// Cases that did not pass for one reason.
struct FailureGroup {
  /// The first of them in the plan, which is shown in full.
  let first: Int
  let verdict: Verdict
  /// All of them, as places in the plan.
  private(set) var members: [Int]
  /// What each of them expected, the first one's first, with how many did.
  private(set) var expected: [(text: String, count: Int)]

  fileprivate init(_ index: Int, _ verdict: Verdict, _ expected: String) {
    first = index
    self.verdict = verdict
    members = [index]
    self.expected = [(expected, 1)]
  }

  fileprivate mutating func add(_ index: Int, _ text: String) {
    members.append(index)
    if let known = expected.firstIndex(where: { $0.text == text }) {
      expected[known].count += 1
    } else {
      expected.append((text, 1))
    }
  }

  /// What happened, in a sentence, e.g. `screen 'terms' instead of a completed journey`.
  func sentence(_ failure: FailureText) -> String {
    guard let last = failure.attempts.last else { return verdict.name }
    switch last.outcome.result {
    case .passed, .skipped: return verdict.name
    case .broken(let breakage): return "could not be walked: \(HarmlessText.line(breakage.message, limit: 300))"
    case .failed(let mismatches):
      guard let first = mismatches.first else { return verdict.name }
      let found = HarmlessText.line(first.actual.split(separator: "\n").first.map(String.init) ?? "nothing", limit: 200)
      let shown = first.kind == .screen ? Self.title(last.standing, besides: found) : ""
      let subject = first.kind == .screen ? "" : "\(HarmlessText.line(first.subject.sentence, limit: 200)): "
      let others = HarmlessText.line(mismatches.otherSubjects, limit: 300)
      let more = mismatches.count > 1 ? "; also different: \(others)" : ""
      return "\(subject)\(found)\(shown) instead of \(wanted(first.expected))\(more)"
    }
  }

  /// What a person reads at the top of the screen that came, in parentheses.
  private static func title(_ standing: Standing?, besides found: String) -> String {
    guard case .screen(let screen)? = standing else { return "" }
    let title = ScreenFace(screen).title
    return title == screen.id.text || !found.contains("'\(screen.id.text)'") ? "" : " (\(title))"
  }

  private func wanted(_ own: String) -> String {
    guard expected.count > 1 else { return HarmlessText.line(own, limit: 200) }
    let told = expected.sorted { $0.count > $1.count }.prefix(3).map { HarmlessText.line($0.text, limit: 100) }
    let more = expected.count - told.count
    return told.joined(separator: ", or ") + (more > 0 ? ", or \(more) others" : "")
  }
}

/// The cases of a report that did not pass, by reason.
struct FailureGroupList {
  /// More would not be read, and memory has to stay flat.
  private static let maxGroups = 200

  /// The largest first; those of one size in the order of the plan.
  let groups: [FailureGroup]
  /// Cases of reasons beyond that maximum.
  let untold: Int

  init(_ report: Report) throws(ReportError) {
    var groups: [FailureGroup] = []
    var places: [FailureReason: Int] = [:]
    var untold = 0
    for (index, reported) in report.cases.enumerated() where reported.verdict == .failed || reported.verdict == .broken {
      let text = try ReportError.reading { () throws(EventLogError) in try report.text(of: reported) }
      let reason = FailureReason(text)
      if let place = places[reason] {
        groups[place].add(index, reason.expected)
      } else if groups.count < Self.maxGroups {
        places[reason] = groups.count
        groups.append(FailureGroup(index, reported.verdict, reason.expected))
      } else {
        untold += 1
      }
    }
    self.groups = groups.sorted { ($1.members.count, $0.first) < ($0.members.count, $1.first) }
    self.untold = untold
  }
}
