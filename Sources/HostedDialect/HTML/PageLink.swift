package import Encodings
import JourneyClient

/// A link of a page.
package struct PageLink: Sendable, Hashable {
  /// Its place in the page.
  package let node: Int
  /// Resolved; of any scheme, `javascript` included.
  package let url: WebURL
  /// What a person reads, or hears; may be empty.
  package let text: String
  package let isHidden: Bool

  /// Its address for people: without the query if that has a token in it.
  package var shownAddress: String {
    url.queryItems.contains { TokenSign.isToken($0.value) } ? url.withoutQuery.concealed() : url.description
  }

  static func links(in tree: HTMLTree, base: WebURL) -> [PageLink] {
    tree.elements(named: ["a", "area"]).compactMap { node in
      guard let element = tree.element(node) else { return nil }
      // In a drawing the address may be that of XLink, which browsers follow, too.
      guard let url = (element["href"] ?? element["xlink:href"]).flatMap(base.following) else { return nil }
      let text = element.text("aria-label").map(CollapsedText.of) ?? tree.visibleText(of: node)
      let alternative = element.text("alt") ?? element.text("title") ?? ""
      return PageLink(node: node, url: url, text: text.isEmpty ? alternative : text, isHidden: tree.nodes[node].isHidden)
    }
  }
}

extension WebURL {
  /// Whether it leads only to a place on a page, so that nothing is requested.
  func isPlace(on page: WebURL) -> Bool { fragment != nil && withoutFragment == page.withoutFragment }
}
