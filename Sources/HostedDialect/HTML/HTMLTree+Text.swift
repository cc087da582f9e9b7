internal import Encodings

/// What a person reads of a part of a page.
extension HTMLTree {
  /// Elements before and after which a line or a cell breaks, so that words do not run together.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "br", "dd", "details", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary",
    "table", "td", "th", "tr", "ul", "label", "button", "select", "textarea", "input",
  ]

  private static let strikes: Set<String> = ["del", "s", "strike"]

  /// The text below a node that is seen, white space collapsed, pictures by their alternative text.
  ///
  /// - Parameters:
  ///   - includesHidden: also what is not shown, as where a label is named by an id.
  ///   - isSpoken: without what only the eye gets (`aria-hidden`), such as the star of a field that has to be filled in.
  ///   - leavingOut: names of elements whose content does not count, such as the options of a list in its label.
  func visibleText(
    of index: Int, includesHidden: Bool = false, isSpoken: Bool = false, leavingOut: Set<String> = [], limit: Int = 16_384
  ) -> String {
    text(CollapsedText(limit: limit), of: index, includesHidden: includesHidden, isSpoken: isSpoken, leavingOut: leavingOut)
  }

  /// The text below a node as `visibleText` has it, in lines that end where a block does; what a person gets in addition to an element's
  /// content has lines of its own. What is struck out has `~` around it: it no longer counts.
  ///
  /// - Parameters:
  ///   - leavingOut: names of elements whose content does not count, such as the options of a list.
  ///   - framed: the text of a page that is written into a frame.
  func visibleLines(of index: Int, leavingOut: Set<String> = [], limit: Int, framed: @escaping (String) -> String) -> String {
    let asides = Asides(self, framed: framed)
    let start = CollapsedText(limit: limit, breaksLines: true)
    let lines = text(start, of: index, leavingOut: leavingOut, asides: asides).split(separator: "\n")
    var joined: [String] = []
    for (place, line) in lines.enumerated() {
      if place > 0, Self.isKeyPart(line), Self.isKeyPart(lines[place - 1]) {
        joined[joined.count - 1] += " \(line)"
      } else {
        joined.append(String(line))
      }
    }
    return joined.joined(separator: "\n")
  }

  /// Whether it is groups of four of a key in Base32, which pages set in cells: only in one line is the whole key found.
  private static func isKeyPart(_ line: Substring) -> Bool {
    line.split(separator: " ").allSatisfy { word in
      word.utf8.count == 4 && word.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || (0x32...0x37).contains($0) }
        && (word.utf8.contains { $0 < 0x3A } || word.utf8.allSatisfy { $0 < 0x60 })
    }
  }

  private func text(
    _ start: CollapsedText, of index: Int, includesHidden: Bool = false, isSpoken: Bool = false, leavingOut: Set<String>,
    asides: Asides? = nil
  ) -> String {
    var (text, asides) = (start, asides)
    var node = index
    let end = nodes[index].end
    var left = max(text.limit, 1_000)
    while node < end, !text.isFull, left > 0 {
      left -= 1
      let isSkipped = node != index && (leavingOut.contains(name(node)) || isSpoken && isForTheEye(node))
      if isSkipped || nodes[node].isHidden && !(includesHidden && !isScript(node)) {
        if text.breaksLines, isTitleOfDrawing(node) { text.addLine(rawText(of: node)) }
        node = nodes[node].end
        text.endStrikes(at: node)
        text.endBlock()
        continue
      }
      if text.breaksLines, element(node)?.has("data-secret") == true {
        // It is known as one text, and has to be found as that.
        text.addLine(visibleText(of: node))
        node = nodes[node].end
        text.endStrikes(at: node)
        continue
      }
      if text.breaksLines, isStruck(node) { text.strike(until: nodes[node].end) }
      add(node, to: &text, &asides)
      node += 1
      text.endStrikes(at: node)
      if node < end, isBlock(nodes[node].parent, closedBefore: node) { text.endBlock() }
    }
    text.endStrikes(at: .max)
    return text.text
  }

  private func isStruck(_ index: Int) -> Bool {
    guard let element = element(index) else { return false }
    return Self.strikes.contains(element.name)
      || !element.attributes.isEmpty && element["style"].map { $0.asciiLowercased.contains("line-through") } ?? false
  }

  /// Whether it says what a drawing in the page shows, which a person hears or points at.
  private func isTitleOfDrawing(_ index: Int) -> Bool {
    name(index) == "title" && ancestors(of: index).prefix(10).contains { $0 >= 0 && name($0) == "svg" && !nodes[$0].isHidden }
  }

  /// Whether a price such as 5<sup>99</sup> would run together.
  private func isRaisedNumber(_ index: Int) -> Bool {
    guard name(index) == "sup", index + 1 < nodes[index].end, case .text(let text) = nodes[index + 1].content else { return false }
    return text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
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

  private func add(_ node: Int, to text: inout CollapsedText, _ asides: inout Asides?) {
    switch nodes[node].content {
    case .text(let part): text.add(part)
    case .element(let element):
      if Self.blocks.contains(element.name) { text.endBlock() }
      if let written = Self.written(on: element) { text.add(written) }
      for line in asides?.lines(of: node, element) ?? [] { text.addLine(line) }
      if let number = asides?.number(of: node, element) { text.add(number + " ") }
      if text.breaksLines, text.endsInDigit, isRaisedNumber(node) { text.add("^") }
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

/// A text in which white space is one space, and none at the ends; blocks may be lines.
struct CollapsedText {
  private var bytes: [UInt8] = []
  private var owesSpace = false
  private var owesLine = false
  /// Where each part ends that is struck out, the innermost last.
  private var strikes: [Int] = []
  let limit: Int
  /// Whether what follows a block begins a new line, and not after a space.
  let breaksLines: Bool

  init(limit: Int = .max, breaksLines: Bool = false) {
    self.limit = limit
    self.breaksLines = breaksLines
  }

  var isFull: Bool { bytes.count >= limit }
  var text: String { String(decoding: bytes.last == 0x20 ? bytes.dropLast() : bytes[...], as: UTF8.self) }

  /// Whether what follows would run together with a number.
  var endsInDigit: Bool { !owesSpace && bytes.last.map { (0x30...0x39).contains($0) } ?? false }

  /// Keeps what follows apart.
  mutating func endBlock() {
    owesSpace = true
    owesLine = breaksLines
  }

  /// Adds a line of its own, unless it is what was added last.
  mutating func addLine(_ line: String) {
    let part = Self.of(line)
    endBlock()
    if !bytes.reversed().starts(with: part.utf8.reversed()) { add(part) }
    endBlock()
  }

  /// Marks what follows as struck out, up to a place that is passed to `endStrikes`.
  mutating func strike(until end: Int) {
    strikes.append(end)
    add("~")
  }

  mutating func endStrikes(at place: Int) {
    while let end = strikes.last, end <= place {
      strikes.removeLast()
      // Right behind the last word.
      bytes.append(UInt8(ascii: "~"))
    }
  }

  mutating func add(_ part: String) {
    for byte in part.utf8 {
      // To a person a space that does not break, 0xC2 0xA0, is a space.
      let isNoBreak = byte == 0xA0 && bytes.last == 0xC2
      if isNoBreak { bytes.removeLast() }
      if isNoBreak || byte.isHTMLSpace {
        owesSpace = true
        continue
      }
      if owesSpace, !bytes.isEmpty, bytes.last != 0x20 { bytes.append(owesLine ? 0x0A : 0x20) }
      (owesSpace, owesLine) = (false, false)
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
