internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Everything about a scenario that can be known without walking it.
struct ScenarioChecks {
  let scenario: Scenario
  let surroundings: ScenarioSurroundings
  var diagnostics: [Diagnostic] = []
  /// What the scenario asks of the environment; known after `all`.
  private(set) var needs: [Reference] = []

  private let mayLackNames: Bool

  /// Whether nothing was wrong with it so far.
  private let isSound: Bool

  /// - Parameters:
  ///   - mayLackNames: whether names may be bound that could not be read.
  ///   - isSound: whether nothing of it was wrong when it was read.
  init(_ scenario: Scenario, in surroundings: ScenarioSurroundings, mayLackNames: Bool, isSound: Bool) {
    self.mayLackNames = mayLackNames
    self.isSound = isSound
    self.scenario = scenario
    self.surroundings = surroundings
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, suggestion: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, message, at: range, severity: severity, suggestion: suggestion, notes: notes))
  }

  /// What is wrong, in the order of the checks.
  mutating func all() -> [Diagnostic] {
    var order = OrderFlow()
    order.follow(scenario.steps)
    diagnostics += order.diagnostics
    var names: [String: SourceRange] = [:]
    checkSteps(scenario.before, &names)
    checkSteps(scenario.steps, &names)
    checkSteps(scenario.after, &names)
    checkTitle()
    checkMatrix()
    let tenant = tenant()
    checkAccounts(tenant)
    var flow = NameFlow(scenario, variables: surroundings.variables, attributes: attributes(tenant), mayLackNames: mayLackNames)
    flow.follow(scenario)
    diagnostics += flow.diagnostics
    needs = flow.needs
    if let dialect = tenant?.dialect {
      var checks = DialectChecks(dialect, inventory: tenant?.inventory, tenants: surroundings.tenants ?? [:])
      checks.check(scenario)
      diagnostics += checks.diagnostics
    }
    // A scenario that is being written has no end yet; what is wrong with it comes first.
    if isSound, diagnostics.allSatisfy({ $0.severity != .error }) { checkLastStep() }
    return diagnostics
  }

  /// Names are unique in a scenario, and a step that says nothing is likely a mistake.
  private mutating func checkSteps(_ steps: [Step], _ names: inout [String: SourceRange], isBranch: Bool = false) {
    for (index, step) in steps.enumerated() {
      if step.name != nil, let first = names.updateValue(step.range, forKey: step.id) {
        report(
          .duplicateName, "two steps have the name '\(step.name ?? "")'", at: step.range, notes: [.init("the first one", at: first)])
      }
      switch step.kind {
      case .screen(let screen): checkSaysSomething(screen, step, isHead: isBranch && index == 0)
      case .either(let branches): for branch in branches { checkSteps(branch, &names, isBranch: true) }
      case .repeated(_, let steps): checkSteps(steps, &names)
      case .handOver(let handover): checkSteps(handover.steps, &names)
      case .finish, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .message, .push, .request, .run, .wait, .check: break
      case .use, .token: break
      }
    }
  }

  /// A step that fits any screen, or none, and says nothing else.
  ///
  /// - Parameter isHead: whether it says which branch is taken, which is something.
  private mutating func checkSaysSomething(_ screen: ExpectedScreen, _ step: Step, isHead: Bool) {
    var fitsAny = screen.isOptional
    if case .matcher(let matcher) = screen.id, matcher.rule == .present { fitsAny = true }
    guard fitsAny, !screen.saysSomething, step.captures.isEmpty, !isHead else { return }
    report(
      .checksNothing, "the step checks nothing and answers nothing: it holds whatever is shown", at: step.range, severity: .warning)
  }

  /// What a step does and no step looks at was likely forgotten; a refusal at the end would be seen, another screen would not.
  private mutating func checkLastStep() {
    guard let last = Self.lastSteps(of: scenario.steps).first(where: \.step.movesOn) else { return }
    report(
      .unseenEnd, "the last step \(last.step.kind.head == .screen ? "answers" : "acts"), and nothing is said of what comes",
      at: last.use ?? last.step.range, severity: .warning,
      suggestion: "add '- screen: <id>', '- finish:' or another step that looks at it",
      notes: last.use == nil ? [] : [.init("the last step", at: last.step.range)])
  }

  /// The steps of which one is the last to be taken; of one in a fragment also where the scenario uses the fragment.
  private static func lastSteps(of steps: [Step]) -> [(step: Step, use: SourceRange?)] {
    guard let last = steps.last else { return [] }
    switch last.kind {
    case .use(let use): return lastSteps(of: use.steps).map { ($0.step, last.range) }
    case .either(let branches): return branches.flatMap { $0.isEmpty ? lastSteps(of: steps.dropLast()) : lastSteps(of: $0) }
    case .repeated(_, let inner): return lastSteps(of: inner)
    case .message, .wait, .check, .request, .run: return lastSteps(of: steps.dropLast())
    case .screen, .finish, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .push, .token: return [(last, nil)]
    }
  }

  private static func lastSteps(of steps: ArraySlice<Step>) -> [(step: Step, use: SourceRange?)] { lastSteps(of: Array(steps)) }

  /// A title is known before anything is walked: it draws on the row and the cell only.
  private mutating func checkTitle() {
    guard scenario.title.constant == nil else { return }
    let axes = scenario.matrix?.axes.map(\.name.value) ?? []
    let columns = scenario.examples?.rows.flatMap { $0.values.map(\.name.value) } ?? []
    let known = Set(axes + columns + ["case"])
    for part in scenario.title.parts {
      guard case .expression(let expression) = part else { continue }
      guard case .reference(let reference) = expression else {
        report(
          .badValue, "a title has no generated values, as it is the test's name; it may use what stands in 'examples' and 'matrix'",
          at: scenario.title.range)
        continue
      }
      check(reference, known: known)
    }
  }

  private mutating func check(_ reference: Reference, known: Set<String>) {
    if reference.name == "secret" {
      return report(.secretInName, "a secret cannot stand in a title", at: reference.range)
    }
    guard known.contains(reference.name) else {
      let nearest = ClosestMatch.of(reference.name, in: known)
      return report(
        .unboundVariable, "a title may use what stands in 'examples' and 'matrix', where there is no '\(reference.name)'",
        at: reference.range, suggestion: nearest.map { "did you mean '\($0)'?" })
    }
    let isGenerated = scenario.examples?.rows.contains { row in
      row.values.contains { $0.name.value == reference.name && $0.value.constant == nil }
    }
    if isGenerated == true {
      report(.badValue, "'\(reference.name)' has variables in 'examples', and a title holds no generated values", at: reference.range)
    }
  }

  /// More cases than anybody waits for are a slip of the hand.
  private mutating func checkMatrix() {
    guard let matrix = scenario.matrix, let first = matrix.axes.first else { return }
    var count = max(scenario.examples?.rows.count ?? 1, 1)
    for axis in matrix.axes { count = min(count * axis.values.count, 1_000_000) }
    if count > CaseExpansion.mostCases {
      report(.tooLarge, "the scenario has \(count) cases, at most \(CaseExpansion.mostCases) are walked", at: first.name.range)
    }
  }
}

