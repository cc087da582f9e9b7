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
      report(.notOfDialect, "there are no pages in \(dialect.description.name)", at: pages.range, suggestion: "leave 'pages' out")
      return PageRules()
    }
    return PageRules(
      screens: pages.rules.map { rule($0) },
      messages: pages.messages.compactMap { messages in
        selector(messages.selector).map { PageMessageRule(selector: $0, level: messages.level.inModel) }
      })
  }

  /// What walks its pages; `nil` in a dialect without pages.
  mutating func engine(_ entry: TenantEntry, in dialect: RegisteredDialect) -> PageEngineKind? {
    if dialect.hasPages { return entry.engine?.value ?? .http }
    if let engine = entry.engine {
      report(.notOfDialect, "there are no pages in \(dialect.description.name)", at: engine.range, suggestion: "leave 'engine' out")
    }
    return nil
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
