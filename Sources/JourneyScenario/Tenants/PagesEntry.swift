package import Diagnostics

/// How the pages of a hosted tenant become screens, as tenants.yaml says it.
package struct PagesEntry: Sendable, Hashable {
  /// What a rule may ask of a page's status.
  static let statuses = 100...599

  /// One rule: the screen that a page is, and what the page must be like. What is `nil` does not matter.
  package struct Rule: Sendable, Hashable {
    package var screen: Located<String>
    package var path: String?
    package var method: String?
    package var status: Int?
    package var title: String?
    package var h1: String?
    /// Selectors.
    package var has: [Located<String>] = []

    package init(screen: Located<String>) { self.screen = screen }
  }

  /// Elements that show messages of one level.
  package struct Messages: Sendable, Hashable {
    package var selector: Located<String>
    package var level: PageMessageLevel

    package init(selector: Located<String>, level: PageMessageLevel) {
      self.selector = selector
      self.level = level
    }
  }

  /// In the order written; the first that fits names the screen.
  package var rules: [Rule] = []
  package var messages: [Messages] = []
  package var range: SourceRange

  package init(range: SourceRange) { self.range = range }
}

/// The levels of messages that a selector finds.
package enum PageMessageLevel: String, Sendable, Hashable, CaseIterable {
  case error, warning, info, success
}
