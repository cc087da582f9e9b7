package import JourneyModel

extension PageRules {
  /// What a page is called: by the table, by what the page says itself, else by its path and heading.
  package func id(of page: HTMLPage, _ arrival: PageArrival = PageArrival()) -> ScreenID {
    let heading = PageHeading(in: page.tree, title: page.title)
    if let rule = screens.first(where: { $0.holds(for: page, heading, arrival) }) { return ScreenID(rule.id) }
    return ScreenID(Self.told(by: page) ?? Self.derived(page, heading))
  }

  /// The line that would name this page and no other, as an admin would write it: its path, and its heading or else its title.
  ///
  /// A heading that is the site's name is on every page. A page that asks for a password is also identified by its form, unless its heading
  /// is in the words of its path or its button: the page after the sign-in may have the same path and heading.
  package static func proposed(for page: HTMLPage) -> PageRule {
    let heading = PageHeading(in: page.tree, title: page.title)
    let own = heading.isOfSite ? nil : heading.h1
    let whole = PageHeading.endsWithOwn(page.title) ? page.title : heading.title
    let title = own == nil && !(heading.isOfSite && heading.title == heading.h1) ? whole : nil
    let path = PathTemplate(of: page.url)
    let last = path.description.split(separator: "/").last { !$0.hasPrefix(":") }.map(String.init)
    let words = own ?? title ?? heading.h1
    let told = told(by: page).flatMap { isWritable($0) ? $0 : PageHeading.slug($0) }
    let id = told ?? words.flatMap(PageHeading.slug) ?? last.flatMap(PageHeading.slug) ?? "start"
    return PageRule(
      id: id, path: path.replacing { isWritable($0) && !$0.contains("*") ? $0 : ":any" }, title: title,
      h1: own ?? (title == nil ? heading.h1 : nil),
      has: PageSelector.ofSignIn(in: page, besides: own, path: path).filter { isWritable($0.description) })
  }

  /// Whether a line of tenants.yaml that takes no variables can have the text.
  private static func isWritable(_ text: String) -> Bool { !text.contains("${") }

  /// `<meta name="journey-screen">`, or `data-screen` or `data-page` of `body` or `main`.
  private static func told(by page: HTMLPage) -> String? {
    for node in page.tree.elements(named: ["meta", "body", "main"]) {
      guard let element = page.tree.element(node) else { continue }
      let told =
        element.name == "meta"
        ? (element.word("name") == "journey-screen" ? element.text("content") : nil)
        : element.text("data-screen") ?? element.text("data-page")
      if let told { return String(told.prefix(200)) }
    }
    return nil
  }

  /// `/welcome/:token#create-your-password`; without a heading the path alone, and the title where the path is empty.
  private static func derived(_ page: HTMLPage, _ heading: PageHeading) -> String {
    let path = PathTemplate(of: page.url).description
    let words = heading.h1 ?? (path == "/" ? heading.title : nil)
    return words.flatMap(PageHeading.slug).map { "\(path)#\($0)" } ?? path
  }
}

extension PageRule {
  fileprivate func holds(for page: HTMLPage, _ heading: PageHeading, _ arrival: PageArrival) -> Bool {
    (path?.matches(page.url) ?? true) && (method.map { $0 == arrival.method } ?? true) && (status.map { $0 == arrival.status } ?? true)
      && (title.map { $0 == page.title || $0 == heading.title } ?? true) && (h1.map { $0 == heading.h1 } ?? true)
      && has.allSatisfy { $0.matches(in: page) }
  }
}
