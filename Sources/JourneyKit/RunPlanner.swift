import Diagnostics
import Encodings
import JourneyLanguage
import JourneyMock
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
  /// What the selected scenarios ask of the environment.
  private(set) var needs: [Reference] = []
  /// All cases before they are shared between runs, by their number and a digest of their ids.
  private(set) var extent = ""
  /// Digests of what all cases read, where they are shared between runs.
  private(set) var inputs: [RunInput: String] = [:]
  /// Whether no case is selected, before the cases are shared between runs.
  private(set) var isSelectionEmpty = false
  /// Where each id of a scenario was found first.
  private var ids: [String: SourceRange] = [:]
  /// Where the scenario of each planned case begins, by the id of the case.
  private var places: [String: SourceRange] = [:]
  /// Passwords of rows and variables that titles of cases on live tenants have.
  private(set) var titledSecrets: [Secret] = []
  /// The caller's name for the run, `***` where it contains a secret; `nil` for none.
  private(set) var label: String?
  /// The tenants of cases that no output may show, since a secret is in a name of theirs.
  private(set) var unshownTenants: Set<String> = []
  /// Who uses the accounts of live tenants.
  private var accounts: SharedAccounts

  init(_ settings: RunSettings, project: Project) {
    self.settings = settings
    self.project = project
    accounts = SharedAccounts(project)
    diagnostics = project.diagnostics
    today = settings.today ?? String(DateText.rfc3339(millisecondsSinceEpoch: Instant.machine.milliseconds).prefix(10))
    readSelection()
    checkTenants()
    checkApp()
  }

  /// Whether a scenario is on a tenant whose mock was not read.
  var needsUnread: Bool { !walked.isDisjoint(with: project.unread) }

  /// The files to read; errors of the paths that name them are reported.
  mutating func reading() -> ProjectReading {
    var finder = ScenarioFinder(files: project.files)
    for path in settings.usedPaths { finder.add(path) }
    diagnostics += finder.diagnostics
    return ProjectReading(files: project.files, context: project.context(settings), names: finder.names)
  }

  /// Plans every selected case of the files that were read.
  ///
  /// - Parameters:
  ///   - outcomes: a file each.
  ///   - names: those of the files.
  mutating func plan(_ outcomes: [ProjectReading.Outcome], of names: [String]) -> Plan {
    var cases: [PlannedCase] = []
    var read: [[Scenario]] = []
    for (outcome, name) in zip(outcomes, names) where !Task.isCancelled {
      switch outcome {
      case .failure(let error):
        diagnostics.append(
          Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil, suggestion: advice(for: name, error)))
      case .success(let reading):
        diagnostics += reading.diagnostics
        read.append(reading.scenarios)
        let extents = reading.scenarios.map(\.extent)
        for (scenario, content) in zip(reading.scenarios, reading.contents) where selection.selects(scenario, among: extents) {
          cases += planned(scenario, content)
        }
      }
    }
    diagnostics += accounts.warnings
    if !settings.judgesAllTenants {
      let used = walked.union(settings.tenants.flatMap(\.names))
      diagnostics = diagnostics.map { project.softened($0, using: used) }
    }
    checkPlaces(outcomes)
    checkVariables(read.joined())
    checkSecrets(outcomes)
    isSelectionEmpty = cases.isEmpty
    if cases.isEmpty { diagnostics += EmptySelection(settings, selection, scenarios: read).warnings }
    cases = settings.selection.cases(of: cases)
    cases = shown(cases)
    if let ids = settings.selection.ids, !ids.isEmpty, !isSelectionEmpty { checkRepeated(ids, among: cases) }
    checkBrowser(cases)
    extent = Self.extent(of: cases)
    if settings.shard != nil, settings.needsValues { inputs = CaseInputs(project, settings).of(cases) }
    diagnostics = project.concealment(ofScenarios: true, naming: needs, more: titledSecrets).concealed(diagnostics)
    var plan = Plan(cases: shared(cases), refusedFiles: refusedFiles())
    let refused = settings.keepsGoing ? RefusedCases(project, diagnostics, scenarios: Set(names)) : nil
    plan.keepGoing(refused?.reasons(for: plan.cases, at: places))
    return plan
  }

  /// Cases of an earlier run that cannot be repeated are named: each of them had not passed.
  private mutating func checkRepeated(_ ids: Set<String>, among cases: [PlannedCase]) {
    if cases.isEmpty {
      isSelectionEmpty = true
      diagnostics.append(EmptySelection.noneLeft(settings.spelling))
    } else if let missing = EmptySelection.missing(ids.subtracting(cases.map(\.id)), settings.spelling) {
      diagnostics.append(missing)
    }
  }

  /// E.g. `4 cases (1f3a9c0d2b)`, in their order: shards of a run have to be dealt out of the same cases.
  private static func extent(of cases: [PlannedCase]) -> String {
    var hash = FNV1a()
    for planned in cases { hash.combine("\(planned.tenant.name) \(planned.id)\n".utf8) }
    return "\(cases.count) case\(cases.count == 1 ? "" : "s") (\(String(hash.value, radix: 16)))"
  }

  /// Where a case is walked in a browser, there has to be one.
  private mutating func checkBrowser(_ cases: [PlannedCase]) {
    guard settings.needsValues, cases.contains(where: { $0.isWalkedInBrowser }) else { return }
    do throws(ProjectRefusal) { _ = try settings.findBrowser() } catch { diagnostics += error.diagnostics }
  }

  /// A line after a file's end belongs to no scenario: the file is likely not the one that was meant, or has changed since.
  private mutating func checkPlaces(_ outcomes: [ProjectReading.Outcome]) {
    for place in selection.places {
      guard let line = place.line else { continue }
      for case .success(let reading) in outcomes where reading.file.name == place.file && line > reading.file.lineCount {
        let file = "'\(place.file)', which ends at line \(reading.file.lineCount)"
        let message = "\(settings.spelling[.places]): no line \(line) in \(file)"
        diagnostics.append(Diagnostic(.badSelection, message, at: nil))
      }
    }
  }

  /// A variable that nothing uses is likely misspelt; what files use that could not be read is not known.
  private mutating func checkVariables(_ scenarios: some Sequence<Scenario>) {
    guard !settings.variables.isEmpty, diagnostics.allSatisfy({ $0.severity != .error }) else { return }
    let used = scenarios.reduce(into: Set<String>()) { $0.formUnion($1.givenNames) }
    let known = scenarios.reduce(into: Set<String>()) { $0.formUnion($1.vars.map(\.name.value)) }
    for name in settings.variables.keys.sorted() where !used.contains(name) {
      diagnostics.append(
        Diagnostic(
          .unusedVariable, "\(settings.spelling[.variables]): no scenario uses a variable '\(name)'", at: nil, severity: .warning,
          suggestion: ClosestMatch.suggestion(for: name, in: known.subtracting([name]))))
    }
  }

  /// Secrets that outputs cannot hide.
  private mutating func checkSecrets(_ outcomes: [ProjectReading.Outcome]) {
    guard !needs.isEmpty else { return }
    var files = (project.tenants?.tenants.first?.name.range.file).map { [$0] } ?? []
    for case .success(let reading) in outcomes { files += reading.scenarios.prefix(1).map(\.file) }
    diagnostics += GuessableSecrets(files: files).problems(with: needs, in: project.environment)
  }

  /// The cases without those that have a secret in a name, which no output could hide; such a run is refused.
  private mutating func shown(_ cases: [PlannedCase]) -> [PlannedCase] {
    label = settings.label
    guard settings.needsValues else { return cases }
    titledSecrets = cases.filter(\.tenant.sharesAccounts).flatMap(\.titledSecrets)
    var names = SecretsInNames(project.knownSecrets(naming: needs) + titledSecrets)
    if let written = settings.label, case let problems = names.problems(withLabel: written, settings.spelling), !problems.isEmpty {
      diagnostics += problems
      label = "***"
    }
    for planned in cases { diagnostics += names.problems(with: planned, at: places[planned.id]) }
    guard !names.cases.isEmpty || label != settings.label else { return cases }
    unshownTenants = Set(cases.filter { names.cases.contains($0.id) }.map(\.tenant.name))
    return cases.filter { !names.cases.contains($0.id) }.map { planned in
      var planned = planned
      planned.facts.label = label
      return planned
    }
  }

  /// The cases of this run's share, which know their places among all.
  private func shared(_ cases: [PlannedCase]) -> [PlannedCase] {
    guard let shard = settings.shard else { return cases }
    var placed = cases
    for index in placed.indices { placed[index].facts.place = index }
    return shard.share(of: placed)
  }

  private func advice(for name: String, _ error: ScenarioFileError) -> String? {
    if let nearest = error.nearest { return "did you mean '\(nearest)'?" }
    return settings.paths == RunSettings().paths && settings.paths.contains(name) ? "'journey init' creates a project" : nil
  }

  /// The tenants of overrides have to be there: else the scenarios of one tenant would quietly be walked on another.
  private mutating func checkTenants() {
    let names = project.tenants?.tenants.map(\.name.value) ?? []
    for override in settings.tenants {
      for name in override.names where !project.knows(name) {
        let possible = names.isEmpty ? "" : ": expected one of \(names.joined(separator: ", "))"
        let nearest = ClosestMatch.of(name, in: names).map { "did you mean '\($0)'?" }
        let message = "\(settings.spelling[.tenants]): no tenant '\(name)'\(possible)"
        diagnostics.append(Diagnostic(.unknownTenant, message, at: nil, suggestion: nearest))
      }
    }
    checkBareTenants()
  }

  /// A bare tenant moves every scenario of its dialect: of two, one would quietly be left out.
  private mutating func checkBareTenants() {
    var first: [String: String] = [:]
    for name in settings.tenants.filter({ $0.tenant == nil }).map(\.target) {
      guard let dialect = project.sites[name]?.dialect.description.name else { continue }
      guard let other = first[dialect] else {
        first[dialect] = name
        continue
      }
      let message = "\(settings.spelling[.tenants]): '\(other)' and '\(name)' both apply to all scenarios of '\(dialect)'"
      diagnostics.append(
        Diagnostic(.badSelection, message, at: nil, suggestion: "for both, write 'matrix: {tenant: [\(other), \(name)]}'"))
    }
  }

  /// The app has to be one of a dialect that some tenant speaks.
  private mutating func checkApp() {
    guard let app = settings.app, app != "all" else { return }
    let apps = project.sites.values.flatMap { $0.dialect.description.apps.map(\.name) }
    guard !apps.isEmpty, !apps.contains(app) else { return }
    let possible = Set(apps).sorted()
    let nearest = ClosestMatch.of(app, in: possible).map { "did you mean '\($0)'?" }
    let message = "\(settings.spelling[.app]): no app '\(app)': expected one of \(possible.joined(separator: ", "))"
    diagnostics.append(Diagnostic(.unknownApp, message, at: nil, suggestion: nearest))
  }

  private mutating func readSelection() {
    for place in settings.selection.places {
      let file = project.files.name(ofArgument: place.file) ?? place.file
      selection.places.append(CaseSelection.Place(file: file, line: place.line))
    }
    do throws(SelectionError) {
      if let tags = settings.selection.tags { selection.tags = try TagExpression(tags) }
    } catch {
      diagnostics.append(Diagnostic(.badSelection, error.message, at: nil))
    }
    guard let name = settings.selection.name else { return }
    do { selection.name = try Pattern(name) } catch {
      diagnostics.append(Diagnostic(.badSelection, "\(settings.spelling[.name]): \(error)", at: nil))
    }
  }

  /// The cases of a scenario that are selected, on the tenants that they are walked on.
  private mutating func planned(_ scenario: Scenario, _ content: UInt64) -> [PlannedCase] {
    let apps = apps(for: scenario)
    var scenario = scenario
    // On a tenant of another dialect a list of apps means nothing.
    if scenario.listsApps, !scenario.apps.contains(where: { apps.known.contains($0.value) }) { scenario.apps = [] }
    let expansion = CaseExpansion(root: "journeys", apps: apps.asked, defaultApp: apps.known.first)
    let count = expansion.count(of: scenario)
    guard count <= CaseExpansion.maxCases else {
      // What is too much without the apps was reported where the file was read.
      if CaseExpansion(root: "").count(of: scenario) <= CaseExpansion.maxCases {
        diagnostics.append(CaseExpansion.refusal(of: count, at: scenario.range))
      }
      return []
    }
    var cases: [PlannedCase] = []
    var checked: Set<String> = []
    let itself = Skipping.reason(scenario, today: today)
    var isFirst = true
    for expanded in expansion.cases(of: scenario) {
      // What is planned of a run that was interrupted is not used.
      if Task.isCancelled { return [] }
      if isFirst { checkID(expanded.group, of: scenario) }
      isFirst = false
      do { guard try selection.selects(expanded) else { continue } } catch {
        diagnostics.append(Diagnostic(.badSelection, "\(settings.spelling[.name]): \(error)", at: nil))
        return []
      }
      guard let site = site(of: expanded) else { continue }
      let skipped = itself ?? scenario.given.flatMap { Skipping.reason($0, on: site) }
      if skipped == nil, expanded.skipped == nil, checked.insert(site.name).inserted {
        checkNeeds(of: scenario, on: site)
        checkSituation(of: scenario, on: site)
        accounts.add(scenario, on: site, insteadOf: expanded.tenant?.value ?? project.defaultTenant)
      }
      var tenant = CaseTenant(
        name: site.name, dialect: site.dialect.description, accounts: scenario.accounts.map(\.value),
        sharesAccounts: site.mock == nil && !site.isServedMock, redirectURI: site.redirectURI.description,
        pages: site.pageDialect?.description)
      tenant.screens = site.screenNames
      if site.engine != nil || (site.pageDialect != nil && scenario.leavesForPages) {
        tenant.engine = scenario.engine?.value ?? settings.engine ?? site.engine
      }
      var planned = PlannedCase(expanded, on: tenant, skipped: skipped ?? expanded.skipped, fixed: fixed)
      planned.facts.label = settings.label
      planned.facts.content = String(content, radix: 16)
      if settings.needsValues { planned.facts.inputs = CaseInputs(project, settings).of(planned, on: site) }
      places[planned.id] = scenario.range
      cases.append(planned)
    }
    if !cases.isEmpty { needs += scenario.needs }
    return cases
  }

  /// What a scenario asks of its caller and does not get: variables and secrets, and leave for commands and probes.
  private mutating func checkNeeds(of scenario: Scenario, on site: TenantSite) {
    let environment = project.environment
    for reference in scenario.needs {
      if let problem = environment.problem(with: reference) ?? environment.problem(with: reference, on: site.secretScope) {
        report(problem)
      }
    }
    for problem in LeaveChecks(trust: project.trust, site: site, spelling: settings.spelling).problems(of: scenario) { report(problem) }
  }

  /// A mock knows the situations that its rules tell apart.
  private mutating func checkSituation(of scenario: Scenario, on site: TenantSite) {
    guard let given = scenario.given, let mock = site.mock else { return }
    var found: [Diagnostic] = []
    _ = mock.inSituation(given, diagnostics: &found)
    for problem in found { report(problem) }
  }

  /// Several cases of a scenario share its errors.
  private mutating func report(_ diagnostic: Diagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }

  /// Ids leave suffixes out, so that scenarios of two files can have one; those of one file are compared where it is read.
  private mutating func checkID(_ id: String, of scenario: Scenario) {
    guard let first = ids[id] else {
      ids[id] = scenario.range
      return
    }
    guard first.file.name != scenario.file.name else { return }
    diagnostics.append(
      Diagnostic(
        .duplicateTitle, "a scenario of '\(first.file.name)' has the id '\(id)' too", at: scenario.range,
        suggestion: "give one of them an 'id', or its file another name", notes: [.init("the first one", at: first)]))
  }

  private var fixed: [Value.Member] {
    settings.variables.sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) }
  }

  /// The apps that a scenario is run as, for the caller; those of its dialect, the default one first.
  private func apps(for scenario: Scenario) -> (asked: [String], known: [String]) {
    let name = (scenario.tenant?.value ?? project.defaultTenant).map { project.installation(of: $0, settings.tenants) }
    let profiles = name.flatMap { project.sites[$0] }?.dialect.description.apps ?? []
    let known = profiles.map(\.name)
    guard let app = settings.app else { return ([], known) }
    return (profiles.filter { app == "all" ? !$0.isEarlier : app == $0.name }.map(\.name), known)
  }

  /// The installation that a case is walked on; `nil` if there is none, which is reported.
  private mutating func site(of expanded: ScenarioCase) -> TenantSite? {
    guard let system = expanded.tenant?.value ?? project.defaultTenant else {
      let place = expanded.scenario.range
      if diagnostics.last?.id != .unknownTenant {
        diagnostics.append(Diagnostic(.unknownTenant, "no tenant to run on: a tenants.yaml with a default tenant is missing", at: place))
      }
      return nil
    }
    let name = project.installation(of: system, settings.tenants)
    let site = project.sites[name]
    if walked.insert(name).inserted { reportProblems(of: name, at: expanded.tenant?.range ?? expanded.scenario.range) }
    return site
  }

  /// A value that a tenant needs from the environment is an error once the tenant is used.
  private mutating func reportProblems(of name: String, at place: SourceRange) {
    diagnostics += project.unbound[name] ?? []
    guard project.tenants == nil else { return }
    diagnostics.append(Diagnostic(.unknownTenant, "no tenant '\(name)': tenants.yaml is missing", at: place))
  }

  /// What is wrong, file by file, in the order found.
  private func refusedFiles() -> [RefusedFile] {
    let renderer = DiagnosticRenderer()
    var files: [RefusedFile] = []
    var places: [String: Int] = [:]
    let path = settings.paths.first.map { path in project.files.name(ofArgument: path).flatMap { $0.isEmpty ? nil : $0 } ?? path } ?? ""
    // That a value is not set here does not matter for the files.
    for diagnostic in diagnostics where diagnostic.severity == .error || settings.isStrict && diagnostic.id != .notSet {
      let name = diagnostic.range?.file.name ?? path
      let problem = RefusedFile.Problem(
        id: diagnostic.id.rawValue, message: diagnostic.message, place: diagnostic.range.map { Excerpt($0) },
        rendered: renderer.render(diagnostic))
      if let index = places[name] {
        files[index].problems.append(problem)
      } else {
        places[name] = files.count
        files.append(RefusedFile(file: name, problems: [problem]))
      }
    }
    return files
  }
}