extension Step {
  /// Whether something else may be shown after it, which it does not look at.
  fileprivate var movesOn: Bool {
    switch kind {
    case .screen(let screen): (!screen.answers.isEmpty || screen.press != nil) && screen.refuses.isEmpty
    case .reset, .refreshScreen, .startAgain, .open, .push: true
    case .finish, .handOver, .error, .expired, .message, .request, .run, .wait, .check, .use, .either, .repeated, .token: false
    }
  }
}

extension ExpectedScreen {
  /// Whether anything stands beside the head but `optional`.
  var saysSomething: Bool {
    !forms.isEmpty || !widgets.isEmpty || onlyForms != nil || onlyWidgets != nil || messages != .unsaid || !branding.isEmpty
      || response != nil || snapshot != nil || !answers.isEmpty || press != nil || !refuses.isEmpty
  }
}

/// Tenants and accounts.
extension ScenarioChecks {
  /// The tenant that it walks, where it is known; a tenant that is not there is reported.
  private mutating func tenant() -> TenantSurroundings? {
    guard let tenants = surroundings.tenants else { return nil }
    let axis = scenario.matrix?.axes.first { $0.name.value == "tenant" }?.values ?? []
    var found: TenantSurroundings?
    for name in axis.isEmpty ? [scenario.tenant].compactMap({ $0 }) : axis {
      guard let tenant = tenants[name.value] else {
        let nearest = ClosestMatch.of(name.value, in: tenants.keys)
        let possible = nearest == nil ? Self.list(tenants.keys) : ""
        report(
          .unknownTenant, "no tenant '\(name.value)' in tenants.yaml\(possible)", at: name.range,
          suggestion: nearest.map { "did you mean '\($0)'?" })
        continue
      }
      found = found ?? tenant
    }
    if axis.isEmpty, scenario.tenant == nil {
      guard let name = surroundings.defaultTenant else {
        report(
          .unknownTenant, "the scenario names no tenant, and tenants.yaml has no 'default'", at: scenario.range,
          suggestion: "write 'tenant: <name>' beside 'journey'")
        return nil
      }
      found = tenants[name]
    }
    return found
  }

  private mutating func checkAccounts(_ tenant: TenantSurroundings?) {
    guard let accounts = tenant?.accounts else { return }
    for account in scenario.accounts where accounts[account.value] == nil {
      let nearest = ClosestMatch.of(account.value, in: accounts.keys)
      let possible = nearest == nil ? Self.list(accounts.keys) : ""
      let owner = tenant?.installation.map { "tenant '\($0)'" } ?? "the tenant"
      let place = tenant?.installation.map { "write it under 'accounts' of '\($0)' in tenants.yaml" }
      report(
        .unknownAccount, "\(owner) has no account '\(account.value)'\(possible)", at: account.range,
        suggestion: nearest.map { "did you mean '\($0)'?" } ?? place)
    }
  }

  /// What all accounts have that it may sign in as.
  private func attributes(_ tenant: TenantSurroundings?) -> Set<String>? {
    guard let accounts = tenant?.accounts else { return nil }
    var common: Set<String>?
    for account in scenario.accounts {
      guard let names = accounts[account.value] else { return nil }
      common = common?.intersection(names) ?? Set(names)
    }
    return common
  }

  private static func list(_ names: some Sequence<String>) -> String {
    let sorted = names.sorted()
    guard !sorted.isEmpty else { return "; there are none" }
    return "; there \(sorted.count == 1 ? "is" : "are") " + sorted.prefix(20).joined(separator: ", ") + (sorted.count > 20 ? ", …" : "")
  }
}
