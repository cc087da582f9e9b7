internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel

/// What a scenario says in words of its dialect, held against the dialect's description.
struct DialectChecks {
  let dialect: DialectDescription
  let inventory: TenantInventory?
  /// The web pages that journeys leave for; `nil` where none are walked.
  private let pages: PagesContext?
  /// What `${tenant}` is; `nil` if that is not known.
  private let tenant: String?
  /// All tenants, to find whose screens are meant.
  private let tenants: [String: TenantContext]
  var diagnostics: [Diagnostic] = []
  /// What a person presses in the apps that the scenario is walked as.
  private var submissions: [FormSubmission] = []

  init(
    _ dialect: DialectDescription, inventory: TenantInventory?, pages: PagesContext? = nil, tenant: String? = nil,
    tenants: [String: TenantContext]
  ) {
    self.dialect = dialect
    self.pages = pages
    self.tenant = tenant
    self.tenants = tenants
    self.inventory = inventory
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, at range: SourceRange) {
    diagnostics.append(Diagnostic(id, message, at: range))
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ name: Located<String>, among names: [String]) {
    diagnostics.append(.unknown(id, message, name, among: names))
  }

  mutating func check(_ scenario: Scenario) {
    check(scenario.start)
    let axes = (scenario.matrix?.axes ?? []).filter { $0.name.value == "app" }
    let apps = scenario.apps + axes.flatMap(\.values)
    for app in apps where !isOfOtherDialect(app, scenario.apps) { check(app: app) }
    if let engine = scenario.engine, !dialect.capabilities.contains(.browser), !scenario.leavesForPages {
      report(.notOfDialect, "there are no web pages in \(dialect.name), so there is no 'engine'", at: engine.range)
    }
    // Of the apps that a scenario is written for, the first one is checked, as it is the one that is walked by default.
    let walked = scenario.apps.prefix(1) + axes.flatMap(\.values)
    let named = dialect.apps.filter { profile in walked.contains { $0.value == profile.name } }
    submissions = (named.isEmpty ? Array(dialect.apps.prefix(1)) : named).map(\.submission)
    check(scenario.before, certain: true)
    check(scenario.steps, certain: true)
    check(scenario.after, certain: true)
    if let inventory {
      var order = ScreenOrder(inventory, matching: dialect.screenIDs)
      order.follow(scenario.steps.filter { !isOfOtherTenant($0) })
      diagnostics += order.diagnostics
    }
  }

  /// Whether a list of apps is another dialect's: the scenario may be walked on a tenant that has none of them.
  private func isOfOtherDialect(_ app: Located<String>, _ list: [Located<String>]) -> Bool {
    let known = dialect.apps.map(\.name)
    return list.count > 1 && list.contains(app)
      && list.allSatisfy { !known.contains($0.value) && ClosestMatch.of($0.value, in: known) == nil }
  }

  private mutating func check(app: Located<String>) {
    let apps = dialect.apps.map(\.name)
    guard !apps.contains(app.value) else { return }
    guard !apps.isEmpty else {
      return report(.unknownApp, "the apps of \(dialect.name) do not differ, so it does not take 'app'", at: app.range)
    }
    report(.unknownApp, "\(dialect.name) has no app '\(app.value)'", app, among: apps)
  }

  /// - Parameter certain: whether the steps are walked on every way.
  private mutating func check(_ steps: [Step], certain: Bool) {
    for step in steps where !isOfOtherTenant(step) { check(step, certain: certain) }
  }

  /// Whether a step is for other installations of the system, by its own `when`, and so may speak in their words.
  private func isOfOtherTenant(_ step: Step) -> Bool {
    guard let tenant, let condition = step.when.first(where: { $0.name.value == BoundByItself.tenant.rawValue })
    else { return false }
    return condition.matcher.judgement(of: .text(tenant)) == .differs
  }

  private mutating func check(_ step: Step, certain: Bool) {
    checkCapability(step)
    checkCaptures(step)
    switch step.kind {
    case .screen(let screen): check(screen, step, certain: certain && !step.maySkip)
    case .startAgain(let start): check(start)
    case .handOver(let handover): check(handover, step, certain: certain && !step.maySkip)
    case .either(let branches): for branch in branches { check(branch, certain: false) }
    default: for steps in step.kind.children { check(steps, certain: certain && step.when.isEmpty) }
    }
  }

  /// The steps of a hand-over are walked in another dialect.
  private mutating func check(_ handover: ExpectedHandover, _ step: Step, certain: Bool) {
    guard !handover.steps.isEmpty else { return }
    guard let pages else {
      return report(
        .notOfDialect, "the pages that journeys of \(dialect.name) leave for cannot be walked: leave 'steps' out", at: step.range)
    }
    var checks = DialectChecks(pages.dialect, inventory: pages.inventory, tenant: tenant, tenants: tenants)
    checks.submissions = pages.dialect.apps.prefix(1).map(\.submission)
    checks.check(handover.steps, certain: certain)
    diagnostics += checks.diagnostics
  }

