import Diagnostics
import HostedDialect
import JourneyModel
import JourneyScenario

/// How pages become screens.
extension TenantSiteBinder {
  /// The tenant's table of pages; empty where it has none.
  mutating func pages(_ entry: TenantEntry, in dialect: RegisteredDialect) -> PageRules {
    guard let pages = entry.pages else { return PageRules() }
    guard dialect.hasPages || dialect.description.capabilities.contains(.handOver) else {
      report(.notOfDialect, "\(dialect.description.name) has no pages", at: pages.range, suggestion: "leave 'pages' out")
      return PageRules()
    }
    let rules = pages.rules.map { rule($0) }
    warnOfUnreached(rules, pages.rules.map(\.screen.range))
    return PageRules(
      screens: rules,
      messages: pages.messages.compactMap { messages in
        selector(messages.selector).map { PageMessageRule(selector: $0, level: messages.level.inModel) }
      })
  }

  /// What walks its pages; `nil` in a dialect without pages.
  mutating func engine(_ entry: TenantEntry, in dialect: RegisteredDialect) -> PageEngineKind? {
    if dialect.hasPages { return entry.engine?.value ?? .http }
    if let engine = entry.engine {
      report(.notOfDialect, "\(dialect.description.name) has no pages", at: engine.range, suggestion: "leave 'engine' out")
    }
    return nil
  }

  /// The checks that the tenant switches off; one that the dialect does not have is reported.
  mutating func checks(_ entry: TenantEntry, in dialect: RegisteredDialect) -> FlowCheckRules {
    let known = dialect.hasPages ? FlowCheck.allCases.map(\.rawValue) : []
    for check in entry.checks where !known.contains(check.name.value) {
      let advice = NameAdvice(for: check.name.value, among: known, none: "\(dialect.description.name) has no checks of its own")
      report(
        .notOfDialect, "no check is called '\(check.name.value)'\(advice.expected)", at: check.name.range, suggestion: advice.suggestion)
    }
    return FlowCheckRules(skipped: Dictionary(entry.checks.map { ($0.name.value, $0.reason) }) { first, _ in first })
  }

  private mutating func rule(_ written: PagesEntry.Rule) -> PageRule {
    PageRule(
      id: written.screen.value, path: written.path.map { PathTemplate($0) }, method: written.method, status: written.status,
      title: written.title, h1: written.h1, has: written.has.compactMap { selector($0) },
      place: "\(written.screen.range.file.name):\(written.screen.range.start.line)")
  }

  /// The first rule that fits names a page: one behind a wider one names none.
  private mutating func warnOfUnreached(_ rules: [PageRule], _ ranges: [SourceRange]) {
    for place in rules.indices {
      guard let earlier = rules[..<place].first(where: { $0.covers(rules[place]) }) else { continue }
      report(
        .checksNothing, "no page reaches this rule: the one for '\(earlier.id)' above fits them all", at: ranges[place], severity: .warning,
        suggestion: rules[place].id == earlier.id ? "leave it out" : "put it above the other one")
    }
  }

  private mutating func selector(_ text: Located<String>) -> PageSelector? {
    do throws(PageSelectorError) { return try PageSelector(text.value) } catch {
      report(.badValue, error.description, at: text.range)
      return nil
    }
  }
}

extension PageMessageLevel {
  fileprivate var inModel: MessageLevel {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .success: .success
    }
  }
}
