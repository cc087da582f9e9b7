/// A page's elements and texts as one list in tree order, so that nothing that works on them needs recursion.
struct HTMLTree: Sendable, Hashable {
  /// What a node is.
  enum Content: Sendable, Hashable {
    case element(HTMLElement)
    case text(String)
  }

  /// An element or a text, with its place in the tree.
  struct Node: Sendable, Hashable {
    var content: Content
    /// -1 for a node at the top.
    var parent: Int
    /// The index behind the last node below this one.
    var end: Int
    /// Whether a person sees it: nothing from here up to the top hides it.
    var isHidden: Bool
    /// Whether it is inside `template` or `noscript`, hence no part of the page that a browser with scripts builds.
    var isInert: Bool
  }

  var nodes: [Node] = []
  /// The templates that a browser makes the content of the element around them (`shadowrootmode`), by that element.
  private var shadowRoots: [Int: Int] = [:]

  /// The element at an index; `nil` for a text.
  func element(_ index: Int) -> HTMLElement? {
    guard index >= 0, case .element(let element) = nodes[index].content else { return nil }
    return element
  }

  func name(_ index: Int) -> String { element(index)?.name ?? "" }

  /// The nodes below one, in tree order.
  func below(_ index: Int) -> Range<Int> { index + 1..<nodes[index].end }

  /// The elements that a node is in, from the inside out.
  func ancestors(of index: Int) -> UnfoldFirstSequence<Int> {
    sequence(first: nodes[index].parent) { $0 >= 0 ? self.nodes[$0].parent : nil }
  }

  /// The nearest element with this name that a node is in.
  func ancestor(of index: Int, named name: String) -> Int? {
    ancestors(of: index).first { $0 >= 0 && self.name($0) == name }
  }

  /// The text as written of each element with one of these names, wherever it is.
  func texts(ofAny names: Set<String>) -> [String] { nodes.indices.filter { names.contains(name($0)) }.map { rawText(of: $0) } }

  /// The elements with one of these names, in tree order, without those of templates and of `noscript`.
  func elements(named names: Set<String>) -> [Int] {
    nodes.indices.filter { !nodes[$0].isInert && names.contains(name($0)) }
  }

  /// The text below a node as written, nothing left out.
  func rawText(of index: Int) -> String {
    var text = ""
    for node in below(index) { if case .text(let part) = nodes[node].content { text += part } }
    return text
  }

  /// The first element with this id, by id.
  var elementsByID: [String: Int] {
    var found: [String: Int] = [:]
    for index in nodes.indices where !nodes[index].isInert {
      if let id = element(index)?["id"], !id.isEmpty, found[id] == nil { found[id] = index }
    }
    return found
  }
}

/// An element's place and what hides it are known when it begins, which is when it enters the tree.
extension HTMLTree {
  /// Names whose content is never shown.
  private static let unseen: Set<String> = ["head", "script", "style", "template", "noscript", "title", "datalist", "noframes"]

  mutating func append(_ content: Content, in parent: Int) {
    var node = Node(content: content, parent: parent, end: nodes.count + 1, isHidden: false, isInert: false)
    if parent >= 0 {
      node.isHidden = nodes[parent].isHidden
      node.isInert = nodes[parent].isInert || ["template", "noscript"].contains(name(parent)) && !isShadowRoot(parent)
    }
    if case .element(let element) = content {
      if element.name == "template", isContent(element, of: parent) { shadowRoots[parent] = nodes.count }
      if !node.isHidden { node.isHidden = Self.hides(element) && !isShadowRoot(nodes.count, of: parent) }
    }
    nodes.append(node)
  }

  private func isShadowRoot(_ index: Int) -> Bool { isShadowRoot(index, of: nodes[index].parent) }
  private func isShadowRoot(_ index: Int, of parent: Int) -> Bool { !shadowRoots.isEmpty && shadowRoots[parent] == index }

  /// Names of elements that may have a shadow root (DOM section 4.8); so may all with a hyphen.
  private static let hosts: Set<String> = [
    "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p",
    "section", "span",
  ]

  /// Whether a template is written to be the content of the element around it; of several the first one is.
  private func isContent(_ element: HTMLElement, of parent: Int) -> Bool {
    guard parent >= 0, shadowRoots[parent] == nil, ["open", "closed"].contains(element.word("shadowrootmode")) else { return false }
    return Self.hosts.contains(name(parent)) || name(parent).contains("-")
  }

  private static func hides(_ element: HTMLElement) -> Bool {
    if element.attributes.isEmpty { return unseen.contains(element.name) || element.name == "dialog" }
    return unseen.contains(element.name) || element.has("hidden") || element.word("type") == "hidden" && element.name == "input"
      || isClosed(element) || element["style"].map(hidesByStyle) ?? false
  }

  /// Whether a script has to open it first: a dialog, a popover, or a part that cannot be used.
  private static func isClosed(_ element: HTMLElement) -> Bool {
    element.name == "dialog" && !element.has("open") || element.has("popover") || element.has("inert")
  }

  private static func hidesByStyle(_ style: String) -> Bool {
    style.utf8.split(separator: UInt8(ascii: ";")).contains { declaration in
      let text = String(decoding: declaration.filter { !$0.isHTMLSpace }, as: UTF8.self).lowercased()
      return text.hasPrefix("display:none") || text.hasPrefix("visibility:hidden")
    }
  }
}
