import Diagnostics
import Encodings
import JourneyModel
import JourneyRunner
import JourneyScenario

/// Reads scenarios and plans their cases: what is walked, what is skipped and why, and what is wrong.
struct RunPlanner {
  private let settings: RunSettings
  private let project: Project
  private var selection = CaseSelection()
  private(set) var diagnostics: [Diagnostic]
  /// The tenants that a planned case is walked on, or would be if they were whole.
  private var walked: Set<String> = []
  private let today: String

  init(_ settings: RunSettings, project: Project) {
    self.settings = settings
    self.project = project
    diagnostics = project.diagnostics
    today = settings.today ?? String(DateText.rfc3339(millisecondsSinceEpoch: Instant.machine.milliseconds).prefix(10))
    readSelection()
    checkTenants()
    checkApp()
  }

  /// Reads every file and plans every selected case.
  mutating func plan() -> (plan: Plan, scenarios: [Scenario]) {
    var finder = ScenarioFinder(files: project.files)
    for path in paths { finder.add(path) }
    diagnostics += finder.diagnostics
    var reader = ScenarioReader(files: project.files, surroundings: project.surroundings(settings))
    var scenarios: [Scenario] = []
    var cases: [PlannedCase] = []
    for name in finder.names {
      let reading: ScenarioReader.Reading
      do throws(ScenarioFileError) { reading = reader.read(try project.files.bytes(of: name), named: name) } catch {
        diagnostics.append(Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil))
        continue
      }
      diagnostics += reading.diagnostics
      let extents = reading.scenarios.map(\.extent)
      for scenario in reading.scenarios where selection.selects(scenario, among: extents) {
        scenarios.append(scenario)
        cases += planned(scenario)
      }
    }
    return (Plan(cases: cases, refusedFiles: refusedFiles()), scenarios)
  }

  /// The paths asked for; a place outside of the usual folder is a path too.
  private var paths: [String] {
    guard settings.paths == RunSettings().paths, !selection.places.isEmpty else { return settings.paths }
    return settings.selection.places.map { place in place.lastIndex(of: ":").map { String(place[..<$0]) } ?? place }
  }

  /// What `--tenant` names has to be there: else the scenarios of one tenant would quietly be walked on another.
  private mutating func checkTenants() {
    let names = project.tenants?.tenants.map(\.name.value) ?? []
    for override in settings.tenants {
      for name in override.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) where !project.knows(String(name)) {
        let possible = names.isEmpty ? "" : ": there is \(names.joined(separator: ", "))"
        let nearest = ClosestMatch.of(String(name), in: names).map { "did you mean '\($0)'?" }
        diagnostics.append(Diagnostic(.unknownTenant, "--tenant: no tenant '\(name)'\(possible)", at: nil, suggestion: nearest))
      }
    }
  }

  /// What `--app` names has to be an app of a dialect that some tenant speaks.
  private mutating func checkApp() {
    guard let app = settings.app, app != "all" else { return }
    let apps = project.sites.values.flatMap { $0.dialect.description.apps.map(\.name) }
    guard !apps.isEmpty, !apps.contains(app) else { return }
    let possible = Set(apps).sorted()
    let nearest = ClosestMatch.of(app, in: possible).map { "did you mean '\($0)'?" }
    let message = "--app: no app '\(app)': there is \(possible.joined(separator: ", "))"
    diagnostics.append(Diagnostic(.unknownApp, message, at: nil, suggestion: nearest))
  }

  private mutating func readSelection() {
    do throws(SelectionError) {
      if let tags = settings.selection.tags { selection.tags = try TagExpression(tags) }
      for place in settings.selection.places {
        var read = try CaseSelection.Place(place)
        read.file = project.files.name(ofArgument: read.file) ?? read.file
        selection.places.append(read)
      }
    } catch {
      diagnostics.append(Diagnostic(.badSelection, error.message, at: nil))
    }
    guard let name = settings.selection.name else { return }
    do { selection.name = try Pattern(name) } catch {
      diagnostics.append(Diagnostic(.badSelection, "--name: \(error)", at: nil))
    }
  }

  /// The cases of a scenario that are selected, on the tenants that they are walked on.
  private mutating func planned(_ scenario: Scenario) -> [PlannedCase] {
    let expansion = CaseExpansion(root: "journeys", apps: apps(for: scenario))
    var cases: [PlannedCase] = []
    for expanded in expansion.cases(of: scenario) {
      do { guard try selection.selects(expanded) else { continue } } catch {
        diagnostics.append(Diagnostic(.badSelection, "--name: \(error)", at: nil))
        return []
      }
      guard let site = site(of: expanded) else { continue }
      let tenant = CaseTenant(
        name: site.name, dialect: site.dialect.description, accounts: scenario.accounts.map(\.value),
        sharesAccounts: site.mock == nil && !site.isServedMock, redirectURI: site.redirectURI.description)
      cases.append(PlannedCase(expanded, on: tenant, skipped: Skipping.reason(scenario, today: today), fixed: fixed))
    }
    return cases
  }

  private var fixed: [Value.Member] {
    settings.variables.sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) }
  }

  private func apps(for scenario: Scenario) -> [String] {
    guard let app = settings.app else { return [] }
    guard app == "all" else { return [app] }
    let name = scenario.tenant?.value ?? project.defaultTenant
    return name.flatMap { project.sites[$0] }?.dialect.description.apps.map(\.name) ?? []
  }

  /// The installation that a case is walked on; `nil` where there is none, which is reported.
  private mutating func site(of expanded: ScenarioCase) -> TenantSite? {
    guard let system = expanded.tenant?.value ?? project.defaultTenant else {
      let place = expanded.scenario.range
      if diagnostics.last?.id != .unknownTenant {
        diagnostics.append(Diagnostic(.unknownTenant, "no tenant to walk on: there is no tenants.yaml with a default one", at: place))
      }
      return nil
    }
    let name = installation(of: system)
    let site = project.sites[name]
    if walked.insert(name).inserted { reportProblems(of: name, at: expanded.tenant?.range ?? expanded.scenario.range) }
    return site
  }

  /// What the environment owes to a tenant is a mistake once the tenant is walked.
  private mutating func reportProblems(of name: String, at place: SourceRange) {
    diagnostics += project.unbound[name] ?? []
    guard project.tenants == nil else { return }
    diagnostics.append(Diagnostic(.unknownTenant, "no tenant '\(name)': there is no tenants.yaml", at: place))
  }

  /// What the command line says of a system: `acme=acme-staging`, or a bare name for all of its dialect.
  private func installation(of system: String) -> String {
    for override in settings.tenants {
      guard let equals = override.firstIndex(of: "=") else {
        let dialect = project.sites[override]?.dialect.description.name
        if dialect != nil, dialect == project.sites[system]?.dialect.description.name { return override }
        continue
      }
      if override[..<equals] == system { return String(override[override.index(after: equals)...]) }
    }
    return system
  }

  /// What is wrong, file by file, in the order found.
  private func refusedFiles() -> [RefusedFile] {
    let renderer = DiagnosticRenderer()
    var files: [RefusedFile] = []
    for diagnostic in diagnostics where diagnostic.severity == .error || settings.isStrict {
      let name = diagnostic.range?.file.name ?? settings.paths.first ?? ""
      let problem = RefusedFile.Problem(
        id: diagnostic.id.rawValue, message: diagnostic.message, place: diagnostic.range.map { Excerpt($0) },
        rendered: renderer.render(diagnostic))
      if let index = files.firstIndex(where: { $0.file == name }) {
        files[index].problems.append(problem)
      } else {
        files.append(RefusedFile(file: name, problems: [problem]))
      }
    }
    return files
  }
}
