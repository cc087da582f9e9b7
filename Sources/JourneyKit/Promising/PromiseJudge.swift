import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyRunner
import JourneyScenario
import TenantDecisions

/// Decides whether a mock keeps a promise: every way of its graph is looked at, and one that breaks it is walked.
struct PromiseJudge: Sendable {
  private let project: Project
  /// By which a way is walked.
  private let settings: RunSettings
  /// What it is checked against first.
  private let context: ScenarioContext

  init(project: Project) {
    self.project = project
    var settings = RunSettings()
    // What the tenant does not show is found by walking.
    (settings.needsValues, settings.checksInventories) = (false, false)
    (self.settings, context) = (settings, project.context(settings))
  }

  /// What is found on the tenant, or on this mock in its place; `nil` if something is wrong with the promise, which is reported.
  func finding(
    _ promise: Promise, on name: String, mock: MockTenant? = nil, diagnostics: inout [Diagnostic]
  ) async -> PromiseFinding? {
    guard let site = project.sites[name], let tenant = mock ?? site.mock else { return nil }
    guard let verdict = tenant.judge(promise, diagnostics: &diagnostics) else { return nil }
    var finding = PromiseFinding(promise: promise, tenant: name, outcome: .unknown("nothing was found"))
    switch verdict {
    case .kept(let extent): finding.outcome = .kept(.ways(extent))
    case .unknown(let reason): finding.outcome = .unknown(reason)
    case .untranslated(let texts):
      guard let first = texts.first else { break }
      let more = texts.count > 1 ? ", and \(texts.count - 1) more" : ""
      let line = "'\(first.text)' of \(first.use) is not there in \(first.languages.joined(separator: ", "))\(more)"
      finding.outcome = .broken(PromiseFinding.Breach(line: line, place: first.place))
    case .refused(let failure, let situation, let place):
      finding.outcome = .broken(PromiseFinding.Breach(line: "in situation '\(situation)' \(failure.line)", place: place))
    case .broken(let way):
      let line = way.line + (way.stay.map { ": \($0.line)" } ?? "")
      let scenario = scenario(way, of: promise, on: name, tenant)
      finding.outcome = await outcome(of: scenario, line, rule: WalkedRule(promise), on: name, tenant)
    case .told(let way, let difference):
      let scenario = scenario(way, of: promise, on: name, tenant, tellsApart: true)
      finding.outcome = await outcome(of: scenario, "\(way.line): \(difference)", on: name, tenant)
    }
    return finding
  }

  /// A way as a scenario in the dialect in which the tenant is walked.
  func scenario(
    _ way: BreakingWay, of promise: Promise, on name: String, _ tenant: MockTenant, tellsApart: Bool = false
  ) -> BreakingScenario {
    let dialect = project.sites[name]?.dialect.description
    return BreakingScenario(
      way, of: promise, on: name, tenant, startKeys: Set(dialect?.startKeys.map(\.name) ?? []),
      goesOnInPages: dialect?.name == tenant.dialect && tenant.goesOnInPages, tellsApart: tellsApart)
  }

  private func outcome(
    of scenario: BreakingScenario, _ line: String, rule: WalkedRule? = nil, on name: String, _ tenant: MockTenant
  ) async -> PromiseFinding.Outcome {
    switch await walked(scenario, rule: rule, on: name, tenant) {
    case .asPredicted(let text): .broken(PromiseFinding.Breach(line: "the shortest way that was found: \(line)", scenario: text))
    case .otherwise(let text): .unknown("the graph predicts that \(line) breaks it, but the walk does not", scenario: text)
    case .notToItsEnd(let reason, _):
      .unknown(
        "the graph predicts that \(line) breaks it, and it could not be walked\(reason.map { ": \($0)" } ?? "")", scenario: scenario.text)
    }
  }

  /// What comes of walking a way that the graph predicts.
  enum WalkedWay {
    /// By this scenario.
    case asPredicted(String)
    case otherwise(String)
    /// With what came in between; `nil` where that is not known.
    ///
    /// - Parameter buttonless: the screen on which it ended, if a person can press nothing there that sends the form.
    case notToItsEnd(reason: String?, buttonless: Screen? = nil)
  }

