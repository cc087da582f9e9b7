internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Everything about a scenario that can be known without walking it.
struct ScenarioChecks {
  let scenario: Scenario
  let context: ScenarioContext
  var diagnostics: [Diagnostic] = []
  /// What the scenario asks of the environment; known after `all`.
  private(set) var needs: [Reference] = []
  /// The variables of the caller that it uses; known after `all`.
  private(set) var givenNames: Set<String> = []

  private let mayLackNames: Bool

  /// Whether nothing was wrong with it so far.
  private let isSound: Bool

  /// - Parameters:
  ///   - mayLackNames: whether names may be bound that could not be read.
  ///   - isSound: whether nothing of it was wrong when it was read.
  init(_ scenario: Scenario, in context: ScenarioContext, mayLackNames: Bool, isSound: Bool) {
    self.mayLackNames = mayLackNames
    self.isSound = isSound
    self.scenario = scenario
    self.context = context
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, suggestion: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, message, at: range, severity: severity, suggestion: suggestion, notes: notes))
  }

  /// What is wrong, in the order of the checks.
  mutating func all() -> [Diagnostic] {
    var order = StepOrderChecks()
    order.follow(scenario.steps)
    diagnostics += order.diagnostics
    var names: [String: SourceRange] = [:]
    checkSteps(scenario.before, &names)
    checkSteps(scenario.steps, &names)
    checkSteps(scenario.after, &names)
    checkTitle()
    checkMatrix()
    checkComparedRows()
    let tenant = tenant()
    checkAbsentMails(tenant?.addresses)
    checkAccounts(tenant)
    if let tenant, !tenant.hasOpenID { checkSite(tenant.name ?? "") }
    var flow = NameScopeChecks(
      scenario, variables: context.variables, attributes: attributes(tenant), known: context.knownNames, mayLackNames: mayLackNames)
    flow.follow(scenario)
    diagnostics += flow.diagnostics
    needs = flow.needs
    givenNames = flow.used.intersection(context.variables)
    if let dialect = tenant?.dialect {
      var checks = DialectChecks(
        dialect, inventory: tenant?.inventory, pages: tenant?.pages, tenant: tenant?.name, tenants: context.tenants ?? [:])
      checks.check(scenario)
      diagnostics += checks.diagnostics
    }
    // A scenario that is being written has no end yet; what is wrong with it comes first.
    if isSound, diagnostics.allSatisfy({ $0.severity != .error }) { checkLastStep() }
    return diagnostics
  }

  /// Names are unique in a scenario, and a step that checks nothing is likely an error.
  private mutating func checkSteps(_ steps: [Step], _ names: inout [String: SourceRange], isBranch: Bool = false) {
    for (index, step) in steps.enumerated() {
      if step.name != nil, let first = names.updateValue(step.range, forKey: step.id) {
        report(
          .duplicateName, "two steps have the name '\(step.name ?? "")'", at: step.range, notes: [.init("the first one", at: first)])
      }
      if case .screen(let screen) = step.kind { checkSaysSomething(screen, step, isHead: isBranch && index == 0) }
      if case .either(let branches) = step.kind {
        diagnostics += BranchChecks(tenants: context.tenantNames).diagnostics(of: branches)
      }
      // The names in a fragment are its own.
      if case .use = step.kind { continue }
      for list in step.kind.children { checkSteps(list, &names, isBranch: step.kind.head == .either) }
    }
  }

  /// A step that fits any screen, or none, and has nothing else in it.
  ///
  /// - Parameter isHead: whether it says which branch is taken, which is something.
  private mutating func checkSaysSomething(_ screen: ExpectedScreen, _ step: Step, isHead: Bool) {
    var fitsAny = screen.isOptional
    if case .matcher(let matcher) = screen.id, matcher.rule == .present { fitsAny = true }
    guard fitsAny, !screen.saysSomething, step.captures.isEmpty, !isHead else { return }
    report(
      .checksNothing, "the step checks and answers nothing, so it always passes", at: step.range, severity: .warning)
  }

  /// What a step does and no step looks at was likely forgotten; a refusal at the end would be seen, another screen would not.
  private mutating func checkLastStep() {
    guard let last = Self.lastSteps(of: scenario.steps).first(where: \.step.movesOn) else { return }
    report(
      .unseenEnd, "the last step \(last.step.kind.head == .screen ? "answers" : "acts"), and no step checks what follows",
      at: last.use ?? last.step.range, severity: .warning,
      suggestion: "add '- screen: <id>', '- finish:' or another step that checks it",
      notes: last.use == nil ? [] : [.init("the last step", at: last.step.range)])
  }

  /// The steps of which one is the last to be taken; of one in a fragment also where the scenario uses the fragment.
  private static func lastSteps(of steps: [Step]) -> [(step: Step, use: SourceRange?)] {
    guard let last = steps.last else { return [] }
    switch last.kind {
    case .use(let use): return lastSteps(of: use.steps).map { ($0.step, last.range) }
    case .either(let branches): return branches.flatMap { $0.isEmpty ? lastSteps(of: steps.dropLast()) : lastSteps(of: $0) }
    case .repeated(_, let inner): return lastSteps(of: inner)
    default: return last.kind.head.specification.role == .outside ? lastSteps(of: steps.dropLast()) : [(last, nil)]
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
          .badValue, "a title has no generated values, because it is the test's name; it may use values from 'examples' and 'matrix'",
          at: scenario.title.range)
        continue
      }
      check(reference, known: known)
    }
  }

  private mutating func check(_ reference: Reference, known: Set<String>) {
    if reference.name == "secret" {
      return report(.secretInName, "a secret is not allowed in a title", at: reference.range)
    }
    guard known.contains(reference.name) else {
      return report(
        .unboundVariable, "a title may use values from 'examples' and 'matrix', which have no '\(reference.name)'",
        at: reference.range, suggestion: ClosestMatch.suggestion(for: reference.name, in: known))
    }
    let isGenerated = scenario.examples?.rows.contains { row in
      row.values.contains { $0.name.value == reference.name && $0.value.constant == nil }
    }
    if isGenerated == true {
      report(.badValue, "'\(reference.name)' has variables in 'examples', and a title contains no generated values", at: reference.range)
    }
  }

  /// More cases than anybody waits for are a slip of the hand.
  private mutating func checkMatrix() {
    guard let first = scenario.matrix?.axes.first else { return }
    let count = CaseExpansion(root: "").count(of: scenario)
    if count > CaseExpansion.maxCases { diagnostics.append(CaseExpansion.refusal(of: count, at: first.name.range)) }
  }
}

