internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// What a scenario says in words of its dialect, held against the dialect's description.
struct DialectChecks {
  let dialect: DialectDescription
  let inventory: TenantInventory?
  /// All tenants, to find whose screens are meant.
  private let tenants: [String: TenantSurroundings]
  var diagnostics: [Diagnostic] = []
  private let attributes: Set<String>
  /// What a person presses in the apps that the scenario is walked as.
  private var submissions: [FormSubmission] = []

  init(_ dialect: DialectDescription, inventory: TenantInventory?, tenants: [String: TenantSurroundings]) {
    self.dialect = dialect
    self.tenants = tenants
    self.inventory = inventory
    attributes = Set(WidgetAttribute.names + dialect.attributes)
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, nearest name: String? = nil,
    in names: [String] = []
  ) {
    let nearest = name.flatMap { ClosestMatch.of($0, in: names) }
    let possible =
      nearest == nil && !names.isEmpty ? "; possible are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", …" : "")" : ""
    diagnostics.append(
      Diagnostic(id, message + possible, at: range, severity: severity, suggestion: nearest.map { "did you mean '\($0)'?" }))
  }

  mutating func check(_ scenario: Scenario) {
    check(scenario.start)
    let axes = (scenario.matrix?.axes ?? []).filter { $0.name.value == "app" }
    let apps = (scenario.app.map { [$0] } ?? []) + axes.flatMap(\.values)
    for app in apps { check(app: app) }
    let named = dialect.apps.filter { profile in apps.contains { $0.value == profile.name } }
    submissions = (named.isEmpty ? Array(dialect.apps.prefix(1)) : named).map(\.submission)
    check(scenario.before, certain: true)
    check(scenario.steps, certain: true)
    check(scenario.after, certain: true)
    if let inventory {
      var order = ScreenOrder(inventory, matching: dialect.screenIDs)
      order.follow(scenario.steps)
      diagnostics += order.diagnostics
    }
  }

  private mutating func check(app: Located<String>) {
    let apps = dialect.apps.map(\.name)
    guard !apps.contains(app.value) else { return }
    guard !apps.isEmpty else {
      return report(.unknownApp, "the apps of \(dialect.name) do not differ, so there is no 'app'", at: app.range)
    }
    report(.unknownApp, "\(dialect.name) has no app '\(app.value)'", at: app.range, nearest: app.value, in: apps)
  }

  /// - Parameter certain: whether the steps are walked on every way.
  private mutating func check(_ steps: [Step], certain: Bool) {
    for step in steps { check(step, certain: certain) }
  }

  private mutating func check(_ step: Step, certain: Bool) {
    checkCapability(step)
    checkCaptures(step)
    switch step.kind {
    case .screen(let screen): check(screen, step, certain: certain && !step.maySkip)
    case .startAgain(let start): check(start)
    case .either(let branches): for branch in branches { check(branch, certain: false) }
    case .repeated(_, let steps): check(steps, certain: certain && step.when.isEmpty)
    case .use(let use): check(use.steps, certain: certain && step.when.isEmpty)
    // The steps of a hand-over are walked in another dialect.
    case .handOver, .finish, .error, .expired, .reset, .refreshScreen, .open, .message, .push, .request, .run, .wait, .check, .token: break
    }
  }

  private mutating func checkCapability(_ step: Step) {
    guard let capability = step.kind.capability, !dialect.capabilities.contains(capability) else { return }
    report(.notOfDialect, "there is no '\(step.kind.head.rawValue)' in \(dialect.name)", at: step.range)
  }

  private mutating func checkCaptures(_ step: Step) {
    for capture in step.captures {
      if case .widget(_, _, let attribute, _) = capture.source { check(attribute: Located(attribute, at: capture.name.range)) }
    }
  }

  private mutating func check(_ start: StartSpecification) {
    for member in start.keys {
      guard let key = dialect.startKeys.first(where: { $0.name == member.name.value }) else {
        report(
          .unknownStartKey, "\(dialect.name) has no '\(member.name.value)' to start with", at: member.name.range,
          nearest: member.name.value,
          in: dialect.startKeys.map(\.name) + StartKey.names)
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
      report(.badValue, "'\(name)' cannot be '\(text)'", at: member.value.range, nearest: text, in: words)
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
        .unknownRule, "no app of \(dialect.name) enforces a rule '\(refusal.value.rule)'", at: refusal.range, nearest: refusal.value.rule,
        in: rules.sorted())
    }
  }

  private mutating func check(_ widgets: [ExpectedWidget]) {
    for widget in widgets {
      guard case .with(let matchers) = widget.state else { continue }
      for matcher in matchers {
        check(attribute: matcher.name)
        if matcher.name.value == WidgetAttribute.type.rawValue { check(type: matcher.matcher) }
      }
    }
  }

  private mutating func check(attribute: Located<String>) {
    guard !attributes.contains(attribute.value) else { return }
    report(
      .unknownAttribute, "widgets have no '\(attribute.value)' in \(dialect.name)", at: attribute.range, nearest: attribute.value,
      in: WidgetAttribute.names + dialect.attributes)
  }

  private mutating func check(type matcher: Matcher) {
    if case .equals(.constant(.text(let type), let range)) = matcher.rule, !dialect.widgetTypes.contains(type) {
      report(.unknownWidgetType, "\(dialect.name) has no widgets of type '\(type)'", at: range, nearest: type, in: dialect.widgetTypes)
    }
    if case .anyOf(let matchers) = matcher.rule {
      for matcher in matchers { check(type: matcher) }
    }
    if case .not(let matcher) = matcher.rule { check(type: matcher) }
  }

  /// A map tells a choice by its facts; the dialect knows which it has.
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
            .unknownSelector, "choices of \(dialect.name) are told by value or label, not by a map", at: range, suggestion: advice))
        return
      }
      report(.unknownSelector, "choices of \(dialect.name) have no '\(name)'", at: range, nearest: name, in: dialect.selectors)
    }
  }
}

extension Step.Kind {
  /// What a dialect must be able to do for it; `nil` where every one can.
  var capability: DialectDescription.Capability? {
    switch self {
    case .reset: .reset
    case .refreshScreen: .refreshScreen
    case .handOver: .handOver
    case .open: .openLink
    case .push: .push
    case .token(let token):
      switch token.action {
      case .refresh: .refreshTokens
      case .userinfo: .userinfo
      case .revoke: .revoke
      case .logout: .logout
      }
    case .screen, .finish, .error, .expired, .startAgain, .message, .request, .run, .wait, .check, .use, .either, .repeated: nil
    }
  }
}
