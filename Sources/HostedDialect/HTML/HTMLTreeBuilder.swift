/// Makes a tree of a parser's events, and says when it has seen enough.
///
/// As in a browser a page has one body: what is written behind its end tag or behind that of the page belongs to it, and so does what is
/// written where only a head may be (HTML section 13.2.6.4).
struct HTMLTreeBuilder {
  private(set) var tree = HTMLTree()
  /// Why nothing more is taken.
  private(set) var failure: PageError?
  /// The elements that are open, from the outside in.
  private var open: [Int] = []
  /// Of `html`, `head` and `body`, those that have begun: there is one of each.
  private var parts: Set<String> = []
  private let limits: PageLimits

  init(limits: PageLimits) { self.limits = limits }

  mutating func start(_ element: HTMLElement) {
    guard failure == nil else { return }
    if Self.partsOfPage.contains(element.name) {
      // What follows a second one, or a head behind the beginning of the body, goes on in what is open.
      if element.name == "head", parts.contains("body") || !parts.insert(element.name).inserted { return }
      if element.name != "head", !parts.insert(element.name).inserted { return }
      if element.name == "body" { end("head") }
    } else if !Self.outsideOfBody.contains(element.name) {
      beginBody()
    }
    push(element)
  }

  private static let partsOfPage: Set<String> = ["html", "head", "body"]
  /// What a head may have, and frames, which are there instead of a body.
  private static let outsideOfBody: Set<String> = [
    "base", "basefont", "bgsound", "frame", "frameset", "link", "meta", "noframes", "noscript", "script", "style", "template", "title",
  ]

  /// Begins the body if only the page, or its head, is open.
  private mutating func beginBody() {
    guard !parts.contains("body"), let innermost = open.last, Self.partsOfPage.contains(tree.name(innermost)) else { return }
    end("head")
    parts.insert("body")
    push(HTMLElement(name: "body", attributes: []))
  }

  private mutating func push(_ element: HTMLElement) {
    guard open.count < limits.depth else { return failure = .tooDeep(limit: limits.depth) }
    guard append(.element(element)) else { return }
    open.append(tree.nodes.count - 1)
  }

  /// Closes the nearest open element with this name, and all in it. The page and its body stay open to the end.
  mutating func end(_ name: String) {
    guard name != "body", name != "html" else { return }
    guard let place = open.lastIndex(where: { tree.name($0) == name }) else { return }
    while open.count > place { close() }
  }

  mutating func text(_ text: String) {
    guard failure == nil else { return }
    if text.utf8.contains(where: { !$0.isHTMLSpace }) { beginBody() }
    let parent = open.last ?? -1
    if let last = tree.nodes.indices.last, tree.nodes[last].parent == parent, last != parent,
      case .text(var before) = tree.nodes[last].content
    {
      // Without the copy in the tree the text grows in its place.
      tree.nodes[last].content = .text("")
      before += text
      tree.nodes[last].content = .text(before)
    } else {
      _ = append(.text(text))
    }
  }

  /// The tree, with everything closed.
  mutating func finish() throws(PageError) -> HTMLTree {
    while !open.isEmpty { close() }
    if let failure { throw failure }
    return tree
  }

  private mutating func close() {
    guard let index = open.popLast() else { return }
    tree.nodes[index].end = tree.nodes.count
  }

  private mutating func append(_ content: HTMLTree.Content) -> Bool {
    guard tree.nodes.count < limits.nodes else {
      failure = .tooManyNodes(limit: limits.nodes)
      return false
    }
    tree.append(content, in: open.last ?? -1)
    return true
  }
}
