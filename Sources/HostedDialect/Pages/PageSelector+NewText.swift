import Encodings

extension PageSelector {
  /// Bytes: a longer text is not the reason of a refusal.
  private static let longestReason = 300

  /// What selects the smallest element of a page whose text is new since another page with the same form, such as the reason of a refusal.
  ///
  /// `nil` where nothing new is said, or where only elements say it that have no class or id of their own.
  package static func ofNewText(in page: HTMLPage, since before: HTMLPage) -> PageSelector? {
    let tree = page.tree
    let old = before.tree.elements(named: ["body"]).first.map { before.tree.visibleText(of: $0) } ?? ""
    let fields = tree.elements(named: ["input", "select", "textarea", "button", "form"])
    let new = tree.nodes.indices.filter { node in
      guard tree.element(node) != nil, !tree.nodes[node].isHidden, !tree.nodes[node].isInert else { return false }
      let text = tree.visibleText(of: node, limit: longestReason + 1)
      return text.utf8.count <= longestReason && text.contains(" ") && text.contains(where: \.isLetter) && !old.contains(text)
        && !fields.contains(where: tree.below(node).contains)
    }
    let inner = new.filter { node in !new.contains { $0 != node && tree.below(node).contains($0) } }
    return inner.lazy.compactMap { node in
      ([node] + tree.ancestors(of: node).prefix(2).filter(new.contains)).lazy.compactMap { one(of: $0, in: page, butNotIn: before) }.first
    }.first
  }

  /// The text of the first element that it selects; empty if it selects none.
  package func text(in page: HTMLPage) -> String {
    elements(in: page.tree).lazy.map { page.tree.visibleText(of: $0, limit: Self.longestReason) }.first { !$0.isEmpty } ?? ""
  }

  /// By a class or an id of which nothing was read on the page before; an element that waits for a message may have been there.
  private static func one(of node: Int, in page: HTMLPage, butNotIn before: HTMLPage) -> PageSelector? {
    guard let element = page.tree.element(node) else { return nil }
    let classes = (element.text("class")?.split(separator: " ").map(String.init) ?? []).map { "\(element.name).\($0)" }
    let ids = [element.text("id")].compactMap(\.self).filter { !RandomText.isRandom($0) }.map { "\(element.name)#\($0)" }
    return (classes + ids).lazy.compactMap { text -> PageSelector? in
      do { return try PageSelector(text) } catch { return nil }
    }.first { $0.matches(in: page) && $0.text(in: before).isEmpty }
  }
}
