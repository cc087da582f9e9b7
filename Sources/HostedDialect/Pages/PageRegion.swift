internal import Encodings

/// What a form is called that the page has no element for.
enum PageRegion {
  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  private static let landmarks: Set<String> = ["main", "nav", "header", "footer", "aside", "section", "search", "dialog", "article"]
  private static let roles: Set<String> = [
    "main", "navigation", "banner", "contentinfo", "complementary", "region", "search", "dialog", "alertdialog", "form", "group",
  ]

  /// The label of the innermost landmark around all controls, else the last heading before the first of them, else the page's title.
  static func name(of controls: [PageControl], in tree: HTMLTree, title: String) -> String {
    let words = landmark(around: controls, in: tree) ?? heading(before: controls, in: tree) ?? PageHeading.withoutSite(title)
    return words.flatMap(PageHeading.slug) ?? "page"
  }

  private static func landmark(around controls: [PageControl], in tree: HTMLTree) -> String? {
    guard let first = controls.first?.node, let last = controls.last?.node else { return nil }
    let names = AccessibleNames(tree)
    for node in tree.ancestors(of: first) where node >= 0 && last < tree.nodes[node].end {
      guard let element = tree.element(node), landmarks.contains(element.name) || roles.contains(element.word("role")) else { continue }
      if let label = names.label(of: element) { return label }
    }
    return nil
  }

  /// Fields count before buttons: a bar of buttons above the heading is not what the page is about.
  private static func heading(before controls: [PageControl], in tree: HTMLTree) -> String? {
    let texts = tree.nodes.indices.filter { node in
      guard !tree.nodes[node].isHidden, let element = tree.element(node) else { return false }
      return headings.contains(element.name) || element.word("role") == "heading"
    }.map { (node: $0, text: tree.visibleText(of: $0, limit: 300)) }.filter { !$0.text.isEmpty }
    guard let first = (controls.first { $0.kind != .button } ?? controls.first)?.node else { return nil }
    return (texts.last { $0.node < first } ?? texts.first)?.text
  }
}
