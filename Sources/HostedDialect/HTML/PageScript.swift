package import Encodings

/// A script of a page, which this program reads and never runs.
package struct PageScript: Sendable, Hashable {
  /// Where its text is; `nil` for a text in the page.
  package let source: WebURL?
  /// Empty for one from elsewhere.
  package let text: String
  /// As written, in lower case; empty if it says none, which is JavaScript.
  package let type: String
  /// By which a policy of the page lets it run; `nil` if it has none.
  package let nonce: String?

  /// Whether a browser would run it, and not only keep it as data.
  package var isCode: Bool { ["", "module", "text/javascript", "application/javascript", "text/ecmascript"].contains(type) }

  static func scripts(in tree: HTMLTree, base: WebURL) -> [PageScript] {
    tree.elements(named: ["script"]).compactMap { node in
      guard let element = tree.element(node) else { return nil }
      return PageScript(
        source: element.text("src").flatMap(base.following), text: tree.rawText(of: node), type: element.word("type"),
        nonce: element.text("nonce"))
    }
  }
}
