/// What a person reads of a part of a page.
extension HTMLTree {
  /// Elements before and after which a line or a cell breaks, so that words do not run together.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "table", "td", "th",
    "tr", "ul", "label", "button", "select", "textarea", "input",
  ]

  /// The text below a node that is seen, white space collapsed, pictures by their alternative text.
  ///
  /// - Parameters:
  ///   - includesHidden: also what is not shown, as where a label is named by an id.
  ///   - isSpoken: without what only the eye gets (`aria-hidden`), such as the star of a field that has to be filled in.
  ///   - leavingOut: names of elements whose content does not count, such as the options of a list in its label.
  func visibleText(
    of index: Int, includesHidden: Bool = false, isSpoken: Bool = false, leavingOut: Set<String> = [], limit: Int = 16_384
  ) -> String {
    var text = CollapsedText(limit: limit)
    var node = index
    let end = nodes[index].end
    var left = max(limit, 1_000)
    while node < end, !text.isFull, left > 0 {
      left -= 1
      let isSkipped = node != index && (leavingOut.contains(name(node)) || isSpoken && isForTheEye(node))
      if isSkipped || nodes[node].isHidden && !(includesHidden && !isScript(node)) {
        node = nodes[node].end
        text.space()
        continue
      }
      add(node, to: &text)
      node += 1
      if node < end, isBlock(nodes[node].parent, closedBefore: node) { text.space() }
    }
    return text.text
  }

  private func isForTheEye(_ index: Int) -> Bool { element(index)?.word("aria-hidden") == "true" }

  private func isScript(_ index: Int) -> Bool { ["script", "style", "template", "noscript"].contains(name(index)) }

  /// Whether a block between the last node and this one is over.
  private func isBlock(_ parent: Int, closedBefore node: Int) -> Bool {
    var open = node - 1
    while open >= 0, open != parent, nodes[open].end <= node {
      if Self.blocks.contains(name(open)) { return true }
      open = nodes[open].parent
    }
    return false
  }

  private func add(_ node: Int, to text: inout CollapsedText) {
    switch nodes[node].content {
    case .text(let part): text.add(part)
    case .element(let element):
      if Self.blocks.contains(element.name) { text.space() }
      if let written = Self.written(on: element) { text.add(written) }
    }
  }

  /// What an element without content shows: a picture's alternative text, a button's value.
  private static func written(on element: HTMLElement) -> String? {
    guard element.name == "input" else { return element.name == "img" ? element["alt"] : nil }
    switch element.word("type") {
    case "image": return element["alt"]
    case "submit", "reset", "button": return element["value"]
    default: return nil
    }
  }
}

/// A text in which white space is one space, and none at the ends.
struct CollapsedText {
  private var bytes: [UInt8] = []
  private var owesSpace = false
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  var isFull: Bool { bytes.count >= limit }
  var text: String { String(decoding: bytes.last == 0x20 ? bytes.dropLast() : bytes[...], as: UTF8.self) }

  mutating func space() { owesSpace = true }

  mutating func add(_ part: String) {
    for byte in part.utf8 {
      // To a person a space that does not break, 0xC2 0xA0, is a space.
      let isNoBreak = byte == 0xA0 && bytes.last == 0xC2
      if isNoBreak { bytes.removeLast() }
      if isNoBreak || byte.isHTMLSpace {
        owesSpace = true
        continue
      }
      if owesSpace, !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
      owesSpace = false
      bytes.append(byte)
      // A character is never cut: the next one does not begin.
      if bytes.count >= limit, byte < 0x80 { return }
    }
  }

  /// The text with its white space collapsed.
  static func of(_ text: String) -> String {
    var collapsed = CollapsedText()
    collapsed.add(text)
    return collapsed.text
  }
}
