import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyRunner
import JourneyScenario

/// Decides whether a mock keeps a promise: every way of its graph is looked at, and one that breaks it is walked.
struct PromiseJudge: Sendable {
  private let project: Project

  init(project: Project) { self.project = project }

  /// What is found on the tenant, or on this mock in its place; `nil` if something is wrong with the promise, which is reported.
  func finding(
    _ promise: Promise, on name: String, mock: MockTenant? = nil, diagnostics: inout [Diagnostic]
  ) async -> PromiseFinding? {
    guard let site = project.sites[name], let tenant = mock ?? site.mock else { return nil }
    guard let verdict = tenant.judge(promise, diagnostics: &diagnostics) else { return nil }
    var finding = PromiseFinding(promise: promise, tenant: name, outcome: .kept(nil))
    switch verdict {
    case .kept(let extent): finding.outcome = .kept(extent)
    case .unknown(let reason): finding.outcome = .unknown(reason)
    case .untranslated(let texts):
      guard let first = texts.first else { break }
      let more = texts.count > 1 ? ", and \(texts.count - 1) more" : ""
      let line = "'\(first.text)' of \(first.use) is not there in \(first.languages.joined(separator: ", "))\(more)"
      finding.outcome = .broken(PromiseFinding.Breach(line: line, place: first.place))
    case .broken(let way):
      finding.outcome = await outcome(of: BreakingScenario(way, of: promise, on: name, tenant), way.line, on: name, tenant)
    case .told(let way, let difference):
      let scenario = BreakingScenario(way, of: promise, on: name, tenant, tellsApart: true)
      finding.outcome = await outcome(of: scenario, "\(way.line): \(difference)", on: name, tenant)
    }
    return finding
  }

  /// A way that cannot be walked proves nothing.
  private func outcome(of scenario: BreakingScenario, _ line: String, on name: String, _ tenant: MockTenant) async -> PromiseFinding.Outcome
  {
    let text = scenario.text
    let walked = await walks(text, on: name, tenant)
    // A scenario that compares two people fails where they can be told apart.
    if walked == (scenario.tellsApart ? "failed" : "passed") {
      return .broken(PromiseFinding.Breach(line: "the shortest way that was found: \(line)", scenario: text))
    }
    return .unknown("the way \(line) breaks it as far as the file tells, and could not be walked")
  }

  /// How the first case ends that does not pass, else `passed`; empty where nothing was walked.
  private func walks(_ text: String, on name: String, _ tenant: MockTenant) async -> String {
    var settings = RunSettings()
    settings.needsValues = false
    let file = "\(project.files.name(below: "journeys"))/_promises/\(name).yaml"
    var reader = ScenarioReader(files: project.files, context: project.context(settings))
    let reading = reader.readApart(Array(text.utf8), named: file)
    guard reading.isSound else { return "" }
    var planner = RunPlanner(settings, project: project)
    let plan = planner.plan([.success(reading)], of: [file])
    var sink = WalkedVerdicts()
    await MutationWalker(project: project, seed: 7).walk(plan.cases, on: tenant, as: name, into: &sink)
    return sink.names.first { $0 != "passed" } ?? sink.names.first ?? ""
  }
}

/// How cases end.
private struct WalkedVerdicts: EventSink {
  private(set) var names: [String] = []

  mutating func record(_ event: RunEvent) {
    if case .scenarioEnded(let result) = event.kind { names.append(result.verdict.name) }
  }
}