extension Step {
  /// Whether something else may be shown after it, which it does not look at.
  fileprivate var movesOn: Bool {
    if case .screen(let screen) = kind { return (!screen.answers.isEmpty || screen.press != nil) && screen.refuses.isEmpty }
    return [.action, .start].contains(kind.head.specification.role)
  }
}

extension ExpectedScreen {
  /// Whether there is a key next to the head other than `optional`.
  var saysSomething: Bool {
    !forms.isEmpty || !widgets.isEmpty || onlyForms != nil || onlyWidgets != nil || messages != .unsaid || !branding.isEmpty
      || response?.isEmpty == false || snapshot != nil || !answers.isEmpty || press != nil || !refuses.isEmpty
  }
}

/// Tenants and accounts.
extension ScenarioChecks {
  /// The tenant that it walks, where it is known; a tenant that is not there is reported.
  private mutating func tenant() -> TenantContext? {
    guard let tenants = context.tenants else { return nil }
    let axis = scenario.matrix?.axes.first { $0.name.value == "tenant" }?.values ?? []
    var found: TenantContext?
    for name in axis.isEmpty ? [scenario.tenant].compactMap({ $0 }) : axis {
      guard let tenant = tenants[name.value] else {
        diagnostics.append(
          .unknown(
            .unknownTenant, "no tenant '\(name.value)' in tenants.yaml", name, among: tenants.keys.sorted(), none: "there are none"))
        continue
      }
      found = found ?? tenant
    }
    if axis.isEmpty, scenario.tenant == nil {
      guard let name = context.defaultTenant else {
        report(
          .unknownTenant, "the scenario names no tenant, and tenants.yaml has no 'default'", at: scenario.range,
          suggestion: "write 'tenant: <name>' next to 'journey'")
        return nil
      }
      found = tenants[name]
    }
    return found
  }

  /// A web site without OpenID knows no app: nothing asks for parameters, and nothing gives tokens.
  private mutating func checkSite(_ name: String) {
    var steps: [Step] = []
    (scenario.before + scenario.steps + scenario.after).forEachStep { steps.append($0) }
    for step in steps {
      switch step.kind {
      case .finish, .token, .error:
        report(
          .needsOpenID, "'\(step.kind.head.rawValue)' needs OpenID, and the tenant '\(name)' is a web site without it", at: step.range,
          suggestion: step.kind.head == .logout
            ? "press the site's own button, e.g. 'press: Sign out'" : "check the page that is shown at the end, e.g. '- screen: account'")
      case .startAgain(let start): checkSite(start, name)
      case .screen, .handOver, .expired, .reset, .refreshScreen, .open, .message, .push, .request, .run, .wait, .check, .use, .either,
        .repeated:
        break
      }
    }
    checkSite(scenario.start, name)
  }

  private mutating func checkSite(_ start: StartSpecification, _ name: String) {
    guard let member = (start.keys.filter { $0.name.value != "session" } + start.parameters).first else { return }
    report(
      .needsOpenID, "'\(member.name.value)' is a parameter of OpenID, and the tenant '\(name)' is a web site without it",
      at: member.name.range, suggestion: "write it into the address of an 'open' step")
  }

  private mutating func checkAccounts(_ tenant: TenantContext?) {
    guard let accounts = tenant?.accounts else { return }
    for account in scenario.accounts where accounts[account.value] == nil {
      let known = NameAdvice(for: account.value, among: accounts.keys.sorted(), none: "there are none")
      let owner = tenant?.installation.map { "tenant '\($0)'" } ?? "the tenant"
      let place = tenant?.installation.map { "write it under 'accounts' of '\($0)' in tenants.yaml" }
      report(
        .unknownAccount, "\(owner) has no account '\(account.value)'\(known.expected)", at: account.range,
        suggestion: known.suggestion ?? place)
    }
  }

  /// What all accounts have that it may sign in as.
  private func attributes(_ tenant: TenantContext?) -> Set<String>? {
    guard let accounts = tenant?.accounts else { return nil }
    var common: Set<String>?
    for account in scenario.accounts {
      guard let names = accounts[account.value] else { return nil }
      common = common?.intersection(names) ?? Set(names)
    }
    return common
  }
}
