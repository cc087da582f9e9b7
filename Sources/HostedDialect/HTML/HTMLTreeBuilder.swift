/// Makes a tree of a parser's events, and says when it has seen enough.
struct HTMLTreeBuilder {
  private(set) var tree = HTMLTree()
  /// Why nothing more is taken.
  private(set) var failure: PageError?
  /// The elements that are open, from the outside in.
  private var open: [Int] = []
  private let limits: PageLimits

  init(limits: PageLimits) { self.limits = limits }

  mutating func start(_ element: HTMLElement) {
    guard failure == nil else { return }
    guard open.count < limits.depth else { return failure = .tooDeep(limit: limits.depth) }
    guard append(.element(element)) else { return }
    open.append(tree.nodes.count - 1)
  }

  /// Closes the nearest open element with this name, and all in it.
  mutating func end(_ name: String) {
    guard let place = open.lastIndex(where: { tree.name($0) == name }) else { return }
    while open.count > place { close() }
  }

  mutating func text(_ text: String) {
    guard failure == nil else { return }
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