  /// A way that cannot be walked proves nothing, nor does a walk that keeps the promise.
  ///
  /// - Parameter rule: what is to be broken by the walk; `nil` where a walk does not tell.
  func walked(_ scenario: BreakingScenario, rule: WalkedRule? = nil, on name: String, _ tenant: MockTenant) async -> WalkedWay {
    var scenario = scenario
    var text = scenario.text
    while true {
      let walk = await walks(text, on: name, tenant)
      let way = walkedWay(walk, text, scenario, rule)
      guard case .notToItsEnd = way else { return way }
      // Once more without what is not shown to this person.
      scenario = scenario.leavingOut(walk.widgetsNotThere)
      let shorter = scenario.text
      guard shorter != text else { return way }
      text = shorter
    }
  }

  private func walkedWay(_ walked: WayWalk, _ text: String, _ scenario: BreakingScenario, _ rule: WalkedRule?) -> WalkedWay {
    // A scenario that compares two people fails where they can be distinguished.
    guard scenario.tellsApart ? walked.isToldApart : walked.verdict == "passed" else {
      return .notToItsEnd(reason: walked.reason, buttonless: walked.buttonless)
    }
    if let rule, walked.met.walks.values.allSatisfy({ rule.isContradicted(by: $0) }) { return .otherwise(text) }
    return .asPredicted(text)
  }

  /// How the scenario ends on the tenant.
  private func walks(_ text: String, on name: String, _ tenant: MockTenant) async -> WayWalk {
    let file = "\(project.files.name(below: "journeys"))/_promises/\(name).yaml"
    var reader = ScenarioReader(files: project.files, context: context)
    let reading = reader.readApart(Array(text.utf8), named: file)
    var walk = WayWalk()
    guard reading.isSound else {
      walk.reason = reading.diagnostics.first { $0.severity == .error }.map(\.message)
      return walk
    }
    var planner = RunPlanner(settings, project: project)
    let plan = planner.plan([.success(reading)], of: [file])
    await MutationWalker(project: project, seed: 7).walk(plan.cases, on: tenant, as: name, into: &walk)
    return walk
  }
}

/// How the walk of a scenario ends.
private struct WayWalk: EventSink {
  /// Of the first case that does not pass, else `passed`; empty where nothing was walked.
  private(set) var verdict = ""
  /// What came in between first; `nil` for nothing.
  var reason: String?
  /// Whether two people who were compared can be distinguished.
  private(set) var isToldApart = false
  private(set) var met = MetRun()
  /// The screen that was shown last.
  private var screen: Screen?
  /// The screen on which it stopped because a person can press nothing there that sends the form; `nil` where they could.
  private(set) var buttonless: Screen?
  /// The widgets that were to be answered and were not on the screen.
  private(set) var widgetsNotThere: Set<String> = []

  mutating func record(_ event: RunEvent) {
    met.record(event)
    switch event.kind {
    case .mismatch(let mismatch) where mismatch.kind == .distinguishable: isToldApart = true
    case .screenShown(let shown): screen = shown
    case .mismatch(let mismatch):
      if mismatch.kind == .press, reason == nil { buttonless = screen }
      if mismatch.kind == .answer, case .answer(let widget) = mismatch.subject { widgetsNotThere.insert(widget) }
      stop("expected \(mismatch.expected), actual \(mismatch.actual)", mismatch.place)
    case .stepEnded(.broken(let breakage)): stop(breakage.message, nil)
    case .scenarioEnded(let result): if verdict.isEmpty || verdict == "passed" { verdict = result.verdict.name }
    default: break
    }
  }

  private mutating func stop(_ what: String, _ place: Excerpt?) {
    guard reason == nil else { return }
    reason = place.map { "at '\($0.text.drop { $0 == " " })', \(what)" } ?? what
  }
}
