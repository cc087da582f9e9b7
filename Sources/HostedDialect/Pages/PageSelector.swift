/// A small part of CSS selectors: names, `#id`, `.class`, `[attribute]`, `[attribute=value]`, descendants, `>`, lists with `,`.
package struct PageSelector: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// Each from the outside in; any of them.
  private let alternatives: [[SelectorCompound]]

  /// The selector that a text spells.
  package init(_ text: String) throws(PageSelectorError) {
    var parser = PageSelectorParser(text)
    alternatives = try parser.selector()
    description = text
  }

  /// The elements it selects, in tree order. The work is the page's size times the selector's.
  func elements(in tree: HTMLTree) -> [Int] {
    var found: Set<Int> = []
    for compounds in alternatives { found.formUnion(Self.elements(compounds, in: tree)) }
    return found.sorted()
  }

  package func matches(in page: HTMLPage) -> Bool { !elements(in: page.tree).isEmpty }

  /// Keeps for each step which elements fit so far, and which are in one: nothing is tried twice.
  private static func elements(_ compounds: [SelectorCompound], in tree: HTMLTree) -> [Int] {
    var fits: [Bool] = []
    for (place, compound) in compounds.enumerated() {
      let before = fits
      var isInside = [Bool](repeating: false, count: before.count)
      for node in before.indices {
        let parent = tree.nodes[node].parent
        isInside[node] = parent >= 0 && (before[parent] || isInside[parent] && !compound.isChild)
      }
      fits = tree.nodes.indices.map { node in
        guard !tree.nodes[node].isInert, let element = tree.element(node) else { return false }
        return (place == 0 || isInside[node]) && compound.matches(element)
      }
    }
    return fits.indices.filter { fits[$0] }
  }
}
