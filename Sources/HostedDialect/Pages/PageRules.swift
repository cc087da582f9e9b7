package import JourneyModel

/// A tenant's table of pages: which screen a page is, and where a page says something.
package struct PageRules: Sendable, Hashable {
  /// In order; the first that holds whole names the screen.
  package var screens: [PageRule]
  package var messages: [PageMessageRule]

  package init(screens: [PageRule] = [], messages: [PageMessageRule] = []) {
    self.screens = screens
    self.messages = messages
  }
}

/// One line of the table: a screen's id, and what a page must be like to be that screen. What is `nil` does not matter.
package struct PageRule: Sendable, Hashable {
  package var id: String
  package var path: PathTemplate?
  /// Of the request that the page answers, in capitals.
  package var method: String?
  package var status: Int?
  /// The title, with or without the site's name behind its last `|` or ` - `.
  package var title: String?
  /// The first heading: an `h1`, or an `h2` or `h3` of a page that has none above it.
  package var h1: String?
  /// Each selects something on the page.
  package var has: [PageSelector]
  /// Where it is written, e.g. `journeys/tenants.yaml:12`; `nil` for one that is in no file.
  package var place: String?

  package init(
    id: String, path: PathTemplate? = nil, method: String? = nil, status: Int? = nil, title: String? = nil, h1: String? = nil,
    has: [PageSelector] = [], place: String? = nil
  ) {
    self.id = id
    self.path = path
    self.method = method
    self.status = status
    self.title = title
    self.h1 = h1
    self.has = has
    self.place = place
  }
}

/// Elements that are messages to the person, although nothing in their HTML shows that.
package struct PageMessageRule: Sendable, Hashable {
  package var selector: PageSelector
  package var level: MessageLevel

  package init(selector: PageSelector, level: MessageLevel) {
    self.selector = selector
    self.level = level
  }
}
