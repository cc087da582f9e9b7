import Diagnostics
import HostedDialect
import JourneyModel
import JourneyScenario

/// How pages become screens.
extension TenantSiteBinder {
  /// The tenant's table of pages; empty where it has none.
  mutating func pages(_ entry: TenantEntry, in dialect: RegisteredDialect) -> PageRules {
    guard let pages = entry.pages else { return PageRules() }
    guard dialect.hasPages else {
      report(.notOfDialect, "there are no pages in \(dialect.description.name)", at: pages.range, suggestion: "leave 'pages' out")
      return PageRules()
    }
    return PageRules(
      screens: pages.rules.map { rule($0) },
      messages: pages.messages.compactMap { messages in
        selector(messages.selector).map { PageMessageRule(selector: $0, level: messages.level.inModel) }
      })
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
      title: written.title, h1: written.h1, has: written.has.compactMap { selector($0) })
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
