import Diagnostics
import JourneyLanguage
import JourneyRecording
import JourneyScenario

/// A scenario from whose step a recording goes on: its keys and its steps up to there are copied as they are written.
struct LeadingScenario {
  private let scenario: Scenario
  private let lines: [String]
  /// The steps that are walked first, at least one.
  private let count: Int
  /// The line of each step's dash, from 1.
  private let dashes: [Int]

  /// Throws where the scenario does not exist, or where it is walked more than once.
  init(at place: ScenarioPlace, _ planner: RecordingPlanner) throws(RunFailure) {
    guard let name = planner.project.files.name(ofArgument: place.file) else {
      throw .cannotRead("'\(place.file)' is outside the project")
    }
    let scenarios = RecordingPlanner(settings: planner.settings, project: planner.project, file: name).scenarios()
    if let error = scenarios.errors.first { throw .cannotRead("'\(place.file)' has an error: \(error.message)") }
    let line = place.line ?? Int.max
    guard let scenario = scenarios.scenarios.last(where: { $0.extent.start.line <= line }) else {
      throw .cannotRead("no scenario at '\(place)'")
    }
    guard scenario.examples == nil, scenario.matrix == nil else {
      throw .cannotRead("the scenario at '\(place)' has rows: a recording goes on from one that is walked once")
    }
    let started = scenario.steps.prefix { $0.range.start.line <= line }
    let leading = started.reversed().drop { $0.kind.isEnd }
    guard !leading.isEmpty else { throw .cannotRead("no step of a scenario is at '\(place)'") }
    count = leading.count
    self.scenario = scenario
    // By bytes, as a carriage return and a line feed are one character.
    let lines = scenario.file.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    self.lines = lines
    dashes = scenario.steps.compactMap { Self.dash(of: $0, in: lines) }
    guard dashes.count == scenario.steps.count else {
      throw .cannotRead("the steps of the scenario at '\(place)' stand in brackets: write each with a dash on lines of its own")
    }
  }

  /// The line of its dash, which is before it or on the line above; `nil` for a step in brackets.
  private static func dash(of step: Step, in lines: [String]) -> Int? {
    [step.range.start.line, step.range.start.line - 1].first { line in
      lines.indices.contains(line - 1) && lines[line - 1].drop { $0 == " " }.hasPrefix("-")
    }
  }

  var tenant: String? { scenario.tenant?.value }

  /// A recording with its keys and steps, of which nothing is recorded yet.
  var recording: Recording {
    var recording = Recording(title: "recorded")
    recording.account = scenario.accounts.first?.value
    let first = dashes[0]
    let text = lines[first - 1]
    recording.indent = text.prefix { $0 == " " }.count
    recording.head = head(before: first)
    let end = count < scenario.steps.count ? dashes[count] - 1 : lastLine
    var steps = Array(lines[(first - 1)..<max(first, end)])
    while let last = steps.last, last.allSatisfy({ $0 == " " }) || last.drop(while: { $0 == " " }).hasPrefix("#") { steps.removeLast() }
    recording.leading = steps
    return recording
  }

  /// Before the dashes that end its document.
  private var lastLine: Int {
    let start = scenario.range.start.line
    let dashes = lines.dropFirst(start).firstIndex { $0.hasPrefix("---") }
    return dashes ?? lines.count
  }

  /// Its keys but its title, its id and `steps`.
  private func head(before first: Int) -> [String] {
    let begin = lines[..<(scenario.range.start.line - 1)].lastIndex { $0.hasPrefix("---") }.map { $0 + 1 } ?? 0
    var head = lines[begin..<(first - 1)].filter { line in
      !["journey:", "id:", "#"].contains { line.hasPrefix($0) }
    }
    if let steps = head.lastIndex(where: { $0.hasPrefix("steps:") }) { head.removeSubrange(steps...) }
    while head.last?.isEmpty ?? false { head.removeLast() }
    while head.first?.isEmpty ?? false { head.removeFirst() }
    return Array(head)
  }
}

extension Step.Kind {
  /// Whether it ends the journey.
  fileprivate var isEnd: Bool {
    switch self {
    case .finish, .error, .expired, .handOver: true
    default: false
    }
  }
}