  private mutating func checkCapability(_ step: Step) {
    guard let capability = step.kind.head.specification.capability, !dialect.capabilities.contains(capability) else { return }
    report(.notOfDialect, "there is no '\(step.kind.head.rawValue)' in \(dialect.name)", at: step.range)
  }

  private mutating func checkCaptures(_ step: Step) {
    for capture in step.captures {
      if case .widget(_, _, let attribute, _) = capture.source { check(Located(attribute, at: capture.name.range)) }
    }
  }

  private mutating func check(_ start: StartSpecification) {
    for member in start.keys {
      guard let key = dialect.startKeys.first(where: { $0.name == member.name.value }) else {
        report(
          .unknownStartKey, "\(dialect.name) has no '\(member.name.value)' to start with", member.name,
          among: dialect.startKeys.map(\.name) + StartKey.names)
        continue
      }
      check(member, key.shape)
    }
  }

  private mutating func check(_ member: TemplateValue.Member, _ shape: DialectDescription.StartKey.Shape) {
    let name = member.name.value
    switch (shape, member.value.constant) {
    case (.text, .list), (.text, .map), (.oneOf, .list), (.oneOf, .map):
      report(.wrongType, "'\(name)' takes a text", at: member.value.range)
    case (.texts, .map): report(.wrongType, "'\(name)' takes a text or a list of texts", at: member.value.range)
    case (.oneOf(let words), .text(let text)?) where !words.contains(text):
      report(.badValue, "'\(name)' cannot be '\(text)'", Located(text, at: member.value.range), among: words)
    case (.text, _), (.texts, _), (.oneOf, _): break
    }
  }
}

extension DialectChecks {
  private mutating func check(_ screen: ExpectedScreen, _ step: Step, certain: Bool) {
    check(screen.widgets)
    for form in screen.forms {
      if case .with(let widgets, _, _) = form.state { check(widgets) }
    }
    for answer in screen.answers { check(answer) }
    if !screen.refuses.isEmpty { checkRules(screen) }
    if let inventory {
      var checks = InventoryChecks(inventory, matching: dialect.screenIDs, isCertain: certain, tenants: tenants)
      checks.check(screen, step)
      for submission in submissions { checks.checkSubmitter(of: screen, submission) }
      diagnostics += checks.diagnostics
    }
  }

  private mutating func checkRules(_ screen: ExpectedScreen) {
    let rules = Set(dialect.apps.flatMap(\.enforcedRules))
    for refusal in screen.refuses where !rules.isEmpty && !rules.contains(refusal.value.rule) {
      report(
        .unknownRule, "no app of \(dialect.name) enforces a rule '\(refusal.value.rule)'", refusal.map(\.rule), among: rules.sorted())
    }
  }

  private mutating func check(_ widgets: [ExpectedWidget]) {
    for widget in widgets {
      guard case .with(let matchers) = widget.state else { continue }
      for matcher in matchers {
        check(matcher.name)
        if matcher.name.value == .known(.type) { check(type: matcher.matcher) }
      }
    }
  }

  private mutating func check(_ attribute: Located<AttributeName>) {
    guard case .extra(let name) = attribute.value, !dialect.attributes.contains(name) else { return }
    report(
      .unknownAttribute, "widgets have no '\(name)' in \(dialect.name)", Located(name, at: attribute.range),
      among: WidgetAttribute.names + dialect.attributes)
  }

  private mutating func check(type matcher: Matcher) {
    if case .equals(.constant(.text(let type), let range)) = matcher.rule, !dialect.widgetTypes.contains(type) {
      report(.unknownWidgetType, "unknown widget type '\(type)' in \(dialect.name)", Located(type, at: range), among: dialect.widgetTypes)
    }
    if case .anyOf(let matchers) = matcher.rule {
      for matcher in matchers { check(type: matcher) }
    }
    if case .not(let matcher) = matcher.rule { check(type: matcher) }
  }

  /// A map selects a choice by its facts; the dialect knows which it has.
  private mutating func check(_ answer: ExpectedAnswer) {
    let names: [(name: String, range: SourceRange)]
    switch answer.value {
    case .constant(.map(let members), let range): names = members.map { ($0.name, range) }
    case .map(let members, _): names = members.map { ($0.name.value, $0.name.range) }
    case .constant, .text, .list: return
    }
    for (name, range) in names where !dialect.selectors.contains(name) {
      guard !dialect.selectors.isEmpty else {
        let advice = "for a widget with a dot in its id write '\(answer.widget.value).\(name): …'"
        diagnostics.append(
          Diagnostic(
            .unknownSelector, "in \(dialect.name), select a choice by its value or label, not by a map", at: range, suggestion: advice))
        return
      }
      report(.unknownSelector, "choices of \(dialect.name) have no '\(name)'", Located(name, at: range), among: dialect.selectors)
    }
  }
}
